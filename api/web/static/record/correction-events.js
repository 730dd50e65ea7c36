// Corrections as events: that something did not happen, was something else, or was forgotten. Pure.

/** @import { Row } from "./game-client.js" */
/** @import { Happened } from "./sending/unsent.js" */

/** That did not happen, or is not to count. @param {{version: number}} row @param {string} reason @returns {Happened[]} */
export const retracted = (row, reason) => [{ type: "EventRetracted", seat: null, data: { target: row.version, reason } }];

/** Something else happened: other data, or another event in its place. @param {Row} row @param {Happened} happened @returns {Happened[]} */
export function amended(row, happened) {
  if (happened.type === row.type && happened.seat === row.seat) return [{ type: "EventAmended", seat: null, data: { target: row.version, data: happened.data } }];
  return [...retracted(row, "recorded wrongly"), ...inserted(row.version, happened)];
}

/** Something was forgotten after the event of a version. @param {number} after @param {Happened} happened @returns {Happened[]} */
export const inserted = (after, { type, seat, data }) => [{ type: "EventInserted", seat: null, data: { after, type, seat, data } }];
