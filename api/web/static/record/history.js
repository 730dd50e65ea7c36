// What happened last, with what the referee says; a tap on a row puts it right.

import { html } from "../drawing/dom.js";

/** @import { Row } from "./game-client.js" */

/**
 * @param {Row[]} rows
 * @param {(row: Row) => boolean} own whether whoever records may correct it
 * @param {(row: Row) => void} correct
 * @param {() => void} earlier
 */
export function history(rows, own, correct, earlier) {
  const steps = html("ol", { class: "history", reversed: true }, [...rows].reverse().map((row) => html("li", {}, line(row, own(row), correct))));
  const list = html("div", { role: "log", "aria-label": "What happened" }, steps);
  if ((rows[0]?.step ?? 1) === 1) return list;
  const more = html("button", { class: "btn quiet", type: "button" }, "Earlier steps");
  more.addEventListener("click", earlier);
  return html("div", {}, list, more);
}

/** @param {Row} row @param {boolean} own @param {(row: Row) => void} correct */
function line(row, own, correct) {
  const found = row.findings.map(({ message, severity }) => html("small", { class: severity === "illegal" ? "flawed" : "doubted" }, message));
  const said = [html("b", {}, String(row.step)), html("span", {}, row.text, found)];
  if (!own) return html("div", { class: "happened" }, said);
  const button = html("button", { class: "happened", type: "button", "data-step": row.step, title: "Put this right" }, said);
  button.addEventListener("click", () => correct(row));
  return button;
}
