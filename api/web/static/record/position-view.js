// The position of a game, shown: board and options, the line of the seats, what happened last.

import { find, html } from "../drawing/dom.js";
import { seatMark } from "../drawing/outlines.js";

/** @import { Seat } from "../types.js" */
/** @import { Position } from "./game-client.js" */
/** @import { History } from "./history.js" */
/** @import { OfferedOptions } from "./offered-options.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { InputMode } from "./input-mode.js" */

export class PositionView {
  /** @param {HTMLElement} root @param {OfferedOptions} offers @param {History} history @param {Sheet} sheet @param {InputMode} input */
  constructor(root, offers, history, sheet, input) {
    this.root = root;
    this.offers = offers;
    this.history = history;
    this.sheet = sheet;
    this.input = input;
  }

  /** Shows all of it, but for the sheet where a form is being filled in. @param {Position} position */
  show({ header, scene, options, timeline }, animate = false) {
    this.offers.show(scene, options, animate);
    find("[data-line]", this.root)?.replaceChildren(...scene.seats.flatMap(named));
    find("[data-unselect]", this.root)?.setAttribute("hidden", "");
    this.root.dataset.version = String(header.version);
    this.sheet.head();
    this.sheet.open();
    if (!this.input.writing) this.offers.ask();
    this.history.show(timeline);
  }

  /** The game went on: shows as much of it as what is being told leaves in sight. @param {Position} position @param {boolean} animate */
  follow(position, animate) {
    const { mode } = this.input;
    if (mode?.live) this.offers.view.show(position.scene, { animate });
    else if (!mode) this.show(position, animate);
  }
}

/** @param {Seat} seat */
const named = (seat) => [seatMark(seat, 22), html("span", {}, seat.name), ...(seat.score == null ? [] : [html("span", { class: "score" }, seat.score)])];
