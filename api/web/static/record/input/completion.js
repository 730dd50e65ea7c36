// From a few typed characters to the event that was meant. Pure: options in, suggestions out.

import { complete, openFields } from "./options.js";

/** @import { Open } from "./options.js" */
/** @import { Happened } from "../sending/unsent.js" */
/** @typedef {{text: string, label: string, happened: Happened}} Suggestion */
/** @typedef {(id: string) => string} Name */

const SHOWN = 6;

/**
 * What may be meant, likeliest first. A few characters stand for an option when its line or its sentence has them,
 * as they are or as the beginnings of its words; faces and values alone answer what is awaited.
 * @param {Open[]} options with their lines
 * @param {string} typed
 * @param {Name} name
 * @returns {Suggestion[]}
 */
export function suggestions(options, typed, name) {
  const text = typed.trim().toLowerCase();
  if (!text) return [];
  const answers = options.filter((option) => !complete(option)).flatMap((option) => answer(option, text, name) ?? []);
  const ranked = options.filter(complete).map((option, n) => ({ option, n, rank: rank(option, text) })).filter(({ rank }) => rank > 0);
  ranked.sort((a, b) => b.rank - a.rank || (b.option.weight ?? 0) - (a.option.weight ?? 0) || a.n - b.n);
  return [...answers, ...ranked.map(({ option }) => said(option, option.data))].slice(0, SHOWN);
}

/** @param {Open} option @param {Record<string, unknown>} data @param {string} [text] @returns {Suggestion} */
const said = (option, data, text = option.line ?? option.label) => ({ text, label: option.label, happened: { type: option.type, seat: option.seat, data } });

/** How well a text fits an option; 0: not at all. @param {Open} option @param {string} text */
function rank(option, text) {
  const line = (option.line ?? "").toLowerCase(), label = option.label.toLowerCase();
  // Whose turn it is says the state: the seat at the head of a line need not be typed.
  const bare = line.replace(/^\S+\s+/, ""), tight = (/** @type {string} */ one) => one.replace(/\s+/g, "");
  if (line === text) return 6;
  if (bare === text || tight(line) === tight(text)) return 5;
  if (line.startsWith(text) || tight(bare).startsWith(tight(text))) return 4;
  if (tight(line).includes(tight(text))) return 3;
  const words = `${line} ${label}`.split(/[^\p{L}\p{N}]+/u);
  return text.split(/\s+/).every((part) => words.some((word) => word.startsWith(part))) ? 2 : 0;
}

/** The answer that faces or values give to an open option, or null. @param {Open} option @param {string} text @param {Name} name */
function answer(option, text, name) {
  const tokens = text.split(/[\s,]+/).filter(Boolean);
  if (option.faces) {
    const dice = /** @type {{die: string}[]} */ (option.data.dice), faces = rolled(option.faces, tokens);
    return faces && said(option, { ...option.data, dice: dice.map((die, n) => ({ ...die, face: faces[n] })) }, faces.join(" "));
  }
  const data = { ...option.data }, told = [];
  for (const field of openFields(option)) {
    const values = option.choices?.[field] ?? [], held = option.data[field], listed = Array.isArray(held) || option.count !== undefined;
    const count = listed ? Math.max(1, option.count ?? /** @type {unknown[]} */ (held).length) : 1;
    const found = meant(tokens, values, count, name);
    if (!found) return null;
    data[field] = listed ? found : found[0];
    told.push(...found.map((value) => (value === null ? "?" : name(String(value)))));
    tokens.splice(0, count);
  }
  return tokens.length ? null : said(option, data, told.join(", "));
}

/** @param {(number | string)[][]} faces @param {string[]} tokens */
function rolled(faces, tokens) {
  const single = faces.every((die) => die.every((face) => String(face).length === 1));
  const parts = single && tokens.length === 1 ? [...(tokens[0] ?? "")] : tokens;
  if (parts.length !== faces.length) return null;
  const told = parts.map((part, n) => faces[n]?.find((face) => String(face).toLowerCase() === part));
  return told.every((face) => face !== undefined) ? /** @type {(number | string)[]} */ (told) : null;
}

/** The values that tokens stand for, each once; one `?` for all that were not shown. @param {string[]} tokens @param {unknown[]} values @param {number} count @param {Name} name */
function meant(tokens, values, count, name) {
  if (tokens.length === 1 && tokens[0] === "?") return /** @type {unknown[]} */ (Array(count).fill(null));
  const left = [...values], found = /** @type {unknown[]} */ ([]);
  for (const token of tokens.slice(0, count)) {
    const at = token === "?" ? -1 : best(left, token, name);
    if (token !== "?" && at < 0) return null;
    found.push(token === "?" ? null : left.splice(at, 1)[0]);
  }
  return found.length === count ? found : null;
}

/** @param {unknown[]} values @param {string} token @param {Name} name */
function best(values, token, name) {
  const ids = values.map((value) => String(value).toLowerCase());
  const exact = ids.indexOf(token);
  if (exact >= 0) return exact;
  const words = ids.map((id, n) => [id, ...`${id} ${name(String(values[n])).toLowerCase()}`.split(/[^\p{L}\p{N}]+/u)]);
  return words.findIndex((some) => some.some((word) => word.startsWith(token) || word.replace(/^\D*0*/, "") === token));
}
