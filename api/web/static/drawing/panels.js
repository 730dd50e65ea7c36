// A scene's panels as HTML: what does not lie on a board. The server's twin is api/web/panels.py.

import { html, svg } from "./dom.js";
import { byId, kit, percent, printed, seatMark } from "./outlines.js";
import { dieBody, is } from "./pieces.js";
import { track } from "./track.js";

/** @import { Child } from "./dom.js" */
/** @import { Card, Counter, Die, Needs, Panel, Scene, Seat, Seats } from "../types.js" */
/** @typedef {Record<string, string>} Marked the tones of marks by the ids they lie on */

/** @type {Record<string, (panel: Panel, seats: Seats, marked: Marked) => Child>} */
const CONTENT = { counters, cards, track, table, dice, share, list, prompt };

/**
 * The strip with a seat's name, counters and score, at the board's edge.
 * @param {Seat} seat
 * @param {Scene} scene
 */
export function seatBar(seat, scene) {
  const bars = (scene.panels ?? []).filter((panel) => panel.dock === "bar" && panel.seat === seat.id);
  return html(
    "div", { class: seat.turn ? "seat-bar has-turn" : "seat-bar", "data-slot": seat.slot },
    seatMark(seat),
    html(
      "span", { class: "who" },
      html("b", {}, seat.name), seat.person && html("span", {}, seat.person), seat.note && html("em", {}, seat.note),
      seat.turn && html("span", { class: "sr" }, "may act"),
    ),
    bars.map((panel) => html("div", { class: "panel" }, counters(panel))),
    seat.score != null && html("strong", { class: "score" }, seat.score),
  );
}

/**
 * One panel with its heading; things whose ids are in `marked` get the mark of that tone.
 * @param {Panel} panel
 * @param {Seats} seats
 * @param {Marked} marked
 */
export function drawPanel(panel, seats, marked) {
  if (panel.kind === "dice" && !panel.rolls?.length) return null;
  const most = panel.limit ? `/${panel.limit}` : "";
  const count = panel.count != null && html("span", { class: "count" }, `${panel.count}${most}`);
  return html(
    "section", { class: `panel ${panel.kind}-panel`, "data-slot": seats[panel.seat ?? ""]?.slot },
    panel.title && panel.kind !== "prompt" && html("h3", {}, panel.title, count),
    CONTENT[panel.kind]?.(panel, seats, marked) ?? null,
  );
}

/** The head of a seat's belongings. @param {Seat} seat */
export const trayHead = (seat) => html("h2", { class: "tray-head" }, seatMark(seat, 20), seat.name);

/** The cards that the last event concerned, once more beside its sentence. @param {Scene} scene */
export function saidCards(scene) {
  const last = new Set((scene.marks ?? []).filter((mark) => mark.why === "last").map((mark) => mark.on)), seats = byId(scene.seats);
  const cards = (scene.panels ?? []).flatMap((panel) => panel.cards ?? []).filter((one) => last.has(one.id) && !is(one, "unseen"));
  return cards.length ? html("ul", { class: "cards row" }, cards.map((one) => card(one, seats, undefined, true))) : null;
}

/** The marks that lie on something, by its id. @param {Scene} scene @returns {Marked} */
export const markedIn = (scene) =>
  Object.fromEntries((scene.marks ?? []).filter((mark) => mark.on && mark.why !== "aid").map((mark) => [mark.on, mark.tone ?? "quiet"]));

/** What a roll needs: the lowest face, and the chance. @param {Needs | undefined} needs */
export function needed(needs) {
  if (!needs || (needs.target == null && needs.chance == null)) return null;
  const target = typeof needs.target === "number" ? `${Math.max(1, needs.target)}+` : needs.target;
  return html(
    "span", { class: "needs" },
    target != null && html("b", {}, target), needs.chance != null && html("span", {}, percent(needs.chance)),
  );
}

/** @param {Panel} panel */
function counters(panel) {
  const items = panel.items ?? [];
  return html("dl", { class: "counters" }, items.map((one) =>
    html("div", { title: one.title }, html("dt", {}, one.label), html("dd", {}, counted(one)))));
}

/** @param {Counter} counter @returns {Child} */
function counted({ value, of, shape = "disc" }) {
  if (value == null) return html("span", { title: "not known" }, "?");
  if (of && of <= 8 && typeof value === "number") {
    const pips = Array.from({ length: of }, (_, n) => html("i", { class: n < value ? `pip ${shape} on` : `pip ${shape}` }));
    return [...pips, html("span", { class: "sr" }, `${value} of ${of}`)];
  }
  return of ? `${value}/${of}` : String(value);
}

/** @param {Panel} panel @param {Seats} seats @param {Marked} marked */
function cards(panel, seats, marked) {
  const shown = panel.cards ?? [], open = panel.layout === "hand" ? Math.max(0, (panel.limit ?? 0) - shown.length) : 0;
  return html(
    "ul", { class: `cards ${panel.layout ?? "row"}`, tabindex: panel.layout === "hand" && "0" },
    shown.map((one) => card(one, seats, marked[one.id])),
    Array.from({ length: open }, () => html("li", { class: "card is-vacant", "aria-hidden": "true" })),
  );
}

/**
 * A card; a copy that stands beside the sentence has no id to travel by.
 * @param {Card} one
 * @param {Seats} seats
 * @param {string | undefined} mark
 * @param {boolean} copy
 */
