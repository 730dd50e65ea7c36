// Shows any scene: the board, the panels in their docks, what may be tapped. Knows no game.

import { drawBoard } from "./board.js";
import { Choices } from "./choices.js";
import { findAll, find } from "./dom.js";
import { byId } from "./outlines.js";
import { drawPanel, markedIn, saidCards, seatBar, trayHead } from "./panels.js";
import { stands, still, travel } from "./animation.js";

/** @import { Option, Panel, Scene, Seat, Seats } from "../types.js" */
/** @typedef {{onSelect?: (id: string | null, options: Option[]) => void, onTake?: (options: Option[], id: string) => void}} Listeners */

export class SceneView {
  /**
   * `root` holds elements with data-dock (board, bar-near, bar-far, tray-near, tray-far, stage, table, said) or
   * data-panel (a panel's id or kind). `onSelect` hears of the thing selected and its options, `onTake` of the
   * options that a tap on a target or on a thing without targets means: one is to be taken, several to be asked about.
   * @param {HTMLElement} root
   * @param {Listeners} listeners
   */
  constructor(root, listeners = {}) {
    this.root = root;
    this.listeners = listeners;
    this.turned = false;
    this.aids = true;
    /** @type {string | null} */
    this.selected = null;
    /** @type {Option[]} */
    this.options = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {string | null} */
    this.spread = null;
    /** @type {Choices | null} */
    this.choices = null;
    root.addEventListener("click", (event) => this.#tap(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#leave());
  }

  /**
   * Draws a scene; what was there already travels, unless `animate` is false or the board is another one.
   * @param {Scene} scene
   * @param {{options?: Option[], selected?: string | null, animate?: boolean}} how
   */
  show(scene, { options = [], selected = null, animate = true } = {}) {
    const travels = animate && this.scene !== null && this.scene.board?.key === scene.board?.key && !still();
    const before = travels ? stands(this.root) : null;
    Object.assign(this, { scene, options, selected, spread: null });
    this.#draw();
    if (before) travel(this.root, before);
  }

  /** Turns the board by 180 degrees, where it may be turned. */
  turn() {
    this.turned = !this.turned;
    this.#draw();
  }

  /** Shows or hides the marks that only help. @param {boolean} shown */
  showAids(shown) {
    this.aids = shown;
    this.#draw();
  }

  /** Selects a thing, or nothing. @param {string | null} id */
  select(id) {
    this.selected = id;
    this.#choose();
    this.listeners.onSelect?.(id, this.options.filter((option) => option.piece === id));
  }

  #draw() {
    if (!this.scene) return;
    const marks = (this.scene.marks ?? []).filter((mark) => this.aids || mark.why !== "aid");
    const scene = { ...this.scene, marks }, seats = byId(scene.seats), marked = markedIn(scene);
    /** @type {Map<Element, (Node | null)[]>} */
    const filled = new Map(findAll("[data-dock], [data-panel]", this.root).map((dock) => [dock, []]));
    /** @type {Map<Element, string>} */
    const owners = new Map();
    const put = (/** @type {Element | null} */ dock, /** @type {Node | null} */ node) => dock && filled.get(dock)?.push(node);
    for (const seat of scene.seats) put(this.#dock(`bar-${this.#side(seat)}`), seatBar(seat, scene));
    for (const panel of scene.panels ?? []) {
      const dock = panel.dock === "bar" ? null : this.#dockOf(panel, seats), owner = seats[panel.seat ?? ""];
      if (dock && panel.dock === "tray" && owner && owners.get(dock) !== owner.id) {
        owners.set(dock, owner.id);
        put(dock, trayHead(owner));
      }
      if (dock) put(dock, drawPanel(panel, seats, marked));
    }
    put(this.#dock("said"), saidCards(scene));
    put(this.#dock("board"), this.#board(scene));
    for (const [dock, nodes] of filled) refill(dock, nodes.filter((node) => node !== null));
    this.#choose();
  }

  /** @param {Scene} scene */
  #board(scene) {
    this.choices = null;
    if (!scene.board) return null;
    const { drawn, layout } = drawBoard(scene, scene.board, this.turned, this.spread);
    this.choices = new Choices(scene.board, layout.at, this.options, this.selected);
    if (this.options.length) drawn.setAttribute("role", "group");
    return drawn;
  }

  /** Draws what may be tapped anew. */
  #choose() {
    const picture = this.#picture();
    if (!picture || !this.choices) return;
    this.choices.selected = this.selected;
    for (const layer of picture.querySelectorAll(":scope > .choices")) layer.remove();
    picture.classList.toggle("choosing", this.selected !== null);
    if (!this.options.length) return;
    const { low, high } = this.choices.draw();
    picture.querySelector(":scope > .items")?.before(low);
    picture.append(high);
  }

  /** @returns {SVGSVGElement | null} */
  #picture() {
    return this.root.querySelector("svg.board");
  }

