// Where the places and items of a board are drawn. The server's twin is projections/kit/drawing/layout.py.

/** @import { Board, Item, Place, Spot, Spots } from "../types.js" */
/** @import { Turn } from "./outlines.js" */
/** @typedef {{at: Spots, order: string[], hidden: Record<string, number>}} Layout */

/** The corners of a thing, in halves of its size. @type {Record<string, [number, number]>} */
const ANCHORS = {
  c: [0, 0], n: [0, -1], ne: [0.75, -0.75], e: [1, 0], se: [0.75, 0.75], s: [0, 1], sw: [-0.75, 0.75], w: [-1, 0], nw: [-0.75, -0.75],
};

/** @type {Record<string, number>} */
const SIZES = { piece: 34, token: 16, die: 36, card: 44, text: 14 };

/** How one to four items share a place, in units of its size; the fifth lies on the fourth. @type {[number, number][][]} */
const FANS = [
  [[0, 0]],
  [[-0.24, -0.1], [0.24, 0.1]],
  [[-0.25, 0.16], [0.25, 0.16], [0, -0.26]],
  [[-0.25, -0.22], [0.25, -0.22], [-0.25, 0.22], [0.25, 0.22]],
];
const FAN_SCALES = [1, 0.84, 0.72, 0.66];

/** The corner of a thing, in halves of its size. @param {string | undefined} name */
export const anchor = (name) => ANCHORS[name ?? "c"] ?? [0, 0];

/** The diameter of an item. @param {Item} item */
export const sizeOf = (item) => item.size ?? SIZES[item.kind] ?? 34;

/**
 * Maps a point of a board's view; turned by 180 degrees where `turned`.
 * @param {Board} board
 * @param {boolean} turned
 * @returns {Turn}
 */
export function turning(board, turned) {
  const [left = 0, top = 0, width = 0, height = 0] = board.view;
  return (x, y) => (turned ? [2 * left + width - x, 2 * top + height - y] : [x, y]);
}

/**
 * Lays out a board: spots by id, items from bottom to top, places with more items than they show.
 * Where a place is `spread`, its items stand in a circle around it.
 * @param {Board} board
 * @param {boolean} turned
 * @param {string | null} spread
 * @returns {Layout}
 */
export function layout(board, turned = false, spread = null) {
  const turn = turning(board, turned);
  const order = Object.keys(board.items).sort((a, b) => compare(rank(board, a), rank(board, b)));
  /** @type {Record<string, string[]>} */
  const sharing = {};
  for (const id of order) {
    const { at, anchor: corner, z = 0 } = item(board, id);
    if (at && !corner && z >= 0) (sharing[at] ??= []).push(id);
  }
  /** @type {Spots} */
  const at = Object.create(null);
  for (const [id, place] of Object.entries(board.places)) at[id] = placeSpot(place, turn);
  for (const id of order) {
    const one = item(board, id), place = board.places[one.at ?? ""], home = at[one.at ?? ""];
    if (one.x != null && one.y != null) at[id] = spot(turn(one.x, one.y), sizeOf(one));
    else if (place && home) at[id] = settled(one, id, home, sharing[one.at ?? ""] ?? [], one.at === spread ? "circle" : place.many ?? "fan");
  }
  stack(board, order, at);
  return { at, order, hidden: hidden(board, sharing, spread) };
}

/**
 * Compares two lists of keys, one after the other.
 * @param {(string | number)[]} a
 * @param {(string | number)[]} b
 */
export function compare(a, b) {
  for (const [n, one] of a.entries()) {
    const other = b[n] ?? "";
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** @param {Board} board @param {string} id */
const item = (board, id) => /** @type {Item} */ (board.items[id]);

/** @param {Board} board @param {string} id */
const rank = (board, id) => [item(board, id).z ?? 0, item(board, id).order ?? 0, id];

/** @param {[number, number]} point @param {number} size @param {number} scale @returns {Spot} */
const spot = ([x, y], size, scale = 1) => ({ x, y, size, width: size, scale });

/** @param {Place} place @param {Turn} turn @returns {Spot} */
function placeSpot(place, turn) {
  const [x, y] = turn(place.x, place.y), side = place.r ?? 0;
  const size = Math.min(place.w || side * 1.6, place.h || side * 1.6);
  return { x, y, size, width: place.w || side * 1.73, scale: 1 };
}

/** @param {Item} one @param {string} id @param {Spot} home @param {string[]} mates @param {string} many */
function settled(one, id, home, mates, many) {
  const size = sizeOf(one), index = mates.indexOf(id);
  if (one.anchor) {
    const [dx, dy] = anchor(one.anchor);
    return spot([home.x + (dx * home.size) / 2, home.y + (dy * home.size) / 2], size);
  }
  if (index < 0) return spot([home.x, home.y], size);
  const [dx, dy, scale] = share(size, home, mates.length, index, many);
  return spot([home.x + dx, home.y + dy], size * scale, scale);
}

/**
 * @param {number} size
 * @param {Spot} home
 * @param {number} count
 * @param {number} index
 * @param {string} many
 * @returns {[number, number, number]}
 */
function share(size, home, count, index, many) {
  if (many === "row") {
    const step = Math.min(size * 1.1, home.width / count);
    return [(index - (count - 1) / 2) * step, 0, Math.min(1, step / size / 1.04)];
  }
  if (many === "circle") {
    const radius = Math.max(home.size * 0.6, (size * count) / 5.4), angle = ((index / count) * 2 - 0.5) * Math.PI;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius, 1];
  }
  if (many === "up") return [0, -index * size * 0.55, 1];
  if (many === "deck") return [index * 2, -index * 2, 1];
  const fan = Math.min(count, 4) - 1, [dx, dy] = FANS[fan]?.[Math.min(index, 3)] ?? [0, 0];
  return [dx * home.size, dy * home.size, FAN_SCALES[fan] ?? 1];
}

/** Places what lies on items, then what lies on that. @param {Board} board @param {string[]} order @param {Spots} at */
function stack(board, order, at) {
  let waiting = order.filter((id) => item(board, id).on);
  while (waiting.length) {
    const ready = waiting.filter((id) => at[item(board, id).on ?? ""]);
    if (!ready.length) return;
    for (const id of ready) {
      const one = item(board, id), base = /** @type {Spot} */ (at[one.on ?? ""]), [dx, dy] = anchor(one.anchor);
      at[id] = spot([base.x + dx * base.size * 0.58, base.y + dy * base.size * 0.58], sizeOf(one) * base.scale, base.scale);
    }
    waiting = waiting.filter((id) => !ready.includes(id));
  }
}

/** @param {Board} board @param {Record<string, string[]>} sharing @param {string | null} spread @returns {Record<string, number>} */
function hidden(board, sharing, spread) {
  const fans = Object.entries(board.places).filter(([id, place]) => (place.many ?? "fan") === "fan" && id !== spread);
  const counts = fans.map(([id]) => /** @type {[string, number]} */ ([id, (sharing[id]?.length ?? 0) - 4]));
  return Object.fromEntries(counts.filter(([, count]) => count > 0).sort());
}
