// What the buttons of the record page open: a note, any event, a ruling, the end, pieces that lie elsewhere.

import { adjusting, moveForm } from "./adjust.js";
import { find, html } from "../drawing/dom.js";
import { anyEvent, sameEvent } from "./input/event-form.js";

/** @import { RecorderPage } from "./recorder.js" */

/** What a button with that `data-do` opens. @type {Record<string, (page: RecorderPage) => void>} */
export const SHEETS = { note, log, ruled, end: (page) => one(page, "GameEnded", "End the game"), adjust };

const AWAY = "The forms come from the server, which cannot be reached now.";

/** @param {RecorderPage} page */
function note(page) {
  const input = /** @type {HTMLInputElement} */ (html("input", { id: "note", autocomplete: "off", maxlength: 4000, required: true }));
  const form = html("form", { class: "field" }, html("label", { for: "note" }, "Note"), input, html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, "Keep it")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    page.record({ type: "NoteAdded", seat: page.seat || null, data: { text: input.value }, label: `Note: ${input.value}` });
  });
  page.writing = true;
  page.sheet(form, page.leave("No note"));
  input.focus();
}

/** It happened, log it. @param {RecorderPage} page */
function log(page) {
  const { schemas } = page.client, seats = page.view.scene?.seats.filter((seat) => !page.seat || seat.id === page.seat) ?? [];
  if (!Object.keys(schemas).length) return page.toast(AWAY, true);
  page.writing = true;
  find("[data-prompt]")?.replaceChildren("It happened, log it");
  page.sheet(anyEvent(schemas, seats, { free: !page.seat, ids: page.ids(), say: (happened) => page.record(happened) }), page.leave("Never mind"));
}

/** The table's word against the rules'. @param {RecorderPage} page */
function ruled(page) {
  const listed = page.options.filter((option) => option.type === "OutcomeRuled");
  const strict = page.stand?.header.options.policy === "enforce";
  one(page, "OutcomeRuled", "The table rules otherwise", strict ? "This game is played under enforce: a ruling that the rules do not admit is refused too." : "", listed.length ? page.rows(listed) : "");
}

/** A form for one type of event. @param {RecorderPage} page @param {string} type @param {string} title @param {string} hint @param {HTMLElement | string} content */
function one(page, type, title, hint = "", content = "") {
  const schema = page.client.schemas[type];
  if (!schema) return page.toast(AWAY, true);
  page.writing = true;
  find("[data-prompt]")?.replaceChildren(title);
  page.sheet(
    hint ? html("p", { class: "hint-line" }, hint) : "", content,
    sameEvent(schema, { type, seat: null, data: undefined }, { ids: page.ids(), verb: title, say: (happened) => page.record(happened) }), page.leave("Never mind"),
  );
}

/** Things are laid where they lie at the table. @param {RecorderPage} page */
function adjust(page) {
  const frame = find("[data-dock=board]", page.root), scene = page.view.scene;
  if (!frame || !scene?.board) return page.toast("There is no board to move things on; log a TableAdjusted instead.", true);
  const lay = (/** @type {string} */ item, /** @type {string} */ to) => void moved(page, item, to);
  page.view.show(scene, { animate: false });
  const { stop } = adjusting(page.view, frame, lay);
  page.enter({ title: "The board is being set right", asks: "Move what lies elsewhere", events: (happened) => [happened], live: true, leave: stop }, moveForm(page.view, lay));
  frame.scrollIntoView({ block: "start" });
}

/** @param {RecorderPage} page @param {string} item @param {string} to */
async function moved(page, item, to) {
  const answer = await page.client.post("/moved", { item, to }), content = await answer?.json().catch(() => null);
  if (!answer?.ok) return page.toast(content?.detail ?? "What is moved is worked out by the server, which cannot be reached now.", true);
  const where = page.view.scene?.board?.places[to]?.title ?? to, said = `${page.name(item)} lies at ${where}`;
  await page.outbox.put([content], { said });
  if (!page.outbox.halted) page.toast(said, false);
}
