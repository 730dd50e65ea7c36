// Corrections: the events that say them, and what would change if they were made.

import { html } from "../drawing/dom.js";

/** @import { Happened } from "./outbox.js" */
/** @import { Row } from "./game-client.js" */
/** @typedef {{step: number, text: string, score: unknown, findings: string[]}} Told */
/** @typedef {{version: number, before: Told | null, after: Told | null}} Change */
/** @typedef {{step: number, refused: {message: string, citation: string}[], changed: number, changes: Change[]}} Supposed */

/** That did not happen, or is not to count. @param {{version: number}} row @param {string} reason @returns {Happened[]} */
export const retracted = (row, reason) => [{ type: "EventRetracted", seat: null, data: { target: row.version, reason } }];

/** Something else happened: other data, or another event in its place. @param {Row} row @param {Happened} happened @returns {Happened[]} */
export function amended(row, happened) {
  if (happened.type === row.type && happened.seat === row.seat) return [{ type: "EventAmended", seat: null, data: { target: row.version, data: happened.data } }];
  return [...retracted(row, "recorded wrongly"), ...inserted(row.version, happened)];
}

/** Something was forgotten after the event of a version. @param {number} after @param {Happened} happened @returns {Happened[]} */
export const inserted = (after, { type, seat, data }) => [{ type: "EventInserted", seat: null, data: { after, type, seat, data } }];

/**
 * What a correction changes, with a button that makes it.
 * @param {Supposed} supposed
 * @param {{save: () => void, cancel: () => void}} take
 */
export function preview({ refused, changed, changes }, { save, cancel }) {
  const keep = html("button", { class: "btn primary", type: "button", "data-save": "", disabled: refused.length > 0 }, "Save the correction");
  const leave = html("button", { class: "btn", type: "button" }, "Leave it as it was");
  keep.addEventListener("click", save);
  leave.addEventListener("click", cancel);
  return html(
    "div", { class: "preview" },
    refused.length > 0 && html("div", { class: "toast bad", role: "alert" }, html("span", {}, `This game refuses what breaks a rule: ${refused.map(({ message, citation }) => `${message} (${citation})`).join(" ")}`)),
    html("h3", {}, changed ? `${changed} ${changed === 1 ? "step changes" : "steps change"}` : "Nothing else changes"),
    html("ol", { class: "changes" }, changes.map(line)),
    changed > changes.length && html("p", { class: "hint-line" }, `And ${changed - changes.length} more.`),
    html("div", { class: "btn-row" }, keep, leave),
  );
}

/** @param {Change} change */
function line({ before, after }) {
  const score = before && after && JSON.stringify(before.score) !== JSON.stringify(after.score) ? `score ${points(before.score)} becomes ${points(after.score)}` : "";
  const found = (after?.findings ?? []).filter((one) => !before?.findings.includes(one));
  const settled = (before?.findings ?? []).filter((one) => after && !after.findings.includes(one));
  return html(
    "li", {}, html("b", {}, String(after?.step ?? before?.step)), " ",
    before && before.text !== after?.text && html("del", {}, before.text), " ",
    after && (before?.text === after.text ? html("span", {}, after.text) : html("ins", {}, after.text)),
    score && html("small", {}, score), found.map((one) => html("small", { class: "flawed" }, one)), settled.map((one) => html("small", {}, `No longer: ${one}`)),
  );
}

/** @param {unknown} score */
const points = (score) => Object.values(/** @type {Record<string, unknown>} */ (score ?? {})).join("–");
