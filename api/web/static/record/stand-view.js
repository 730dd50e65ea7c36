// The stand of a game, shown: board and options, the line of the seats, what happened last.

import { find, html } from "../drawing/dom.js";
import { seatMark } from "../drawing/outlines.js";

/** @import { Seat } from "../types.js" */
/** @import { Stand } from "./game-client.js" */
/** @import { History } from "./history.js" */
/** @import { Offers } from "./offers.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { Telling } from "./telling.js" */

export class StandView {
  /** @param {HTMLElement} root @param {Offers} offers @param {History} history @param {Sheet} sheet @param {Telling} telling */
  constructor(root, offers, history, sheet, telling) {
    this.root = root;
    this.offers = offers;
    this.history = history;
    this.sheet = sheet;
    this.telling = telling;
  }

  /** Shows all of it, but for the sheet where a form is being filled in. @param {Stand} stand */
  show({ header, scene, options, rows }, animate = false) {
    this.offers.show(scene, options, animate);
    find("[data-line]", this.root)?.replaceChildren(...scene.seats.flatMap(named));
    find("[data-unselect]", this.root)?.setAttribute("hidden", "");
    this.root.dataset.version = String(header.version);
    this.sheet.head();
    this.sheet.open();
    if (!this.telling.writing) this.offers.ask();
    this.history.show(rows);
  }

  /** The game went on: shows as much of it as what is being told leaves in sight. @param {Stand} stand @param {boolean} animate */
  follow(stand, animate) {
    const { mode } = this.telling;
    if (mode?.live) this.offers.view.show(stand.scene, { animate });
    else if (!mode) this.show(stand, animate);
  }
}

/** @param {Seat} seat */
const named = (seat) => [seatMark(seat, 22), html("span", {}, seat.name), ...(seat.score == null ? [] : [html("span", { class: "score" }, seat.score)])];
