// The sheet under the board: what is asked, and what it is answered with. Closed while an answer is being kept.

import { find, html } from "../drawing/dom.js";

/** @import { Child } from "../drawing/dom.js" */

export class Sheet {
  /** @param {HTMLElement} root the page that holds it */
  constructor(root) {
    this.root = root;
    /** Until the table is shown anew no other tap counts. */
    this.closed = false;
  }

  /** @param {...(HTMLElement | string)} content */
  show(...content) {
    this.open();
    this.#part("sheet")?.replaceChildren(...content);
  }

  /** @param {HTMLElement} content */
  add(content) {
    this.#part("sheet")?.append(content);
  }

  /** @param {string} question */
  ask(question) {
    this.#part("prompt")?.replaceChildren(question);
  }

  /** What is said above the question, or nothing. @param {...Child} words */
  head(...words) {
    this.#part("mode")?.replaceChildren(...(words.length ? [html("p", { class: "mode" }, ...words)] : []));
  }

  /** Scrolls to its head. */
  come() {
    this.#part("mode")?.scrollIntoView({ block: "nearest" });
  }

  open() {
    this.#close(false);
  }

  close() {
    this.#close(true);
  }

  /** @param {boolean} closed */
  #close(closed) {
    const sheet = this.#part("sheet");
    this.closed = closed;
    if (sheet) sheet.inert = closed;
  }

  /** @param {string} name */
  #part(name) {
    return find(`[data-${name}]`, this.root);
  }
}
