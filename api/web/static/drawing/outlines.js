// Outlines of items, letters, printed shapes, colours of kits. The server's twin is projections/kit/drawing/outlines.py.

import { number, svg } from "./dom.js";

/** @import { Attributes } from "./dom.js" */
/** @import { Seat, Seats, Shape } from "../types.js" */
/** @typedef {(x: number, y: number) => [number, number]} Turn */
/** @typedef {{fill: string, ink: string, rim: string}} Kit */

export const INK = "#16191c";
export const PAPER = "#fdfdfb";
const ROUND = "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z";

/** Paths in a circle of radius 1, pointing to the right. @type {Record<string, string>} */
const OUTLINES = {
  disc: ROUND,
  ball: ROUND,
  ring: `${ROUND}M-.55 0A.55 .55 0 1 0 .55 0A.55 .55 0 1 0-.55 0Z`,
  dot: "M-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1-.5 0Z",
  square: "M-.62-.88H.62Q.88-.88 .88-.62V.62Q.88 .88 .62 .88H-.62Q-.88 .88-.88 .62V-.62Q-.88-.88-.62-.88Z",
  cube: "M-.8-.8H.8V.8H-.8Z",
  diamond: "M0-1L1 0L0 1L-1 0Z",
  triangle: "M0-.95L1 .8H-1Z",
  ship: "M1.18 0L.15 .92H-.9L-.62 0L-.9-.92H.15Z",
  transport: "M1.15 0L.55 .74H-1V-.74H.55Z",
  tower: "M-.75 .95V-.55H-.4V-.9H-.15V-.55H.15V-.9H.4V-.55H.75V.95Z",
  gun: "M-.8 .8V-.1L-.3-.5H.1V-.3H1.1V.1H.5V.8Z",
  rock: "M-.9 .3L-.55-.35L-.7-.75L-.05-.6L.35-.95L.6-.35L.95-.05L.5 .35L.6 .85L.05 .6L-.5 .9V.45Z",
  flag: "M-.42 .9V-.9H.95L.6-.42L.95 .06H-.22V.9Z",
  lock: "M-.72-.12H-.5V-.42A.5 .5 0 0 1 .5-.42V-.12H.72V.92H-.72ZM-.26-.12H.26V-.42A.26 .26 0 0 0-.26-.42Z",
  shield: "M-.85-.85H.85V.1Q.7 .75 0 1.05Q-.7 .75-.85 .1Z",
  star: "M0-1L.3-.36L1-.3L.46 .16L.62 .86L0 .48L-.62 .86L-.46 .16L-1-.3L-.3-.36Z",
  die: "M-.7-1H.7Q1-1 1-.7V.7Q1 1 .7 1H-.7Q-1 1-1 .7V-.7Q-1-1-.7-1Z",
  card: "M-.8-1.4H.8Q1-1.4 1-1.2V1.2Q1 1.4 .8 1.4H-.8Q-1 1.4-1 1.2V-1.2Q-1-1.4-.8-1.4Z",
};
const SLOT_SHAPES = ["disc", "square", "triangle", "diamond"];

/** The name of a seat's shape. @param {Seat} seat */
export const slotShape = (seat) => SLOT_SHAPES[seat.slot - 1] ?? "disc";

/**
 * A shape of that radius; stroke widths and dashes are in units of the radius.
 * @param {string | undefined} name
 * @param {number} radius
 * @param {Attributes} look
 */
export const outline = (name, radius, look = {}) =>
  svg("path", { d: OUTLINES[name ?? "disc"] ?? ROUND, transform: `scale(${number(radius)})`, "fill-rule": "evenodd", ...look });

/**
 * A line of text whose middle is at x, y.
 * @param {string} text
 * @param {number} size
 * @param {Attributes} look
 */
export const words = (text, size, look = {}) => svg("text", { "font-size": size, "text-anchor": "middle", dy: ".35em", ...look }, text);

/** The width of a plate with that text. @param {string} text */
export const plateWidth = (text) => 14 + [...text].length * 8.4;

/**
 * A few characters on a small plate, its middle at x, y: tags and labels of lines.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} fill
 * @param {string} ink
 */
