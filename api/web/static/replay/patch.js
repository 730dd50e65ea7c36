// RFC 6902 patches, as a replay brings them: add, remove, replace. Parts that do not change are shared by identity.

/** @import { Operation } from "../types.js" */

/**
 * A document with operations applied; the given one stays as it is.
 * @template T
 * @param {T} document
 * @param {Operation[]} operations
 * @returns {T}
 */
export function patched(document, operations) {
  return operations.reduce((whole, { op, path, value }) => changed(whole, keysOf(path), op, value), document);
}

/** @param {string} path */
const keysOf = (path) => path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** @param {any} part @param {string[]} keys @param {string} op @param {any} value @returns {any} */
function changed(part, [key, ...rest], op, value) {
  if (key === undefined) return value;
  const copy = Array.isArray(part) ? [...part] : { ...part };
  if (rest.length) copy[key] = changed(copy[key], rest, op, value);
  else if (Array.isArray(copy)) copy.splice(key === "-" ? copy.length : Number(key), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  else if (op === "remove") delete copy[key];
  else copy[key] = value;
  return copy;
}
