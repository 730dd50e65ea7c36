// What may be tapped on a board: pieces that have options, and the targets of the one that is selected.

import { svg } from "./dom.js";
import { compare } from "./layout.js";
import { percent, plateWidth, words } from "./outlines.js";

/** @import { Child } from "./dom.js" */
/** @import { Board, Option, Spot, Spots } from "../types.js" */

const REACH = 22;
const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class Choices {
  /**
   * @param {Board} board
   * @param {Spots} at
   * @param {Option[]} options
   * @param {string | null} selected
   */
  constructor(board, at, options, selected) {
    this.board = board;
    this.at = at;
    this.options = options;
    this.selected = selected;
  }

  /** The options of the selected piece by the target they lead to. @returns {Map<string, Option[]>} */
  targets() {
    /** @type {Map<string, Option[]>} */
    const found = new Map();
    for (const option of this.options) {
      if (option.piece === this.selected && option.to && this.at[option.to]) found.set(option.to, [...(found.get(option.to) ?? []), option]);
    }
    return found;
  }

  /** The things on the board that have options. */
  movers() {
    return [...new Set(this.options.map((option) => option.piece ?? ""))].filter((id) => this.at[id]);
  }

  /**
   * The nearest candidate within a finger's reach of a point: targets of the selection first.
   * @param {number} x
   * @param {number} y
   * @param {number} unit screen pixels in a unit of the view
   */
  nearest(x, y, unit) {
    const near = (/** @type {string[]} */ ids) => {
      const reached = ids.map((id) => ({ id, far: Math.hypot(this.spot(id).x - x, this.spot(id).y - y) }));
      return reached.filter(({ id, far }) => far <= Math.max(REACH / unit, this.spot(id).size / 2)).sort((a, b) => a.far - b.far)[0]?.id;
    };
    return near([...this.targets().keys()]) ?? near(this.movers());
  }

  /**
   * The candidate that an arrow key leads to from another one.
   * @param {string} from
   * @param {string} key
   */
  towards(from, key) {
    const way = ARROWS[key], here = this.at[from];
    if (!way || !here) return null;
    const [wx, wy] = way;
    const far = this.candidates().filter((id) => id !== from).map((id) => {
      const dx = this.spot(id).x - here.x, dy = this.spot(id).y - here.y, along = dx * wx + dy * wy;
      return { id, along, cost: along + 2 * Math.abs(dx * wy - dy * wx) };
    });
    return far.filter(({ along }) => along > 1).sort((a, b) => a.cost - b.cost)[0]?.id ?? null;
  }

  /** Everything that may be tapped, in reading order. */
  candidates() {
    const all = [...new Set([...this.targets().keys(), ...this.movers()])];
    return all.sort((a, b) => compare([this.spot(a).y, this.spot(a).x, a], [this.spot(b).y, this.spot(b).x, b]));
  }

  /** Layers below and above the items. @returns {{low: SVGElement, high: SVGElement}} */
  draw() {
    const targets = [...this.targets()].map(([id, options]) => this.target(id, options));
    const rims = this.selected && this.at[this.selected] ? ["selected-casing", "selected"] : [];
    const low = svg(
      "g", { class: "choices" },
      this.selected ? [] : this.movers().map((id) => underline(this.spot(id))),
      rims.map((name) => ring(name, this.spot(this.selected ?? ""), 0.62)),
      ...targets.map((target) => target.low),
    );
    const high = svg("g", { class: "choices" }, ...targets.map((target) => target.high), this.candidates().map((id) => this.hit(id)));
    return { low, high };
  }

  /** @param {string} id @param {Option[]} options @returns {{low: Child, high: Child}} */
  target(id, options) {
    const spot = this.spot(id), occupied = this.board.items[id];
    const best = options.reduce((a, b) => ((b.probability ?? 2) > (a.probability ?? 2) ? b : a)), chance = best.probability;
    const text = chance == null ? null : best.target == null ? percent(chance) : typeof best.target === "number" ? `${Math.max(1, best.target)}+` : best.target;
    const low = occupied ? ring("halo", spot, 0.6) : text ? svg("circle", { class: "halo", cx: spot.x, cy: spot.y, r: 15 })
      : svg("circle", { class: "target-dot", cx: spot.x, cy: spot.y, r: 6 });
    return { low, high: text && chance != null && this.chance(text, chance, spot) };
  }

  /** A tag whose fill says the chance in four steps of ink. @param {string} text @param {number} chance @param {Spot} spot */
  chance(text, chance, spot) {
    const level = [0.25, 0.5, 0.75].filter((edge) => chance >= edge).length + 1, width = plateWidth(text);
    const up = Math.min(spot.size, 40) * 0.5 + 9, above = spot.y - up - 12 >= (this.board.view[1] ?? 0);
    return svg(
      "g", { class: `chance level-${level}`, transform: `translate(${spot.x} ${above ? spot.y - up : spot.y + up})` },
      svg("rect", { x: -width / 2, y: -11.5, width, height: 23, rx: 11 }), words(text, 14.5),
    );
  }

  /** What a finger or the keyboard reaches. @param {string} id */
  hit(id) {
    const { x, y, size } = this.spot(id), labels = this.targets().get(id)?.map((option) => option.label).join(", ");
    const label = labels ?? `select ${this.board.items[id]?.title ?? id}`;
    return svg("circle", { class: "hit", cx: x, cy: y, r: Math.max(20, size / 2), "data-hit": id, tabindex: 0, role: "button", "aria-label": label });
  }

  /** @param {string} id @returns {Spot} */
  spot(id) {
    return /** @type {Spot} */ (this.at[id]);
  }
}

/** @param {string} name @param {Spot} spot @param {number} part */
const ring = (name, { x, y, size }, part) => svg("circle", { class: name, cx: x, cy: y, r: size * part });

/** @param {Spot} spot */
const underline = ({ x, y, size }) => svg("path", { class: "can", d: `M${x - size * 0.3} ${y + size * 0.62}h${size * 0.6}` });
