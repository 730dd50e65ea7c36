// How far an answer of the server knows a game: its version, then what the referee has judged of it.

/** @typedef {{version: number, checked: number}} Known */

/** Whether an answer is older than another, however late it came. @param {Known} one @param {Known} other */
export function older(one, other) {
  return one.version < other.version || (one.version === other.version && one.checked < other.checked);
}
