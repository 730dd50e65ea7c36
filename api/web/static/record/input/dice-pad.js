// The dice pad: a big key a face for up to three dice, one after the other; a row of keys a die for more.

import { html } from "../../drawing/dom.js";

/** @import { Open, Say } from "./options.js" */
/** @typedef {number | string} Face */
/** @typedef {{die: string, face: Face}} Die */

const ONE_BY_ONE = 3;

/** @param {Open} option @param {Say} say */
export function dicePad(option, say) {
  const dice = /** @type {Die[]} */ (option.data.dice);
  const roll = (/** @type {Face[]} */ faces) => say({ type: option.type, seat: option.seat, data: { ...option.data, dice: dice.map((die, n) => ({ ...die, face: faces[n] })) } });
  return dice.length > ONE_BY_ONE ? allDice(option, dice, roll) : oneByOne(option, dice, roll);
}

/** @param {Face} face */
export const faceName = (face) => (face === "" || face === "-" ? "blank" : String(face));

/** @param {Open} option @param {Die[]} dice @param {(faces: Face[]) => void} roll */
function oneByOne(option, dice, roll) {
  const told = /** @type {Face[]} */ ([]), root = html("div", {});
  const next = (focus = true) => {
    const n = told.length, die = dice[n];
    if (!die) return roll(told);
    const keys = (option.faces?.[n] ?? []).map((face) => key(face, dice.length === 1 ? option.target : undefined));
    keys.forEach(({ button, face }) => button.addEventListener("click", () => {
      told.push(face);
      next();
    }));
    const pad = html("div", { class: die.die === "black" ? "dicepad black" : "dicepad", role: "group", "aria-label": `Face of ${die.die}` }, keys.map(({ button }) => button));
    root.replaceChildren(html("p", { class: "hint-line" }, dice.length > 1 ? `${die.die}, die ${n + 1} of ${dice.length}` : die.die), pad);
    if (focus) keys[0]?.button.focus({ preventScroll: true });
  };
  next(false);
  return root;
}

/** @param {Face} face @param {number | string | undefined} target */
function key(face, target) {
  const judged = typeof target === "number" && typeof face === "number", wins = judged && face >= target;
  const button = html("button", { type: "button", class: judged ? (wins ? "win" : "lose") : null, "data-face": face }, faceName(face), judged && html("small", {}, wins ? "enough" : "short"));
  return { button, face };
}

/** @param {Open} option @param {Die[]} dice @param {(faces: Face[]) => void} roll */
function allDice(option, dice, roll) {
  const told = /** @type {(Face | null)[]} */ (dice.map(() => null)), faces = option.faces ?? [];
  const tell = (/** @type {number} */ n, /** @type {Face} */ face) => {
    told[n] = face;
    for (const button of lines[n]?.querySelectorAll("button") ?? []) button.setAttribute("aria-pressed", String(button.dataset.face === String(face)));
    if (told.every((one) => one !== null)) roll(/** @type {Face[]} */ (told));
  };
  const lines = dice.map((die, n) => html(
    "div", { class: "die-line", role: "group", "aria-label": `${die.die}, die ${n + 1} of ${dice.length}` }, html("span", {}, die.die),
    (faces[n] ?? []).map((face) => {
      const button = html("button", { class: "btn", type: "button", "aria-pressed": "false", "data-face": face }, faceName(face));
      button.addEventListener("click", () => tell(n, face));
      return button;
    }),
  ));
  const common = (faces[0] ?? []).filter((face) => faces.every((one) => one.includes(face)));
  const rest = common.slice(0, 1).map((face) => {
    const button = html("button", { class: "btn", type: "button", "data-rest": face }, `All others: ${faceName(face)}`);
    button.addEventListener("click", () => told.forEach((one, n) => one === null && tell(n, face)));
    return button;
  });
  return html("div", { class: "all-dice" }, lines, html("div", { class: "btn-row" }, rest));
}
