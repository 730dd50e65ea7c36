// What ids are called: as the scene titles them, else as the box's catalogue does.

/** @import { Scene } from "../types.js" */

/**
 * Every id of a box that has a name or title.
 * @param {any} box
 * @returns {Record<string, string>}
 */
export function namesIn(box) {
  const found = /** @type {Record<string, string>} */ ({});
  const walk = (/** @type {any} */ value, /** @type {string | null} */ key) => {
    if (typeof value !== "object" || value === null) return;
    const id = value.id ?? key, said = [value.name, value.title, value.default?.name].find((one) => typeof one === "string" && one);
    if (typeof id === "string" && said) found[id] ??= said;
    for (const [name, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? null : name);
  };
  walk(box, null);
  return found;
}

/**
 * The name of an id in a scene and a box; the id itself where neither has one.
 * @param {string} id
 * @param {Scene | null} scene
 * @param {Record<string, string>} names
 */
export function nameOf(id, scene, names) {
  const seat = scene?.seats.find((one) => one.id === id), board = scene?.board;
  return seat?.name ?? board?.items[id]?.title ?? names[id] ?? board?.places[id]?.label ?? id;
}
