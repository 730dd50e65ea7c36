// Forms for what no option tells: a note, any event, the table's ruling, the end of the game.

import { html } from "../drawing/dom.js";
import { anyEvent, sameEvent } from "./input/event-form.js";
import { warn } from "./status.js";

/** @import { GameClient } from "./game-client.js" */
/** @import { OfferedOptions } from "./offered-options.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { InputMode } from "./input-mode.js" */

const AWAY = "The forms come from the server, which cannot be reached now.";

export class Forms {
  /** @param {GameClient} client @param {OfferedOptions} offers @param {InputMode} input @param {Sheet} sheet */
  constructor(client, offers, input, sheet) {
    this.client = client;
    this.offers = offers;
    this.input = input;
    this.sheet = sheet;
  }

  note() {
    const input = /** @type {HTMLInputElement} */ (html("input", { id: "note", autocomplete: "off", maxlength: 4000, required: true }));
    const form = html("form", { class: "field" }, html("label", { for: "note" }, "Note"), input, html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, "Keep it")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.input.tell({ type: "NoteAdded", seat: this.offers.seat || null, data: { text: input.value }, label: `Note: ${input.value}` });
    });
    this.input.write([form], "No note");
    input.focus();
  }

  /** It happened, log it. */
  log() {
    const { schemas } = this.client, { seat: own, view } = this.offers, seats = view.scene?.seats.filter((seat) => !own || seat.id === own) ?? [];
    if (!Object.keys(schemas).length) return warn(AWAY);
    this.sheet.ask("It happened, log it");
    this.input.write([anyEvent(schemas, seats, { free: !own, ids: this.offers.ids(), say: this.input.tell })]);
  }

  /** The table's word against the rules'. @param {boolean} strict whether the game refuses what breaks a rule */
  ruled(strict) {
    const listed = this.offers.options.filter((option) => option.type === "OutcomeRuled");
    const hint = html("p", { class: "hint-line" }, "This game is played under enforce: a ruling that the rules do not admit is refused too.");
    this.#one("OutcomeRuled", "The table rules otherwise", strict ? hint : "", listed.length ? this.offers.rows(listed) : "");
  }

  end() {
    this.#one("GameEnded", "End the game");
  }

  /** A form for one type of event. @param {string} type @param {string} title @param {...(HTMLElement | string)} before */
  #one(type, title, ...before) {
    const schema = this.client.schemas[type];
    if (!schema) return warn(AWAY);
    this.sheet.ask(title);
    this.input.write([...before, sameEvent(schema, { type, seat: null, data: undefined }, { ids: this.offers.ids(), verb: title, say: this.input.tell })]);
  }
}
