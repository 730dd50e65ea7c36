// A step is put right: what happened instead, that it did not happen, or what was forgotten; and what that would change.

import { amended, inserted, retracted } from "./correction-events.js";
import { html } from "../drawing/dom.js";
import { sameEvent } from "./input/event-form.js";
import { complete } from "./input/options.js";
import { warn } from "./status.js";

/** @import { GameClient, Row } from "./game-client.js" */
/** @import { OfferedOptions } from "./offered-options.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { InputMode } from "./input-mode.js" */
/** @import { Happened } from "./sending/unsent.js" */
/** @typedef {{step: number, text: string, score: unknown, findings: string[]}} Told */
/** @typedef {{version: number, before: Told | null, after: Told | null}} Change */
/** @typedef {{step: number, refused: {message: string, citation: string}[], changed: number, changes: Change[]}} Supposed */

export class CorrectionSheet {
  /** @param {GameClient} client @param {OfferedOptions} offers @param {InputMode} input @param {Sheet} sheet @param {(events: Happened[], said: string) => void} onSave */
  constructor(client, offers, input, sheet, onSave) {
    this.client = client;
    this.offers = offers;
    this.input = input;
    this.sheet = sheet;
    this.onSave = onSave;
  }

  /** Shows the table as it stood before a step, with what else may have happened there. @param {Row} row */
  async open(row) {
    const at = await this.input.wanted(this.client.at(row.step));
    if (at === undefined) return;
    if (!at) return warn("Corrections need the server, which cannot be reached now.");
    const { event, previous, scene, options } = at;
    this.offers.show(scene, options);
    this.input.enter(
      { title: `Step ${row.step}: ${row.text}`, asks: "What happened instead?", events: (happened) => amended(row, happened) },
      this.#instead(event), this.#values(event), html("div", { class: "btn-row" }, row.step > 1 && this.#others(row, previous)),
    );
  }

  /** Shows what events that correct something would change. @param {Happened[]} events @param {string} said */
  async propose(events, said) {
    const answer = await this.input.wanted(this.client.post("/preview", { events }).then(told));
    if (!answer) return;
    const { ok, content } = answer;
    if (!ok) return warn(content?.detail ?? "What a correction changes is worked out by the server, which cannot be reached now.");
    const save = () => {
      this.input.back();
      this.onSave(events, said);
    };
    const keep = html("button", { class: "btn primary", type: "button", "data-save": "", disabled: content.refused.length > 0 }, "Save the correction");
    keep.addEventListener("click", save);
    this.sheet.show(preview(content, keep, button("Leave it as it was", () => this.input.back())));
    keep.focus();
  }

  /** What else may have happened: its dice or cards at once, the same piece's other ways lit on the board. @param {Happened} event */
  #instead(event) {
    const same = this.offers.options.filter((option) => option.type === event.type && option.seat === event.seat), [only] = same;
    if (same.length === 1 && only && !complete(only)) return this.offers.pad(only);
    const taken = same.find((option) => alike(option.data, event.data));
    if (taken?.piece && taken.to) this.offers.view.select(taken.piece);
    return this.offers.rows((taken?.piece ? same.filter((option) => option.piece === taken.piece) : same).filter((option) => option !== taken));
  }

  /** The event's data as a form, one tap away. @param {Happened} event */
  #values(event) {
    const schema = this.client.schemas[event.type];
    const form = schema && sameEvent(schema, event, { ids: this.offers.ids(), say: this.input.tell });
    return form ? html("details", {}, html("summary", {}, "Any other value"), form) : html("span");
  }

  /** That it did not happen, or was not the first. @param {Row} row @param {number} previous */
  #others(row, previous) {
    const remove = (/** @type {string} */ reason, /** @type {string} */ said) => () => void this.propose(retracted(row, reason), `${said}: ${row.text}`);
    const forgotten = () => {
      this.input.enter({ title: `Before step ${row.step}: ${row.text}`, asks: "What was forgotten?", events: (happened) => inserted(previous, happened) });
      this.offers.ask();
    };
    return [
      button("It did not happen", remove("typo", "Did not happen")), button("Taken back by consent", remove("taken back by consent", "Taken back by consent")),
      button("Forgotten before it", forgotten),
    ];
  }
}

/** An answer with its content. @param {Response | null} answer */
const told = async (answer) => ({ ok: answer?.ok ?? false, content: await answer?.json().catch(() => null) });

/** What a correction changes. @param {Supposed} supposed @param {...HTMLElement} buttons that make it, or do not */
function preview({ refused, changed, changes }, ...buttons) {
  return html(
    "div", { class: "preview" },
    refused.length > 0 && html("div", { class: "toast bad", role: "alert" }, html("span", {}, `This game refuses what breaks a rule: ${refused.map(({ message, citation }) => `${message} (${citation})`).join(" ")}`)),
    html("h3", {}, changed ? `${changed} ${changed === 1 ? "step changes" : "steps change"}` : "Nothing else changes"),
    html("ol", { class: "changes" }, changes.map(change)),
    changed > changes.length && html("p", { class: "hint-line" }, `And ${changed - changes.length} more.`),
    html("div", { class: "btn-row" }, buttons),
  );
}

/** @param {Change} change */
function change({ before, after }) {
  const score = before && after && JSON.stringify(before.score) !== JSON.stringify(after.score) ? `score ${points(before.score)} becomes ${points(after.score)}` : "";
  const found = (after?.findings ?? []).filter((one) => !before?.findings.includes(one));
  const settled = (before?.findings ?? []).filter((one) => after && !after.findings.includes(one));
  return html(
    "li", {}, html("b", {}, String(after?.step ?? before?.step)), " ",
    before && before.text !== after?.text && html("del", {}, before.text), " ",
    after && (before?.text === after.text ? html("span", {}, after.text) : html("ins", {}, after.text)),
    score && html("small", {}, score), found.map((one) => html("small", { class: "flawed" }, one)), settled.map((one) => html("small", {}, `No longer: ${one}`)),
  );
}

/** @param {unknown} score */
const points = (score) => Object.values(/** @type {Record<string, unknown>} */ (score ?? {})).join("–");

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
