// Items are laid elsewhere on the board: dragged with finger or mouse, or chosen from two lists.

import { find, html, svg } from "../drawing/dom.js";
import { warn } from "./status.js";

/** @import { SceneView } from "../drawing/scene-view.js" */
/** @import { GameClient } from "./game-client.js" */
/** @import { OfferedOptions } from "./offered-options.js" */
/** @import { InputMode } from "./input-mode.js" */
/** @import { Happened } from "./sending/unsent.js" */
/** @typedef {(event: Happened, said: string) => void} Lay */

const REACH = 22;

/** Things are laid where they lie at the table until the mode is left. @param {GameClient} client @param {OfferedOptions} offers @param {InputMode} input @param {Lay} lay */
export function adjust(client, offers, input, lay) {
  const { view } = offers, { scene } = view, frame = find("[data-dock=board]", view.root);
  if (!frame || !scene?.board) return warn("There is no board to move things on; log a TableAdjusted instead.");
  let laid = Promise.resolve();
  const move = async (/** @type {string} */ item, /** @type {string} */ to) => {
    const answer = await client.post("/moved", { item, to }), content = await answer?.json().catch(() => null);
    if (!answer?.ok) return warn(content?.detail ?? "What is moved is worked out by the server, which cannot be reached now.");
    lay(content, `${offers.name(item)} lies at ${view.scene?.board?.places[to]?.title ?? to}`);
  };
  // One after the other: of two places for one thing the second counts.
  const onMoved = (/** @type {string} */ item, /** @type {string} */ to) => void (laid = laid.then(() => move(item, to)));
  view.show(scene, { animate: false });
  const { stop } = dragging(view, frame, onMoved);
  input.enter({ title: "The board is being set right", asks: "Move what lies elsewhere", events: (happened) => [happened], live: true, leave: stop }, moveForm(view, onMoved));
  frame.scrollIntoView({ block: "start" });
}

/**
 * Lets things be dragged until `stop` of the answer is called. `onMoved` hears of a thing and the place it was laid at.
 * @param {SceneView} view
 * @param {HTMLElement} frame the board's dock
 * @param {(item: string, to: string) => void} onMoved
 */
function dragging(view, frame, onMoved) {
  const ended = new AbortController(), { signal } = ended;
  /** @type {{item: string, ghost: SVGElement, pointer: number} | null} */
  let held = null;
  frame.classList.add("adjusting");
  frame.addEventListener("pointerdown", (event) => {
    const at = pointOn(frame, event), item = at && nearest(view, "items", at);
    if (!at || !item) return;
    event.preventDefault();
    const ghost = svg("circle", { class: "ghost", cx: at.x, cy: at.y, r: Math.max(14, (view.choices?.at[item]?.size ?? 28) / 2) });
    find("svg.board", frame)?.append(ghost);
    frame.setPointerCapture(event.pointerId);
    held = { item, ghost, pointer: event.pointerId };
  }, { signal });
  frame.addEventListener("pointermove", (event) => {
    const at = held?.pointer === event.pointerId && pointOn(frame, event);
    if (!held || !at) return;
    held.ghost.setAttribute("cx", String(at.x));
    held.ghost.setAttribute("cy", String(at.y));
  }, { signal });
  const drop = (/** @type {PointerEvent} */ event) => {
    if (held?.pointer !== event.pointerId) return;
    const { item, ghost } = held, at = pointOn(frame, event);
    ghost.remove();
    held = null;
    const to = event.type === "pointerup" && at && nearest(view, "places", at);
    if (to && to !== view.scene?.board?.items[item]?.at) onMoved(item, to);
  };
  frame.addEventListener("pointerup", drop, { signal });
  frame.addEventListener("pointercancel", drop, { signal });
  return { stop() {
    ended.abort();
    held?.ghost.remove();
    frame.classList.remove("adjusting");
  } };
}

/** Two lists and a button: what, and where to. @param {SceneView} view @param {(item: string, to: string) => void} onMoved */
function moveForm(view, onMoved) {
  const board = view.scene?.board, items = Object.entries(board?.items ?? {}).filter(([, item]) => item.at || item.on), places = Object.entries(board?.places ?? {});
  const what = list("move-item", items), where = list("move-to", places);
  const form = html(
    "form", { class: "event-form" }, html("p", { class: "hint-line" }, "Drag a piece to where it lies, or choose both here."),
    html("p", { class: "field" }, html("label", { for: "move-item" }, "What"), what), html("p", { class: "field" }, html("label", { for: "move-to" }, "Where to"), where),
    html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, "It lies there"), html("button", { class: "btn", type: "button", "data-do": "leave" }, "Done")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onMoved(what.value, where.value);
  });
  return form;
}

/** @param {string} id @param {[string, {title: string}][]} choices @returns {HTMLSelectElement} */
const list = (id, choices) => /** @type {HTMLSelectElement} */ (html("select", { id }, choices.map(([value, { title }]) => html("option", { value }, title))));

/** @param {HTMLElement} frame @param {PointerEvent} event */
function pointOn(frame, event) {
  const matrix = /** @type {SVGSVGElement | null} */ (frame.querySelector("svg.board"))?.getScreenCTM();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
}

/** @param {SceneView} view @param {"items" | "places"} kind @param {DOMPoint} at */
function nearest(view, kind, at) {
  const spots = view.choices?.at ?? {}, board = view.scene?.board;
  const near = Object.keys(board?.[kind] ?? {}).flatMap((id) => {
    const spot = spots[id], far = spot ? Math.hypot(spot.x - at.x, spot.y - at.y) : Infinity;
    return spot && far <= Math.max(REACH, spot.size) ? [{ id, far, z: kind === "items" ? board?.items[id]?.z ?? 0 : 0 }] : [];
  });
  // A ball lies upon its carrier: of what is as near, the topmost is meant.
  return near.sort((a, b) => Math.round((a.far - b.far) / 6) || b.z - a.z || a.far - b.far)[0]?.id;
}
