// What is being told now, and what becomes of it: it happened and is recorded, or in a mode it becomes a correction.

import { html } from "../drawing/dom.js";

/** @import { Sheet } from "./sheet.js" */
/** @import { Happened } from "./sending/unsent.js" */
/** @typedef {Happened & {label?: string}} Told */
/** @typedef {{title: string, asks: string, events: (happened: Happened) => Happened[], live?: boolean, leave?: () => void}} Mode what is told becomes these events; `live`: the board shows the present */
/** @typedef {{onTold: (told: Told) => void, onMeant: (events: Happened[], said: string) => void, onBack: () => void}} Listeners */

export class InputMode {
  /** @param {Sheet} sheet @param {Listeners} listeners */
  constructor(sheet, listeners) {
    this.sheet = sheet;
    this.listeners = listeners;
    /** @type {Mode | null} */
    this.mode = null;
    /** A form is being filled in: what arrives meanwhile does not take it away. */
    this.writing = false;
    this.begun = 0;
  }

  /** @param {Told} told */
  tell = ({ type, seat, data, label }) => {
    this.#begin();
    if (this.mode) this.listeners.onMeant(this.mode.events({ type, seat, data }), this.mode.title);
    else this.listeners.onTold({ type, seat, data, label });
  };

  /** From now on what is told becomes something else. @param {Mode} mode @param {...HTMLElement} content */
  enter(mode, ...content) {
    this.#begin(this.writing);
    this.mode?.leave?.();
    this.mode = mode;
    this.sheet.head(mode.title, html("button", { class: "btn small", type: "button", "data-do": "leave" }, "Back to the table"));
    this.sheet.ask(mode.asks);
    if (content.length) this.sheet.show(...content);
    this.sheet.come();
  }

  /** Asks for more of one thing, with a way to tell another. @param {string} asks @param {HTMLElement} content */
  choose(asks, content) {
    this.#begin();
    this.sheet.ask(asks);
    this.sheet.show(content, leave("Something else"));
  }

  /** Opens a form that stays until it is sent or left. @param {(HTMLElement | string)[]} form @param {string} [never] the words to leave it */
  write(form, never = "Never mind") {
    this.#begin(true);
    this.sheet.show(...form, leave(never));
  }

  /** An answer to what is being told; undefined: something else is by the time it comes. @template T @param {Promise<T>} answer */
  async wanted(answer) {
    const begun = ++this.begun, said = await answer;
    return begun === this.begun ? said : undefined;
  }

  /** Something else is told from now on: no answer to what was before is wanted. */
  #begin(writing = false) {
    this.begun += 1;
    this.writing = writing;
  }

  /** What is being filled in may be taken away. */
  release() {
    this.writing = false;
  }

  /** What happened is told again, of the game as it stands. */
  back() {
    this.#begin();
    this.mode?.leave?.();
    this.mode = null;
    this.listeners.onBack();
  }
}

/** @param {string} words */
const leave = (words) => html("div", { class: "btn-row" }, html("button", { class: "btn quiet", type: "button", "data-do": "leave" }, words));
