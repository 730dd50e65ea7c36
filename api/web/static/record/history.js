// What happened last, with what the referee says; a tap on a row puts it right.

import { find, html } from "../drawing/dom.js";
import { older } from "../page/versions.js";
import { showLag } from "./status.js";

/** @import { Row, Timeline } from "./game-client.js" */
/** @import { LatestPosition } from "./latest-position.js" */

export class History {
  /** @param {LatestPosition} latest @param {string} seat whose rows alone may be put right here; "": all @param {(row: Row) => void} onRow */
  constructor(latest, seat, onRow) {
    this.latest = latest;
    this.seat = seat;
    this.onRow = onRow;
    this.shown = { version: 0, checked: 0 };
  }

  /** Shows them, unless newer ones are shown. @param {Timeline} timeline */
  show({ rows, ...known }) {
    if (older(known, this.shown)) return;
    this.shown = known;
    showLag(known.checked < known.version);
    const steps = html("ol", { class: "history", reversed: true }, [...rows].reverse().map((row) => html("li", {}, this.#line(row))));
    const list = html("div", { role: "log", "aria-label": "What happened" }, steps);
    find("[data-history]")?.replaceChildren((rows[0]?.step ?? 1) === 1 ? list : html("div", {}, list, this.#earlier()));
  }

  /** Shows the rows as the server tells them now. @param {number} [count] */
  async renew(count) {
    const timeline = await this.latest.timeline(count);
    if (timeline) this.show(timeline);
  }

  #earlier() {
    const more = html("button", { class: "btn quiet", type: "button" }, "Earlier steps");
    more.addEventListener("click", () => void this.renew(Number.MAX_SAFE_INTEGER));
    return more;
  }

  /** @param {Row} row */
  #line(row) {
    const found = row.findings.map(({ message, severity }) => html("small", { class: severity === "illegal" ? "flawed" : "doubted" }, message));
    const said = [html("b", {}, String(row.step)), html("span", {}, row.text, found)];
    if (this.seat && row.seat !== this.seat) return html("div", { class: "happened" }, said);
    const button = html("button", { class: "happened", type: "button", "data-step": row.step, title: "Put this right" }, said);
    button.addEventListener("click", () => this.onRow(row));
    return button;
  }
}
