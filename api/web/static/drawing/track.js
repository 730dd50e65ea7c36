// Draws a track panel: a rail with stops, the seats' tokens stacked upwards. The server's twin is projections/kit/drawing/track.py.

import { number, svg } from "./dom.js";
import { outline, slotShape, words } from "./outlines.js";

/** @import { Panel, Seat, Seats, TrackToken } from "../types.js" */

const WIDTH = 400;
const RAIL = 28;
const STEP = 18;

/**
 * The track; tokens whose ids are in `marked` have a rim of that tone.
 * @param {Panel} panel
 * @param {Seats} seats
 * @param {Record<string, string>} marked
 */
export function track(panel, seats, marked) {
  const { from = 0, to = 0, tokens = [], stops = [] } = panel;
  const top = trackTop(tokens);
  const ticks = Array.from({ length: to - from + 1 }, (_, n) =>
    svg("path", { d: `M${number(across(panel, from + n))} ${n % 5 ? 26 : 23}V30`, stroke: "var(--ink-3)" }));
  /** @type {Map<number, number>} */
  const stacked = new Map();
  const drawn = [...tokens].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)).map((token) => {
    const below = stacked.get(token.at) ?? 0;
    stacked.set(token.at, below + 1);
    return drawToken(token, panel, /** @type {Seat} */ (seats[token.seat]), below, marked[token.id]);
  });
  return svg(
    "svg", {
      class: "track", viewBox: `0 ${top} ${WIDTH} ${50 - top}`, role: "img", "font-family": "var(--narrow)",
      "aria-label": tokens.map((token) => token.title).join("; ") || panel.title,
    },
    svg("path", { d: `M14 ${RAIL}H${WIDTH - 14}`, stroke: "var(--ink-2)", "stroke-width": 2 }),
    ticks, stops.flatMap((stop) => drawStop(stop, panel)), drawn,
  );
}

/** The upper edge of the view: below zero where tokens are stacked high. @param {TrackToken[]} tokens */
function trackTop(tokens) {
  const tallest = Math.max(1, ...tokens.map((token) => tokens.filter((other) => other.at === token.at).length));
  return Math.min(0, 14 - STEP * (tallest - 1));
}

/** @param {Panel} panel @param {number} at */
const across = ({ from = 0, to = 0 }, at) => 14 + ((WIDTH - 28) * (at - from)) / (to - from || 1);

/** @param {{at: number, label: string, tone?: string}} stop @param {Panel} panel */
function drawStop(stop, panel) {
  const x = across(panel, stop.at);
  const [anchor, shift] = stop.at === panel.to ? ["end", 8] : stop.at === (panel.from ?? 0) ? ["start", -8] : ["middle", 0];
  return [
    svg("path", { d: `M${number(x)} 20V36`, stroke: stop.tone ? `var(--t-${stop.tone})` : "var(--ink)", "stroke-width": 2 }),
    words(stop.label, 10, { x: x + Number(shift), y: 44, "text-anchor": anchor, fill: "var(--ink-2)", "font-weight": 600 }),
  ];
}

/** @param {TrackToken} token @param {Panel} panel @param {Seat} seat @param {number} below @param {string | undefined} mark */
function drawToken(token, panel, seat, below, mark) {
  const fill = `var(--seat-${seat.slot})`, ink = `var(--seat-${seat.slot}-ink)`;
  return svg(
    "g", { "data-id": token.id, transform: `translate(${number(across(panel, token.at))} ${RAIL - below * STEP})` },
    svg(
      "g", { class: "fly" },
      mark && outline(slotShape(seat), 13, { fill: `var(--t-${mark})` }),
      outline(slotShape(seat), 10, { class: "skin", fill, stroke: "var(--surface)", "stroke-width": 0.16 }),
      words(seat.mark, 11, { fill: ink, "font-weight": 700, y: seat.slot === 3 && 3 }),
    ),
    svg("title", {}, token.title),
  );
}
