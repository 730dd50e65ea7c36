// Draws the board of a scene as SVG. The server's twin is projections/kit/drawing/svg.py.

import { number, svg } from "./dom.js";
import { compare, layout, turning } from "./layout.js";
import { byId, paint, plate, plateWidth, printed, words } from "./outlines.js";
import { badge, thing } from "./pieces.js";
import { lineColour, way } from "./arrows.js";

/** @import { Attributes, Child } from "./dom.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Board, Item, Mark, Place, Scene, Seats, Shape, Spot } from "../types.js" */

const HEAT = [0.1, 0.2, 0.32, 0.46, 0.6];
const REASONS = ["aid", "pending", "last"];

/** One board being drawn: its layers from bottom to top, so that no arrow ever hides a number. */
class Picture {
  /** @param {Scene} scene @param {Board} board @param {boolean} turned @param {string | null} spread */
  constructor(scene, board, turned, spread) {
    this.scene = scene;
    this.board = board;
    this.marks = scene.marks ?? [];
    /** @type {Seats} */
    this.seats = byId(scene.seats);
    this.turned = turned && (board.turnable ?? false);
    this.turn = turning(board, this.turned);
    /** @type {Layout} */
    this.layout = layout(board, this.turned, spread);
    /** @type {Spot[]} */
    this.tags = [];
  }

  draw() {
    const { board, layout: { at } } = this;
    const places = Object.entries(board.places).sort(([a, p], [b, q]) => compare([p.y, p.x, a], [q.y, q.x, b]));
    return svg(
      "svg", {
        class: "board", viewBox: board.view.map(number).join(" "), role: "img", "aria-label": this.scene.title,
        "font-family": "var(--narrow)",
      },
      patterns(Object.values(board.places)),
      this.printing(board.ground ?? []),
      svg("g", { class: "places" }, places.map(([id, place]) => drawPlace(id, place, /** @type {Spot} */ (at[id])))),
      this.printing(board.lines ?? []),
      svg("g", { class: "marks" }, ...this.drawn("area"), ...this.drawn("line")),
      svg("g", { class: "items" }, ...this.items()),
      svg("g", { class: "marks" }, ...this.drawn("ring"), ...this.drawn("tag")),
    );
  }

  /** @param {Shape[]} shapes */
  printing(shapes) {
    if (!shapes.length) return null;
    const [left = 0, top = 0, width = 0, height = 0] = this.board.view;
    const spin = this.turned && `rotate(180 ${number(left + width / 2)} ${number(top + height / 2)})`;
    const still = shapes.filter((one) => one.text == null).map((one) => printed(one, this.turn));
    const letters = shapes.filter((one) => one.text != null).map((one) => printed(one, this.turn));
    return svg("g", { class: "ground" }, svg("g", { transform: spin }, still), letters);
  }

  /** Every item, each followed by what lies on it. @returns {Child[]} */
  items() {
    const { items } = this.board, { order, hidden } = this.layout;
    /** @type {Record<string, string[]>} */
    const carried = {};
    for (const id of order) {
      const on = items[id]?.on;
      if (on) (carried[on] ??= []).push(id);
    }
    /** @type {(id: string, seen: string[]) => string[]} */
    const withLoad = (id, seen) => [id, ...(carried[id] ?? []).filter((load) => !seen.includes(load)).flatMap((load) => withLoad(load, [...seen, load]))];
    const drawn = order.filter((id) => !items[id]?.on).flatMap((id) => withLoad(id, [id])).map((id) => this.item(id));
    return [...drawn, ...Object.entries(hidden).map(([place, count]) => this.more(place, count))];
  }

  /** @param {string} id */
  item(id) {
    const item = /** @type {Item} */ (this.board.items[id]), spot = this.layout.at[id];
    if (item.kind === "line") return way(item, this.layout.at, this.seats, this.turn, true);
    return spot ? thing(item, id, spot, this.seats, this.board.places, this.turned) : null;
  }

