// A step is put right: what happened instead, that it did not happen, or what was forgotten before it.

import { amended, inserted, retracted } from "./corrections.js";
import { html } from "../drawing/dom.js";
import { ask, complete } from "./input/options.js";
import { sameEvent } from "./input/event-form.js";

/** @import { Happened } from "./outbox.js" */
/** @import { RecorderPage } from "./recorder.js" */
/** @import { Row } from "./game-client.js" */

/**
 * Shows the table as it stood before a step, with what else may have happened there.
 * @param {RecorderPage} page
 * @param {Row} row
 */
export async function correcting(page, row) {
  const at = await page.client.at(row.step);
  if (!at) return page.toast("Corrections need the server, which cannot be reached now.", true);
  const { event, previous, scene, options } = at;
  page.options = page.own(options);
  page.view.show(scene, { options: page.options, animate: false });
  const remove = (/** @type {string} */ reason, /** @type {string} */ said) => () => void page.propose(retracted(row, reason), `${said}: ${row.text}`);
  const forgotten = () => {
    page.enter({ title: `Before step ${row.step}: ${row.text}`, asks: "What was forgotten?", events: (happened) => inserted(previous, happened) });
    page.offer(page.options);
  };
  page.enter(
    { title: `Step ${row.step}: ${row.text}`, asks: "What happened instead?", events: (happened) => amended(row, happened) },
    instead(page, event), values(page, event),
    html("div", { class: "btn-row" }, row.step > 1 && [
      button("It did not happen", remove("typo", "Did not happen")), button("Taken back by consent", remove("taken back by consent", "Taken back by consent")),
      button("Forgotten before it", forgotten),
    ]),
  );
}

/** What else may have happened: its dice or cards at once, the same piece's other ways lit on the board. @param {RecorderPage} page @param {Happened} event */
function instead(page, event) {
  const same = page.options.filter((option) => option.type === event.type && option.seat === event.seat), [only] = same;
  if (same.length === 1 && only && !complete(only)) return ask(only, (happened) => page.record(happened), page.means);
  const taken = same.find((option) => alike(option.data, event.data));
  if (taken?.piece && taken.to) page.view.select(taken.piece);
  return page.rows((taken?.piece ? same.filter((option) => option.piece === taken.piece) : same).filter((option) => option !== taken));
}

/** The event's data as a form, one tap away. @param {RecorderPage} page @param {Happened} event */
function values(page, event) {
  const schema = page.client.schemas[event.type];
  const form = schema && sameEvent(schema, event, { ids: page.ids(), say: (happened) => page.record(happened) });
  return form ? html("details", {}, html("summary", {}, "Any other value"), form) : html("span");
}

/** Whether two payloads say the same, whatever the order of their keys. @param {any} one @param {any} other @returns {boolean} */
function alike(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => alike(one[key], other[key]));
}

/** @param {string} words @param {() => void} act */
function button(words, act) {
  const made = html("button", { class: "btn", type: "button" }, words);
  made.addEventListener("click", act);
  return made;
}
