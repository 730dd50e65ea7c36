// A scene in words, a line a paragraph. The server's twin is projections/kit/drawing/describe.py.

import { compare } from "./layout.js";
import { percent } from "./outlines.js";

/** @import { Board, Card, Counter, Die, Item, Needs, Panel, Roll, Scene } from "../types.js" */

/** The title; each seat's items in reading order; nobody's items; the panels; the marks. @param {Scene} scene @returns {string[]} */
export function describe(scene) {
  const names = new Map(scene.seats.map((seat) => [seat.id, seat.name]));
  return [
    scene.title,
    ...(scene.board ? things(scene.board, names) : []),
    ...(scene.panels ?? []).map((panel) => sayPanel(panel, names)),
    ...(scene.marks ?? []).filter((mark) => mark.why !== "aid").map((mark) => mark.title),
  ];
}

/** @param {Board} board @param {Map<string, string>} names */
function things(board, names) {
  const entries = Object.entries(board.items).filter(([, item]) => !board.items[item.on ?? ""]);
  const lying = entries.sort(([a, i], [b, j]) => compare(reading(board, i, a), reading(board, j, b)));
  /** @type {[string | null, string][]} */
  const groups = [...names, [null, "Besides"]];
  return groups.flatMap(([seat, name]) => {
    const said = lying.filter(([, item]) => (names.has(item.seat ?? "") ? item.seat : null) === seat).map(([id]) => sayItem(id, board));
    return said.length ? `${name}: ${said.join("; ")}.` : [];
  });
}

/** @param {Board} board @param {Item} item @param {string} id */
function reading(board, item, id) {
  const place = board.places[item.at ?? ""];
  return place ? [place.y, place.x, id] : [item.y ?? Infinity, item.x ?? Infinity, id];
}

/** @param {string} id @param {Board} board @returns {string} */
function sayItem(id, board) {
  const item = /** @type {Item} */ (board.items[id]), place = board.places[item.at ?? ""];
  const loads = Object.keys(board.items).filter((other) => other !== id && board.items[other]?.on === id).sort();
  const where = place ? [`at ${place.title}`] : [];
  return [item.title, ...where, ...(item.state ?? []), ...loads.map((load) => `with ${sayItem(load, board)}`)].join(", ");
}

/** @param {Panel} panel @param {Map<string, string>} names */
function sayPanel(panel, names) {
  if (panel.kind === "prompt") return `Awaited: ${entries(panel)[0]}`;
  const title = [...new Set([names.get(panel.seat ?? ""), panel.title].filter(Boolean))].join(", ");
  const count = panel.count == null ? "" : ` (${panel.count})`;
  return `${title}${count}: ${entries(panel).join("; ") || "none"}.`;
}

/** The content of a panel, an entry a string. @param {Panel} panel @returns {string[]} */
function entries(panel) {
  switch (panel.kind) {
    case "counters": return (panel.items ?? []).map(sayCounter);
    case "cards": return sayCards(panel.cards ?? []);
    case "track": return (panel.tokens ?? []).map((token) => token.title);
    case "table": return (panel.rows ?? []).map((row) => [...row.cells.filter(Boolean), ...(row.state ?? [])].join(" "));
    case "dice": return (panel.rolls ?? []).map(sayRoll);
    case "share": return (panel.parts ?? []).map((part) => `${part.label} ${percent(part.value)}`);
    case "list": return (panel.items ?? []).map((line) => [line.text, line.note].filter(Boolean).join(", "));
    default: return [withNeeds(panel.text ?? "", panel.needs)];
  }
}

/** @param {Counter} counter */
const sayCounter = ({ label, value, of }) => `${label} ${value ?? "unknown"}${of ? ` of ${of}` : ""}`;

/** @param {Card[]} cards */
function sayCards(cards) {
  const seen = cards.filter((card) => !card.state?.includes("unseen")), unseen = cards.length - seen.length;
  const hidden = unseen === 1 ? ["an unseen card"] : unseen ? [`${unseen} unseen cards`] : [];
  return [...seen.map(sayCard), ...hidden];
}

/** @param {Card} card @returns {string} */
function sayCard(card) {
  const under = (card.under ?? []).map((one) => `over ${sayCard(one)}`);
  return `${card.slot ? `${card.slot}: ` : ""}${[card.title || card.label || card.id, ...(card.state ?? []), ...under].join(", ")}`;
}

/** @param {Roll} roll */
function sayRoll({ label, dice, sum, needs }) {
  const said = dice.length ? `${label}: ${dice.map(sayFace).join(", ")}` : label;
  return withNeeds(sum ? `${said} = ${sum}` : said, needs);
}

/** @param {Die} die */
const sayFace = ({ face, state = [] }) =>
  [face == null ? "not rolled" : face || "blank", ...state.filter((one) => one !== "pending")].join(" ");

/** @param {string} text @param {Needs | undefined} needs */
function withNeeds(text, needs) {
  const said = [
    ...(needs?.target != null ? [`needs ${needs.target}`] : []),
    ...(needs?.chance != null ? [percent(needs.chance)] : []),
  ];
  return said.length ? `${text} (${said.join(", ")})` : text;
}
