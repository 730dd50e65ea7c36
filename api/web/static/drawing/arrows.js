// Arrows: lines through places and items, with heads, labels and icons. The server's twin is projections/kit/drawing/arrows.py.

import { number, svg } from "./dom.js";
import { INK, PAPER, outline, paint, plate, words } from "./outlines.js";

/** @import { Course, Seats, Spots } from "../types.js" */
/** @import { Turn } from "./outlines.js" */
/** @typedef {{x: number, y: number, size: number}} Point */

const FADES = [1, 0.6, 0.32];

/**
 * A line item or mark: shifted for traffic both ways, cut at rims, bent, with head and icon.
 * Null when fewer than two of its points are on the board.
 * @param {Course} line
 * @param {Spots} at
 * @param {Seats} seats
 * @param {Turn} turn
 * @param {boolean} lasting whether it is an item, which stays
 */
export function way(line, at, seats, turn, lasting) {
  const points = pointsOf(line, at, turn);
  if (points.length < 2) return null;
  const colour = lineColour(line, seats), width = line.width || 4;
  const { shaft, tip, middle } = course(points, width, line.head ?? false, line.curve ?? 0);
  const casing = {
    class: "casing", fill: "none", stroke: "#fffffb", "stroke-linejoin": "round", "stroke-opacity": lasting ? 0.3 : 0.85,
  };
  const dashes = line.dash && `${number(width * 1.8)} ${number(width * 1.4)}`;
  return svg(
    "g", { class: "way", opacity: lasting && line.fade ? FADES[Math.min(line.fade, 2)] : null },
    svg("path", { d: shaft, "stroke-width": width + 3, ...casing }),
    tip && svg("path", { d: tip, "stroke-width": 3, ...casing }),
    svg("path", { class: "shaft", d: shaft, fill: "none", stroke: colour, "stroke-width": width, "stroke-dasharray": dashes }),
    tip && svg("path", { class: "tip", d: tip, fill: colour }),
    line.icon && icon(line.icon, middle),
    line.label && plate(line.label, middle.x, middle.y, colour, "var(--tag-ink)"),
    svg("title", {}, line.title),
  );
}

/**
 * The colour of a mark or line: its tone, else its seat's.
 * @param {Course} line
 * @param {Seats} seats
 */
export function lineColour(line, seats) {
  const seat = seats[line.seat ?? ""];
  if (seat && (line.tone ?? "seat") === "seat") return `var(--seat-${seat.slot}-line)`;
  return paint(line.tone ?? "quiet");
}

/** @param {Course} line @param {Spots} at @param {Turn} turn @returns {Point[]} */
function pointsOf(line, at, turn) {
  let points = line.points?.length
    ? line.points.map(([x = 0, y = 0]) => point(...turn(x, y)))
    : (line.through ?? []).flatMap((id) => at[id] ?? []);
  const first = points[0], last = points.at(-1);
  if (!first || !last || points.length < 2) return [];
  if (line.offset) {
    const [ux, uy] = towards(first, last), dx = -uy * line.offset, dy = ux * line.offset;
    points = points.map(({ x, y, size }) => point(x + dx, y + dy, size));
  }
  return line.short ? cut(points) : points;
}

/** Shortens a line to the rims of what it joins. @param {Point[]} points */
function cut(points) {
  const [first, second] = points, [last, before] = points.slice(-2).reverse();
  if (!first || !second || !last || !before) return points;
  return [moved(first, second, 0.58), ...points.slice(1, -1), moved(last, before, 0.62)];
}

/** @param {Point[]} points @param {number} width @param {boolean} head @param {number} curve */
function course(points, width, head, curve) {
  const a = /** @type {Point} */ (points[0]), b = /** @type {Point} */ (points.at(-1));
  const [ux, uy] = towards(a, b), bend = curve * Math.hypot(b.x - a.x, b.y - a.y);
  const control = point((a.x + b.x) / 2 - uy * bend, (a.y + b.y) / 2 + ux * bend);
  const [hx, hy] = towards(curve ? control : /** @type {Point} */ (points.at(-2)), b);
  const length = head ? width * 3 : 0;
  const neck = point(b.x - hx * length * 0.8, b.y - hy * length * 0.8);
  const shaft = curve ? `M${place(a)}Q${place(control)} ${place(neck)}` : `M${[...points.slice(0, -1), neck].map(place).join("L")}`;
  const left = point(b.x - (hx + hy / 2) * length, b.y - (hy - hx / 2) * length);
  const right = point(b.x - (hx - hy / 2) * length, b.y - (hy + hx / 2) * length);
  const tip = head ? `M${place(b)}L${place(left)}L${place(right)}Z` : null;
  return { shaft, tip, middle: middleOf(points, (uy * bend) / 2, (ux * bend) / 2) };
}

/** @param {Point[]} points @param {number} left @param {number} down */
function middleOf(points, left, down) {
  const half = Math.floor(points.length / 2), b = /** @type {Point} */ (points[half]);
  if (points.length % 2) return b;
  const a = /** @type {Point} */ (points[half - 1]);
  return point((a.x + b.x) / 2 - left, (a.y + b.y) / 2 + down);
}

/** @param {string} name @param {Point} spot */
function icon(name, spot) {
  const drawn = name === "x" ? words("×", 20, { fill: "var(--bad)", "font-weight": 800 })
    : outline(name, 11, { fill: PAPER, stroke: INK, "stroke-width": 0.14 });
  return svg("g", { class: "icon", transform: `translate(${place(spot)})` }, drawn);
}

/** @param {number} x @param {number} y @param {number} size @returns {Point} */
const point = (x, y, size = 0) => ({ x, y, size });

/** @param {Point} a @param {Point} b @returns {[number, number]} */
function towards(a, b) {
  const distance = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return [(b.x - a.x) / distance, (b.y - a.y) / distance];
}

/** @param {Point} p @param {Point} q @param {number} part */
function moved(p, q, part) {
  const [ux, uy] = towards(p, q);
  return point(p.x + ux * p.size * part, p.y + uy * p.size * part, p.size);
}

/** @param {Point} p */
const place = (p) => `${number(p.x)} ${number(p.y)}`;