function card(one, seats, mark, copy = false) {
  const unseen = is(one, "unseen"), id = copy ? null : one.id;
  const names = ["card", unseen && "back", ...(one.state ?? []).map((state) => `is-${state}`), mark && `mark-${mark}`];
  const kind = names.filter(Boolean).join(" ");
  if (unseen) {
    return html("li", { class: kind, "data-id": id, "data-tone": one.tone }, html("span", { class: "sr" }, "a card not seen here"));
  }
  return html(
    "li", { class: kind, "data-id": id, "data-slot": seats[one.seat ?? ""]?.slot, title: one.title },
    one.slot && html("small", { class: "slot" }, one.slot),
    one.corner && one.corner !== one.slot && html("span", { class: "corner" }, one.corner),
    html("b", {}, one.label || one.title),
    one.sublabel && html("span", { class: "sub" }, one.sublabel),
    one.art && svg("svg", { viewBox: `0 0 ${one.art.view.join(" ")}`, "aria-hidden": "true" }, one.art.shapes.map((shape) => printed(shape))),
    one.lines?.length ? html("ul", { class: "lines" }, one.lines.map((line, n) => html("li", { class: n === one.used && "used" }, line))) : null,
    pips(one),
    (one.under ?? []).map((under) => html("span", { class: "under", title: under.title }, under.label || under.title)),
  );
}

/** @param {Card} one */
function pips({ dice = [], badges = [] }) {
  if (!dice.length && !badges.length) return null;
  return html(
    "span", { class: "pips" },
    dice.map((tone) => html("i", { class: "die-pip", "data-tone": tone, title: tone }, tone.slice(0, 1).toUpperCase())),
    badges.map((badge) => html("span", { class: "card-badge", title: badge.title }, badge.text)),
  );
}

/** @param {Panel} panel */
function table(panel) {
  const columns = panel.columns ?? [];
  const head = columns.map((column) => html("th", { scope: "col", class: column.align, title: column.title }, column.label));
  const rows = (panel.rows ?? []).map((row) => html(
    "tr", { "data-id": row.id, class: (row.state ?? []).map((state) => `is-${state}`).join(" ") || null },
    row.cells.map((cell, n) => (n ? html("td", { class: columns[n]?.align }, cell) : html("th", { scope: "row", class: columns[0]?.align }, cell))),
  ));
  const whole = html("table", { class: "data" }, html("thead", {}, html("tr", {}, head)), html("tbody", {}, rows));
  return html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": panel.title }, whole);
}

/** @param {Panel} panel @param {Seats} seats @param {Marked} marked */
function dice(panel, seats, marked) {
  return html("div", { class: "dice" }, (panel.rolls ?? []).map((roll) => {
    const seat = seats[roll.seat ?? ""];
    return html(
      "div", { class: "roll" },
      seat && seatMark(seat, 18), html("span", { class: "label" }, roll.label),
      roll.dice.map((one) => die(one, marked[one.id])),
      roll.sum && html("b", { class: "sum" }, `= ${roll.sum}`), needed(roll.needs),
    );
  }));
}

/** @param {Die} one @param {string | undefined} mark */
function die(one, mark) {
  const said = one.title ?? (one.face == null ? "not rolled yet" : `rolled ${one.face || "a blank"}`);
  const names = ["die-face", ...(one.state ?? []).map((state) => `is-${state}`), ...(mark ? [`mark-${mark}`] : [])];
  return svg(
    "svg", {
      class: names.join(" "), viewBox: "-20 -20 40 40", width: 36, height: 36, "data-id": one.id, role: "img", "aria-label": said,
      "font-family": "var(--narrow)",
    },
    dieBody(one, 17, kit(one.tone || "white", undefined)), svg("title", {}, said),
  );
}

/** @param {Panel} panel @param {Seats} seats */
function share(panel, seats) {
  const parts = panel.parts ?? [], said = parts.map((part) => `${part.label} ${percent(part.value)}`).join(", ");
  let left = 0;
  const drawn = parts.map((part) => {
    const slot = seats[part.seat]?.slot ?? 1, at = inPercent(left), wide = inPercent(part.value);
    left += part.value;
    const look = { x: 8, y: 17, dy: ".35em", fill: `var(--seat-${slot}-ink)`, "font-size": 14, "font-weight": 600 };
    return svg(
      "svg", { x: at, width: wide, height: 34 },
      svg("rect", { width: "100%", height: 34, fill: `var(--seat-${slot})` }),
      part.value >= 0.12 && svg("text", look, `${part.label} ${percent(part.value)}`),
    );
  });
  return svg("svg", { class: "share", role: "img", "aria-label": said, height: 34, "font-family": "var(--narrow)" }, drawn);
}

/** A part of the whole in per cent with one decimal. @param {number} part */
const inPercent = (part) => `${Math.round(part * 1000) / 10}%`;

/** @param {Panel} panel @param {Seats} seats */
function list(panel, seats) {
  return html("ol", { class: "plain-list" }, (panel.items ?? []).map((line) => {
    const seat = seats[line.seat ?? ""];
    return html(
      "li", { class: line.note && "has-note" },
      seat && seatMark(seat, 16), html("span", {}, line.text), line.note && html("em", {}, line.note),
    );
  }));
}

/** @param {Panel} panel @param {Seats} seats */
function prompt(panel, seats) {
  const marks = (panel.seats ?? []).flatMap((id) => seats[id] ?? []).map((seat) => seatMark(seat, 20));
  return html("p", { class: "prompt" }, marks, html("span", {}, panel.text), needed(panel.needs));
}
