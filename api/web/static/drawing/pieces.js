// Draws pieces, tokens, dice and cards on a board. The server's twin is projections/kit/drawing/pieces.py.

import { number, svg } from "./dom.js";
import { anchor, sizeOf } from "./layout.js";
import { INK, PAPER, kit, outline, paint, printed, words } from "./outlines.js";

/** @import { Attributes } from "./dom.js" */
/** @import { Kit } from "./outlines.js" */
/** @import { Badge, Item, Place, Seats, Spot } from "../types.js" */

const LINES = { fill: "none", "stroke-linejoin": "round" };
const STRIPES = "M-.85 .1L.1-.85M-.72 .6L.6-.72M-.3 .82L.82-.3M-.9-.45L-.45-.9M.3 .85L.85 .3";
const CRACK = "M-.2-.95L.15-.35L-.3 .05L.2 .9";
const CROSS = "M-.8-.8L.8 .8M-.8 .8L.8-.8";
const TICK = "M.2 .62L.5 .92L1.05 .3L.88 .14L.5 .56L.36 .44Z";
const PATCH = "M0-.42L.4-.13L.25 .34H-.25L-.4-.13Z";

/** @param {{state?: string[]}} one @param {...string} states */
export const is = (one, ...states) => states.some((state) => one.state?.includes(state));

/**
 * An item at its spot. Its title says where it lies.
 * @param {Item} item
 * @param {string} id
 * @param {Spot} spot
 * @param {Seats} seats
 * @param {Record<string, Place>} places
 * @param {boolean} turned
 */
export function thing(item, id, spot, seats, places, turned) {
  const facing = item.facing == null ? null : item.facing + (turned ? 180 : 0), place = places[item.at ?? ""];
  const states = (item.state ?? []).map((state) => `is-${state}`);
  return svg(
    "g", {
      class: ["item", item.kind, ...states].join(" "), "data-id": id, "data-facing": facing,
      transform: `translate(${number(spot.x)} ${number(spot.y)})`,
    },
    svg("g", { class: "fly" }, lifted(item, spot.size / 2, kit(item.tone, seats[item.seat ?? ""]), facing)),
    svg("title", {}, place ? `${item.title} at ${place.title}` : item.title),
  );
}

/**
 * A sign at a corner of a thing of that radius.
 * @param {Badge} sign
 * @param {number} radius
 * @param {number} x
 * @param {number} y
 */
export function badge(sign, radius, x = 0, y = 0) {
  const [dx, dy] = anchor(sign.corner), size = radius * 0.46;
  return svg(
    "g", { class: "badge", transform: `translate(${number(x + dx * radius * 1.02)} ${number(y + dy * radius * 1.02)})` },
    outline(sign.shape, size, { fill: PAPER, stroke: INK, "stroke-width": 0.16 }),
    sign.text && words(sign.text, size * 1.35, { fill: INK, "font-weight": 700 }),
    sign.title && svg("title", {}, sign.title),
  );
}

/**
 * A die and the face it shows, `?` when it is not rolled or to be rolled again.
 * @param {{face?: string | null, state?: string[]}} die
 * @param {number} radius
 * @param {Kit} colours
 */
export function dieBody(die, radius, colours) {
  const open = die.face == null || is(die, "pending");
  const look = { ...skin("die", die, radius, colours), ...(open && dashed(radius)) };
  const ink = inkOf(die, colours);
  return [
    outline("die", radius, { class: "skin", ...look }),
    words(open ? "?" : die.face ?? "", radius * 1.15, { fill: ink, "font-weight": 700 }),
    is(die, "cancelled") && cross(radius),
  ];
}

/** @param {Item} item @param {number} r @param {Kit} colours @param {number | null} facing */
function lifted(item, r, colours, facing) {
  if (item.kind === "text") {
    const look = { fill: paint(item.tone ?? "line"), "text-anchor": item.align ?? "start", "font-weight": 700 };
    return [words(item.text ?? "", sizeOf(item), look)];
  }
  const whole = drawn(item, r, colours, facing);
  if (!is(item, "raised")) return whole;
  return [outline(form(item), r, { fill: INK }), svg("g", { transform: "translate(0 -4)" }, ...whole)];
}

/** @param {Item} item @param {number} r @param {Kit} colours @param {number | null} facing */
function drawn(item, r, colours, facing) {
  const thing = item.kind === "die" ? dieBody(item, r, colours) : [body(item, r, colours, facing), ...letters(item, r, colours)];
  return [...thing, ...signs(item, r), ...(item.badges ?? []).map((sign) => badge(sign, r))];
}

/** @param {Item} item */
const form = (item) => (item.kind === "die" || item.kind === "card" ? item.kind : item.shape ?? "disc");

/** What turns with the facing. @param {Item} item @param {number} r @param {Kit} colours @param {number | null} facing */
function body(item, r, colours, facing) {
  const look = skin(item.kind, item, r, colours);
  if (item.shape === "ball" && !item.tone) look.fill = "#ffffff";
  return svg(
    "g", { class: "body", transform: facing == null ? null : `rotate(${number(facing)})` },
    (item.rays ?? []).map((degrees) => ray(degrees, r)),
    outline(form(item), r, { class: "skin", ...look }),
    item.shape === "ball" && path(PATCH, r, { fill: INK }),
    is(item, "active") && outline(form(item), r * 0.8, { fill: "none", stroke: colours.ink, "stroke-width": 0.1 }),
    is(item, "flipped", "suppressed")
      && path(STRIPES, r, { stroke: colours.ink, "stroke-width": 0.13, ...LINES, opacity: is(item, "flipped") ? 0.3 : 0.75 }),
    is(item, "damaged") && path(CRACK, r, { stroke: colours.ink, "stroke-width": 0.16, ...LINES }),
    item.band && band(item.band, r, is(item, "flipped", "spent")),
  );
}

