// The filters of the referee's page.

import { findAll } from "../drawing/dom.js";

const buttons = findAll("[data-show]");
for (const button of buttons) {
  button.addEventListener("click", () => {
    const wanted = button.dataset.show;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    for (const ruling of findAll(".ruling")) ruling.hidden = Boolean(wanted) && ruling.dataset.severity !== wanted;
  });
}