  /** @param {string} name */
  #dock(name) {
    return find(`[data-dock="${name}"]`, this.root);
  }

  /** @param {Seat} seat */
  #side(seat) {
    const turned = this.turned && this.scene?.board?.turnable;
    return (seat.side === "near") !== Boolean(turned) ? "near" : "far";
  }

  /** @param {Panel} panel @param {Seats} seats */
  #dockOf(panel, seats) {
    if (panel.dock === "stage") return this.#dock("stage");
    const spots = [panel.id, panel.kind].map((name) => find(`[data-panel="${CSS.escape(name)}"]`, this.root));
    const owner = panel.dock === "tray" ? seats[panel.seat ?? ""] : undefined;
    return spots[0] ?? spots[1] ?? this.#dock(owner ? `tray-${this.#side(owner)}` : panel.dock);
  }

  /** Takes what a tap or Enter on a candidate means. @param {string} id */
  #take(id) {
    // A target may lie off the board too: a slot of a mat, a card.
    const options = this.options.filter((option) => this.selected !== null && option.piece === this.selected && option.to === id);
    const own = this.options.filter((option) => option.piece === id);
    if (options.length) this.listeners.onTake?.(options, id);
    else if (own.length && own.every((option) => !option.to)) this.listeners.onTake?.(own, id);
    else this.select(own.length && id !== this.selected ? id : null);
  }

  /** @param {MouseEvent} event */
  #tap(event) {
    const target = /** @type {Element} */ (event.target), picture = this.#picture();
    const off = target.closest(".card[data-id], .die-face[data-id]")?.getAttribute("data-id");
    if (off && this.options.some((option) => option.piece === off || option.to === off)) this.#take(off);
    else if (picture?.contains(target)) this.#tapBoard(event, picture);
    else if (this.selected && !target.closest("button, a, input, select, label")) this.select(null);
  }

  /** @param {MouseEvent} event @param {SVGSVGElement} picture */
  #tapBoard(event, picture) {
    const matrix = picture.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const id = this.options.length ? this.choices?.nearest(x, y, matrix.a) : undefined;
    if (id) this.#take(id);
    else if (this.selected) this.select(null);
    else this.#spreadAt(x, y);
  }

  /** Spreads the items of a place that shows only some of them, or gathers them again. @param {number} x @param {number} y */
  #spreadAt(x, y) {
    const board = this.scene?.board, at = this.choices?.at;
    if (!board || !at) return;
    const full = Object.keys(board.places).find((id) => {
      const count = Object.values(board.items).filter((item) => item.at === id && !item.anchor && (item.z ?? 0) >= 0).length;
      const spot = at[id];
      return count > 4 && spot && Math.hypot(spot.x - x, spot.y - y) <= spot.size / 2;
    });
    const spread = full && full !== this.spread ? full : null;
    if (spread === this.spread) return;
    const before = still() ? null : stands(this.root);
    this.spread = spread;
    this.#draw();
    if (before) travel(this.root, before);
  }

  /** Lets go of what is selected and gathers what is spread. */
  #leave() {
    if (this.spread) {
      this.spread = null;
      this.#draw();
    }
    if (this.selected) this.select(null);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const hit = /** @type {HTMLElement} */ (event.target).dataset?.hit;
    if (!hit) return;
    const next = this.choices?.towards(hit, event.key);
    if (event.key === "Enter" || event.key === " ") this.#take(hit);
    else if (next) find(`[data-hit="${CSS.escape(next)}"]`, this.root)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Puts other nodes into a dock, unless they look the same: what is scrolled or focused there stays. @param {Element} dock @param {Node[]} nodes */
function refill(dock, nodes) {
  const old = [...dock.childNodes];
  if (old.length === nodes.length && old.every((node, n) => nodes[n] && node.isEqualNode(nodes[n] ?? null))) return;
  dock.replaceChildren(...nodes);
}
