// The form of a new game: another box or another number of seats shows the form anew at once.

import { findAll } from "../drawing/dom.js";

for (const list of findAll("[data-again]")) {
  const button = /** @type {HTMLButtonElement | null} */ (list.parentElement?.querySelector("[data-again-button]") ?? null);
  if (!button) continue;
  button.classList.add("sr");
  button.tabIndex = -1;
  list.addEventListener("change", () => button.form?.requestSubmit(button));
}