  /** @param {string} place @param {number} count */
  more(place, count) {
    const { x, y, size } = /** @type {Spot} */ (this.layout.at[place]);
    return badge({ text: `+${count}`, corner: "se", shape: "disc", title: `${count} more` }, size * 0.45, x, y);
  }

  /** @param {string} kind @returns {Child[]} */
  drawn(kind) {
    const marks = REASONS.flatMap((why) => this.marks.filter((mark) => mark.why === why && mark.kind === kind));
    return marks.map((mark) => {
      const drawn = [this.mark(mark) ?? []].flat();
      return drawn.length > 0 && svg("g", { class: mark.why }, drawn);
    });
  }

  /** @param {Mark} mark */
  mark(mark) {
    const { at } = this.layout, { places } = this.board, colour = lineColour(mark, this.seats);
    if (mark.kind === "line") return way(mark, at, this.seats, this.turn, false);
    if (mark.kind === "area") return (mark.places ?? []).filter((id) => places[id]).map((id) => this.area(id, colour, mark.title));
    const spot = at[mark.on ?? ""];
    if (!spot) return null;
    if (mark.kind === "ring") return this.ring(mark, spot, colour);
    const { x, y } = this.freeSpot(mark, spot);
    return plate(mark.text ?? "", x, y, colour, mark.tone === "last" ? "var(--t-last-ink)" : "var(--tag-ink)");
  }

  /** @param {string} id @param {string} colour @param {string} title */
  area(id, colour, title) {
    const { r, w = 0 } = /** @type {Place} */ (this.board.places[id]), { x, y } = /** @type {Spot} */ (this.layout.at[id]);
    return svg("circle", { cx: x, cy: y, r: (r || w / 2) * 0.8, fill: colour, opacity: 0.14 }, svg("title", {}, title));
  }

  /** @param {Mark} mark @param {Spot} spot @param {string} colour */
  ring(mark, { x, y, size }, colour) {
    const kind = this.board.items[mark.on ?? ""]?.kind, r = size * 0.6, look = { fill: "none", stroke: colour, "stroke-width": 3.5 };
    const title = svg("title", {}, mark.title);
    if (kind !== "die" && kind !== "card") return svg("circle", { cx: x, cy: y, r, ...look }, title);
    const high = r * (kind === "card" ? 1.3 : 1);
    return svg("rect", { x: x - r, y: y - high, width: 2 * r, height: 2 * high, rx: r * 0.38, ...look }, title);
  }

  /** The side of a thing where its tag hides least. @param {Mark} mark @param {Spot} spot @returns {Spot} */
  freeSpot(mark, spot) {
    const width = plateWidth(mark.text ?? ""), gap = spot.size / 2 + 8;
    const sides = [[0, -gap - 8], [gap + width / 2, 0], [-gap - width / 2, 0], [0, gap + 10], [width * 0.6, -gap - 4], [-width * 0.6, -gap - 4]];
    const spots = this.layout.order.flatMap((id) => this.layout.at[id] ?? []);
    const others = [...spots.filter((other) => other !== spot), ...this.tags];
    const free = sides.map(([dx = 0, dy = 0]) => ({ x: spot.x + dx, y: spot.y + dy, size: 24, width, scale: 1 }));
    const costs = free.map((side) => hiddenBy(side, others, this.board.view));
    const best = /** @type {Spot} */ (free[costs.indexOf(Math.min(...costs))]);
    this.tags.push(best);
    return best;
  }
}

/**
 * The board of a scene as SVG, with the spots of its places and items.
 * @param {Scene} scene
 * @param {Board} board
 * @param {boolean} turned
 * @param {string | null} spread the place whose items stand in a circle around it
 */
export function drawBoard(scene, board, turned = false, spread = null) {
  const picture = new Picture(scene, board, turned, spread);
  return { drawn: picture.draw(), layout: picture.layout };
}

