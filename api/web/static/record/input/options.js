// Ways to say which option happened: rows to choose from, and what is still to be told of one.

import { dicePad } from "./dice-pad.js";
import { html } from "../../drawing/dom.js";
import { percent } from "../../drawing/outlines.js";
import { chooser } from "./field-picker.js";

/** @import { Option } from "../../types.js" */
/** @import { Happened } from "../sending/unsent.js" */
/** @typedef {Option & {faces?: (number | string)[][], choices?: Record<string, unknown[]>, count?: number, line?: string}} Open */
/** @typedef {(happened: Happened) => void} Say */
/** @typedef {(values: unknown[], pick: (value: unknown) => void) => void} Light lights things on the board, of which one is to be tapped */
/** @typedef {{name: (id: string) => string, light: Light}} Means */

const LIKELIEST = 5;

/**
 * The five likeliest options as rows, with them the likeliest of each type that has no piece to tap; the others
 * behind one more tap. `change` takes an option whose values are to be others.
 * @param {Open[]} options
 * @param {(option: Open) => void} take
 * @param {(option: Open) => void} change
 * @param {(seat: string) => Node | null} mark drawn before options of several seats, to tell them apart
 */
export function rows(options, take, change, mark) {
  const sorted = options.map((option, n) => ({ option, n })).sort((a, b) => (b.option.weight ?? 0) - (a.option.weight ?? 0) || a.n - b.n).map(({ option }) => option);
  const first = sorted.slice(0, LIKELIEST), named = new Set(first.map((option) => option.type));
  for (const option of sorted.slice(LIKELIEST)) {
    if (option.piece || named.has(option.type)) continue;
    named.add(option.type);
    first.push(option);
  }
  const list = html("div", { class: "options" }), several = new Set(options.map((option) => option.seat)).size > 1;
  const add = (/** @type {Open[]} */ some) => list.append(...some.map((option) => row(option, take, change, several && option.seat !== null && mark(option.seat))));
  add(first);
  if (sorted.length > first.length) {
    const more = html("button", { class: "option all", type: "button" }, html("span"), `All ${sorted.length} options`);
    more.addEventListener("click", () => {
      more.remove();
      add(sorted.filter((option) => !first.includes(option)));
    });
    list.append(more);
  }
  return list;
}

/** @param {Open} option @param {(option: Open) => void} take @param {(option: Open) => void} change @param {Node | null | false} mark */
function row(option, take, change, mark) {
  const face = typeof option.target === "number" ? `${option.target}+` : "", chance = option.probability;
  const button = html(
    "button", { class: "option", type: "button", "data-seat": option.seat }, html("span", {}, mark), html("span", {}, option.label),
    html("span", { class: "face" }, face), html("span", { class: "p" }, chance == null ? "" : percent(chance)),
  );
  button.addEventListener("click", () => take(option));
  if (!complete(option) || !exchangeable(option).length) return button;
  const other = html("button", { class: "btn small", type: "button", "aria-label": `Another choice than: ${option.label}` }, "Change");
  other.addEventListener("click", () => change(option));
  return html("div", { class: "option-row" }, button, other);
}

/** Whether an option can be recorded as it stands. @param {Open} option */
export function complete(option) {
  return !option.faces && openFields(option).length === 0;
}

/** Fields of an option whose value only the table can tell. @param {Open} option */
export function openFields(option) {
  const open = Object.keys(option.choices ?? {}).filter((field) => untold(option.data[field]));
  // Cards that nobody here could name are still to be told: shown, or not.
  if (!open.length && !option.choices && Array.isArray(option.data.cards) && untold(option.data.cards)) return ["cards"];
  return open;
}

/** @param {unknown} value */
const untold = (value) => value == null || (Array.isArray(value) && (value.length === 0 || value.includes(null)));

/** Fields that are filled but could hold other values. @param {Open} option */
const exchangeable = (option) => Object.entries(option.choices ?? {}).filter(([field, values]) => !untold(option.data[field]) && values.length > 1).map(([field]) => field);

/** What is still to be told of an option: faces, cards, other values. @param {Open} option @param {Say} say @param {Means} means */
export function ask(option, say, means) {
  if (option.faces) return dicePad(option, say);
  return chooser(option, openFields(option), say, means);
}

/** Other values for what an option has filled in. @param {Open} option @param {Say} say @param {Means} means */
export const askAnew = (option, say, means) => chooser(option, exchangeable(option), say, means);
