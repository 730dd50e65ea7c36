// The notation line: suggestions while it is typed, the first of them on Enter, or the line as it is written.

import { suggestions } from "./completion.js";
import { find, html } from "../../drawing/dom.js";

/** @import { Open } from "./options.js" */
/** @import { Happened } from "../sending/unsent.js" */
/** @import { Suggestion } from "./completion.js" */
/** @typedef {{options: () => Open[], name: (id: string) => string, onHappened: (happened: Happened) => void, onWritten: (line: string) => Promise<boolean>}} Hooks `onWritten` promises whether the line could be read */

const LIST = "line-list";

export class NotationLine {
  /** @param {HTMLElement} form @param {Hooks} hooks */
  constructor(form, hooks) {
    this.hooks = hooks;
    this.input = /** @type {HTMLInputElement} */ (find("input", form));
    this.list = html("ul", { id: LIST, role: "listbox", "aria-label": "What may be meant", hidden: true });
    /** @type {Suggestion[]} */
    this.found = [];
    this.at = 0;
    for (const [key, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": LIST, "aria-expanded": "false" })) this.input.setAttribute(key, value);
    form.append(this.list);
    this.input.addEventListener("input", () => this.#suggest());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#take(this.at);
    });
    this.list.addEventListener("click", (event) => {
      const row = /** @type {Element} */ (event.target).closest("[data-n]");
      if (row) this.#take(Number(row.getAttribute("data-n")));
    });
  }

  #suggest() {
    const typed = this.input.value.trim();
    this.found = suggestions(this.hooks.options(), typed, this.hooks.name);
    this.at = 0;
    const written = { text: typed, label: "as it is written" };
    const rows = typed ? [...this.found, written] : [];
    this.list.replaceChildren(...rows.map(({ text, label }, n) => html("li", { role: "option", id: `${LIST}-${n}`, "data-n": n }, html("span", {}, text), html("small", {}, label === text ? null : label))));
    this.list.hidden = !rows.length;
    this.list.scrollIntoView({ block: "nearest" });
    this.#mark();
  }

  #mark() {
    for (const [n, row] of [...this.list.children].entries()) row.setAttribute("aria-selected", String(n === this.at));
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    if (this.list.hidden) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `${LIST}-${this.at}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const rows = this.list.children.length;
    if (event.key === "Escape") this.#clear();
    else if (event.key === "Enter" && event.ctrlKey) this.#take(this.found.length);
    else if (rows && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : rows - 1)) % rows;
      this.#mark();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} n */
  #take(n) {
    const typed = this.input.value.trim(), meant = this.found[n];
    if (!typed) return;
    this.#clear();
    if (meant) this.hooks.onHappened(meant.happened);
    else void this.#written(typed);
  }

  #clear() {
    this.input.value = "";
    this.#suggest();
  }

  /** Puts a line back that cannot be read. @param {string} line */
  async #written(line) {
    if (await this.hooks.onWritten(line)) return;
    this.input.value = line;
    this.#suggest();
  }
}
