// How far an answer of the server knows a game, and how far it has to.

/** Asks for an answer that knows all that news told of: the server may read from a replica of its database. */
export const NOW = { headers: { "Gametape-Position": "now" } };

/** @typedef {{version: number, checked: number}} Known its version, then what the referee has judged of it */

/** Whether an answer is older than another, however late it came. @param {Known} one @param {Known} other */
export function older(one, other) {
  return one.version < other.version || (one.version === other.version && one.checked < other.checked);
}