/** @param {string} d @param {number} r @param {Attributes} look */
const path = (d, r, look) => svg("path", { d, transform: `scale(${number(r)})`, ...look });

/**
 * Fill and rim of a thing in its states; widths and dashes in units of its radius.
 * @param {string} kind
 * @param {{state?: string[]}} thing
 * @param {number} r
 * @param {Kit} colours
 * @returns {Attributes}
 */
function skin(kind, thing, r, colours) {
  const rim = kind === "token" && colours.fill === "var(--t-black)" ? "#ffffff" : kind === "piece" ? colours.rim : INK;
  const width = kind === "piece" ? 0.13 : kind === "token" ? 0.12 : 1.5 / r;
  return {
    fill: is(thing, "vacant") ? "none" : is(thing, "unseen") ? "var(--t-grey)" : colours.fill,
    stroke: rim, "stroke-width": width, "stroke-linejoin": "round",
    opacity: is(thing, "flipped", "spent", "routed") && 0.5,
    "fill-opacity": is(thing, "cancelled") && 0.35,
    ...(is(thing, "routed", "pending", "vacant") && dashed(r)),
    ...(is(thing, "edited") && { "stroke-dasharray": ".06 .18", "stroke-linecap": "round", "stroke-width": 0.16 }),
  };
}

/** @param {number} r */
const dashed = (r) => ({ "stroke-dasharray": ".34 .2", "stroke-width": Math.max(0.13, 2 / r) });

/** @param {{state?: string[]}} thing @param {Kit} colours */
const inkOf = (thing, colours) => (is(thing, "vacant") ? "var(--ink-3)" : is(thing, "cancelled") ? "var(--t-line)" : colours.ink);

/** @param {Item} item @param {number} r @param {Kit} colours */
function letters(item, r, colours) {
  const unseen = is(item, "unseen"), label = unseen ? "?" : item.label, ink = inkOf(item, colours);
  if (item.kind === "card") return cardLetters(item, r, label, ink);
  if (item.kind === "token") {
    const [x, y] = item.shape === "flag" ? [r * 0.24, -r * 0.42] : item.shape === "lock" ? [0, r * 0.4] : [0, 0];
    return [word(label, r * (item.shape === "flag" ? 0.66 : 0.82), ink, { x, y })];
  }
  const size = r * (item.sublabel ? 0.66 : [...(label ?? "")].length > 2 ? 0.8 : 1.08);
  const y = item.sublabel ? -r * 0.2 : item.band ? -r * 0.08 : 0;
  return [
    word(label, size, ink, { y, "text-decoration": is(item, "flipped") && "line-through" }),
    word(item.sublabel, r * 0.56, ink, { y: r * 0.38 }),
  ];
}

/** @param {Item} item @param {number} r @param {string | undefined} label @param {string} ink */
function cardLetters(item, r, label, ink) {
  const picture = item.art && !is(item, "unseen") && cardArt(item.art, r);
  return [
    picture,
    word(label, r * 0.5, ink, { y: picture ? -r * 1.05 : 0 }),
    word(item.corner, r * 0.4, ink, { x: r * 0.65, y: -r * 1.05 }),
    word(item.sublabel, r * 0.36, ink, { y: picture ? r * 1.1 : r * 0.5 }),
  ];
}

/** @param {import("../types.js").Art} art @param {number} r */
function cardArt({ view: [width = 1, height = 1], shapes }, r) {
  const scale = Math.min((1.7 * r) / width, (1.9 * r) / height);
  const at = `translate(${number((-width * scale) / 2)} ${number(-r * 0.7)}) scale(${number(scale)})`;
  return svg("g", { transform: at }, shapes.map((one) => printed(one)));
}

/** @param {string | undefined} text @param {number} size @param {string} ink @param {Attributes} look */
const word = (text, size, ink, look) => text && words(text, size, { fill: ink, "font-weight": 700, ...look });

/** @param {number} degrees @param {number} r */
function ray(degrees, r) {
  const d = `M${number(r * 1.22)} ${number(-r * 0.2)}L${number(r * 1.62)} 0L${number(r * 1.22)} ${number(r * 0.2)}Z`;
  return svg("path", { d, fill: "var(--ink)", opacity: 0.75, transform: `rotate(${number(degrees)})` });
}

/** @param {string} tone @param {number} r @param {boolean} pale */
function band(tone, r, pale) {
  const edge = number(r * 0.66), low = number(r * 0.56), arc = number(r * 0.87);
  const d = `M-${edge} ${low}A${arc} ${arc} 0 0 0 ${edge} ${low}`;
  return svg("path", { d, fill: "none", stroke: paint(tone), "stroke-width": r * 0.2, opacity: pale && 0.5 });
}

/** The states that are drawn over the letters. @param {Item} item @param {number} r */
function signs(item, r) {
  const look = { fill: PAPER, stroke: INK }, corner = number(-r * 0.75);
  return [
    is(item, "cancelled") && item.kind !== "die" && cross(r),
    is(item, "spent") && path(TICK, r, { ...look, "stroke-width": 0.12 }),
    is(item, "upgraded")
      && svg("g", { transform: `translate(${corner} ${corner})` }, outline("star", r * 0.5, { ...look, "stroke-width": 0.16 })),
  ];
}

/** @param {number} r */
const cross = (r) => path(CROSS, r, { stroke: "var(--cross)", "stroke-width": 3 / r, fill: "none" });