/** How much of the other things a tag would hide. @param {Spot} tag @param {Spot[]} others @param {number[]} view */
function hiddenBy(tag, others, [left = 0, top = 0, width = 0, height = 0]) {
  const half = tag.width / 2;
  const outside = tag.x - half < left || tag.x + half > left + width || tag.y - 12 < top || tag.y + 12 > top + height;
  const overlap = others.map((other) =>
    Math.max(0, half + other.width / 2 - Math.abs(other.x - tag.x)) * Math.max(0, 12 + other.size / 2 - Math.abs(other.y - tag.y)));
  return overlap.reduce((sum, part) => sum + part, 0) + (outside ? 1e4 : 0);
}

/** @param {string} id @param {Place} place @param {Spot} spot */
function drawPlace(id, place, spot) {
  const { kind = "cell", pattern, heat, w, h, r } = place;
  const half = (w || r || 0) / 2, top = spot.y - (h || r || 0) / 2 + 3;
  const rule = kind === "hex" ? { stroke: "var(--hex-rule)", "stroke-width": 1.5 } : {};
  const inner = { fill: "none", stroke: "var(--ink-3)", "stroke-width": 1.5 };
  return svg(
    "g", { class: `place ${kind}`, "data-place": id },
    form(place, spot, 0, { fill: paint(place.tone), ...rule }),
    heat ? form(place, spot, 0, { fill: "var(--heat)", opacity: HEAT[Math.min(heat, 5) - 1] }) : null,
    (pattern === "hatch" || pattern === "dots") && form(place, spot, 0, { fill: `url(#${pattern})`, opacity: 0.55 }),
    (pattern === "double" || pattern === "dash") && form(place, spot, -5, { ...inner, "stroke-dasharray": pattern === "dash" && "5 4" }),
    place.mark && svg("text", {
      class: "print", x: spot.x - half + 3, y: top, dy: ".75em", "font-size": 11.5, "font-weight": 600, fill: "var(--t-line)", opacity: 0.92,
    }, place.mark),
    place.ring && svg("circle", {
      cx: spot.x + half - 7, cy: top + 4.5, r: 3, fill: "none", stroke: "var(--t-line)", "stroke-width": 1.2, opacity: 0.7,
    }),
    place.label && coordinate(place.label, place, spot, half),
    svg("title", {}, place.title),
  );
}

/** The outline of a place, `grow` units larger. @param {Place} place @param {Spot} spot @param {number} grow @param {Attributes} look */
function form(place, { x, y }, grow, look) {
  if (place.kind === "hex") {
    const side = (place.r ?? 0) + grow, angles = [30, 90, 150, 210, 270, 330].map((degrees) => (degrees * Math.PI) / 180);
    const points = angles.map((a) => `${number(x + side * Math.cos(a))},${number(y + side * Math.sin(a))}`);
    return svg("polygon", { points: points.join(" "), ...look });
  }
  const width = (place.w ?? 0) + 2 * grow, height = (place.h ?? 0) + 2 * grow;
  return svg("rect", { x: x - width / 2, y: y - height / 2, width, height, ...look });
}

/** @param {string} label @param {Place} place @param {Spot} spot @param {number} half */
function coordinate(label, place, { x, y }, half) {
  if (place.kind === "hex") return words(label, 8, { class: "coordinate", x, y: y + (place.r ?? 0) * 0.68, fill: "var(--ink-3)" });
  return svg("text", {
    class: "coordinate", x: x + half - 4, y: y + (place.h ?? 0) / 2 - 5, "text-anchor": "end", "font-size": 8, fill: "var(--t-line)", opacity: 0.85,
  }, label);
}

/** @param {Place[]} places */
function patterns(places) {
  const used = new Set(places.map((place) => place.pattern)), fill = "var(--thread)", patternUnits = "userSpaceOnUse";
  if (!used.has("hatch") && !used.has("dots")) return null;
  return svg(
    "defs", {},
    used.has("hatch") && svg("pattern", { id: "hatch", width: 7, height: 7, patternUnits, patternTransform: "rotate(45)" },
      svg("rect", { width: 1.4, height: 7, fill })),
    used.has("dots") && svg("pattern", { id: "dots", width: 8, height: 8, patternUnits }, svg("circle", { cx: 4, cy: 4, r: 1.3, fill })),
  );
}