export function plate(text, x, y, fill, ink) {
  const width = plateWidth(text);
  return svg(
    "g", { class: "tag", transform: `translate(${number(x)} ${number(y)})` },
    svg("rect", { x: -width / 2, y: -11.5, width, height: 23, rx: 4, fill, stroke: "#fffffb", "stroke-width": 1.5 }),
    words(text, 14.5, { fill: ink, "font-weight": 700 }),
  );
}

/** A tone as a colour; `none` for no tone. @param {string | null | undefined} tone */
export const paint = (tone) => (!tone ? "none" : tone.startsWith("#") ? tone : `var(--t-${tone})`);

/**
 * A printed shape of a ground or a card; `turn` moves the place of its letters.
 * @param {Shape} shape
 * @param {Turn} turn
 */
export function printed(shape, turn = (x, y) => [x, y]) {
  const look = {
    fill: paint(shape.fill), stroke: paint(shape.stroke), "stroke-width": shape.width ?? 1,
    "stroke-dasharray": shape.dash && "5 4", opacity: shape.opacity,
  };
  if (shape.rect) {
    const [x, y, width, height, rx] = shape.rect;
    return svg("rect", { x, y, width, height, rx, ...look });
  }
  if (shape.circle) {
    const [cx, cy, r] = shape.circle;
    return svg("circle", { cx, cy, r, ...look });
  }
  if (shape.line) {
    const [x1, y1, x2, y2] = shape.line;
    return svg("line", { x1, y1, x2, y2, ...look });
  }
  if (shape.path) return svg("path", { d: shape.path, ...look });
  const [x, y] = turn(shape.at?.[0] ?? 0, shape.at?.[1] ?? 0);
  return words(shape.text ?? "", shape.size || 12, { x, y, fill: paint(shape.fill ?? "line"), "text-anchor": shape.align ?? "middle" });
}

/**
 * The kit of a thing: its tone, else that of its seat; the rim is always the seat's slot.
 * @param {string | undefined} tone
 * @param {Seat | undefined} seat
 * @returns {Kit}
 */
export function kit(tone, seat) {
  const rim = seat ? `var(--seat-${seat.slot})` : INK;
  if (tone && tone !== "seat") {
    if (tone.startsWith("#")) return { fill: tone, ink: inkOn(tone), rim };
    return { fill: `var(--t-${tone})`, ink: `var(--t-${tone}-ink)`, rim };
  }
  if (!seat) return { fill: "var(--t-paper)", ink: "var(--t-paper-ink)", rim };
  return { fill: seat.fill ?? rim, ink: seat.ink ?? (seat.fill ? inkOn(seat.fill) : `var(--seat-${seat.slot}-ink)`), rim };
}

/** @param {string} fill `#rrggbb` */
function inkOn(fill) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16));
  return 2 * red + 5 * green + blue > 1000 ? INK : "#ffffff";
}

/**
 * The shape and letter of a seat: colour is never alone.
 * @param {Seat} seat
 * @param {number} size
 */
export function seatMark(seat, size = 22) {
  const pointed = seat.slot === 3;
  return svg(
    "svg", { class: "seat-mark", viewBox: "-12 -12 24 24", width: size, height: size, "aria-hidden": "true" },
    outline(slotShape(seat), 11, { fill: `var(--seat-${seat.slot})` }),
    words(seat.mark, pointed ? 10 : 12, { y: pointed && 3, fill: `var(--seat-${seat.slot}-ink)`, "font-weight": 700 }),
  );
}

/** The seats of a scene by their ids. @param {Seat[]} seats @returns {Seats} */
export const byId = (seats) => Object.fromEntries(seats.map((seat) => [seat.id, seat]));

/** A chance in whole per cent; what is nearly certain is never rounded to certain. @param {number} chance */
export function percent(chance) {
  if (chance > 0 && chance < 0.01) return "<1\u202f%";
  if (chance > 0.99 && chance < 1) return ">99\u202f%";
  return `${Math.floor(chance * 100 + 0.5)}\u202f%`;
}
