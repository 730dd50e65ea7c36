// What may happen, offered: pieces lit on the board, rows and pads in the sheet. What is chosen is told.

import { find, html } from "../drawing/dom.js";
import { seatMark } from "../drawing/outlines.js";
import { SceneView } from "../drawing/scene-view.js";
import { ask, askAnew, complete, rows } from "./input/options.js";
import { nameOf } from "./names.js";

/** @import { Scene } from "../types.js" */
/** @import { Open } from "./input/options.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { InputMode } from "./input-mode.js" */
/** @typedef {{names: Record<string, string> | null}} Named */
/** @typedef {Open & {pick?: (value: unknown) => void}} Lit `pick`: the place is the value of a field that is being asked for */

const BY_TAP = 12;

export class OfferedOptions {
  /** @param {HTMLElement} root @param {Named} named @param {Sheet} sheet @param {InputMode} input @param {string} seat whose events alone are told here; "": all */
  constructor(root, named, sheet, input, seat) {
    this.view = new SceneView(root, { onSelect: (id, options) => this.#select(id, options), onTake: (options, id) => this.#tapped(options, id) });
    this.named = named;
    this.sheet = sheet;
    this.input = input;
    this.seat = seat;
    /** @type {Open[]} */
    this.options = [];
  }

  /** Shows a scene on whose board these may be tapped. @param {Scene} scene @param {Open[]} options */
  show(scene, options, animate = false) {
    this.options = this.seat ? options.filter((option) => option.seat === this.seat) : options;
    this.view.show(scene, { options: this.options, animate });
  }

  /** Asks in the sheet too: with rows, or the pad of the likeliest at once where only dice or cards tell the rest. */
  ask() {
    const { options } = this, sorted = [...options].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0)), first = sorted[0];
    const prompt = this.view.scene?.panels?.find((panel) => panel.id === "prompt")?.text;
    this.sheet.ask(this.input.mode?.asks ?? prompt ?? "Nothing is awaited.");
    if (!options.length && this.seat) this.sheet.show(html("p", { class: "hint-line" }, "Another seat's recorder is awaited."));
    else if (first && !complete(first) && (options.length <= BY_TAP || first.faces)) {
      const others = options.filter((option) => option !== first);
      this.sheet.show(html("p", { class: "hint-line", "data-asked": "" }, first.label), this.pad(first), others.length ? this.rows(others) : "");
    } else this.sheet.show(this.rows(options));
  }

  /** @param {Open[]} options */
  rows(options) {
    return rows(options, (option) => this.#take(option), (option) => this.#askAnew(option), (seat) => this.#mark(seat));
  }

  /** Keys and buttons for what is still to be told of an option. @param {Open} option */
  pad(option) {
    return ask(option, this.input.tell, this.#means);
  }

  /** @param {string} id */
  name(id) {
    return nameOf(id, this.view.scene, this.named.names ?? {});
  }

  /** All that a form may name. */
  ids() {
    const board = this.view.scene?.board;
    return [...Object.keys(board?.items ?? {}), ...Object.keys(board?.places ?? {}), ...Object.keys(this.named.names ?? {})];
  }

  #means = {
    name: (/** @type {string} */ id) => this.name(id),
    light: (/** @type {unknown[]} */ values, /** @type {(value: unknown) => void} */ pick) => {
      const { scene, choices } = this.view, lit = values.filter((value) => typeof value === "string" && choices?.at[value]);
      if (!scene || !lit.length) return;
      const options = lit.map((to) => ({ type: "", seat: null, data: {}, label: this.name(String(to)), piece: "", to: String(to), pick }));
      this.view.show(scene, { options, selected: "", animate: false });
    },
  };

  /** @param {string} id */
  #mark(id) {
    const seat = this.view.scene?.seats.find((one) => one.id === id);
    return seat ? html("span", { role: "img", "aria-label": seat.name }, seatMark(seat, 22)) : null;
  }

  /** @param {string | null} id @param {Open[]} options */
  #select(id, options) {
    const button = find("[data-unselect]");
    if (button) button.hidden = id === null;
    if (id === null) return this.ask();
    this.sheet.ask(this.view.scene?.board?.items[id]?.title ?? this.name(id));
    this.sheet.show(this.rows(options));
  }

  /** @param {Lit[]} options @param {string} id */
  #tapped(options, id) {
    const [only] = options;
    if (this.sheet.closed) return;
    if (only?.pick) only.pick(id);
    else if (options.length === 1 && only) this.#take(only);
    else this.#select(id, options);
  }

  /** @param {Open} option */
  #take(option) {
    if (complete(option)) this.input.tell(option);
    else this.input.choose(option.label, this.pad(option));
  }

  /** Other values for what an option has filled in. @param {Open} option */
  #askAnew(option) {
    this.input.choose(option.label, askAnew(option, this.input.tell, this.#means));
  }
}
