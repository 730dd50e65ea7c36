// What the server did not take, told plainly, and what may be done about it: send it after all, or drop it.

import { html } from "../../drawing/dom.js";

/** @import { SceneView } from "../../drawing/scene-view.js" */
/** @import { GameClient, Row } from "../game-client.js" */
/** @import { LatestPosition } from "../latest-position.js" */
/** @import { Why } from "./outbox.js" */
/** @import { Sheet } from "../sheet.js" */
/** @import { Kept } from "./unsent.js" */
/** @typedef {{keep: (dropped: (number | undefined)[]) => void, drop: () => void}} Choose */
/** @typedef {{onBack: () => void, onSettled: (dropped: (number | undefined)[]) => void}} Listeners `onSettled` hears the keys of what is to be dropped before the rest is sent */

export class Refusals {
  /** @param {GameClient} client @param {LatestPosition} latest @param {SceneView} view @param {Sheet} sheet @param {Listeners} listeners */
  constructor(client, latest, view, sheet, listeners) {
    this.client = client;
    this.latest = latest;
    this.view = view;
    this.sheet = sheet;
    this.listeners = listeners;
  }

  /** These will never be stored. @param {any} problem @param {Kept} kept */
  refused(problem, kept) {
    this.sheet.show(refused(problem, kept, this.listeners.onBack));
  }

  /** Nothing more is sent before somebody decides. @param {Why} why @param {any} problem @param {Kept[]} mine */
  async halted(why, problem, mine) {
    await this.latest.refresh(Infinity, false);
    const { position } = this.latest, settle = this.listeners.onSettled;
    if (position) this.view.show(position.scene, { animate: false });
    const choose = { keep: settle, drop: () => settle(mine.map(({ key }) => key)) };
    if (why === "conflict") this.sheet.show(await this.#conflict(problem, mine, choose));
    else if (why === "barred") this.sheet.show(barred(problem, mine, choose));
    else this.sheet.add(waiting(mine, choose));
  }

  /** @param {any} problem @param {Kept[]} mine @param {Choose} choose */
  async #conflict(problem, mine, choose) {
    const seen = Math.min(...mine.map((kept) => kept.seen ?? Infinity));
    const between = (await this.client.get(`/events?after=${seen}&limit=100`))?.events ?? [];
    return conflict(between, (await this.latest.timeline(Math.max(1, problem.version - seen)))?.rows ?? [], mine, choose);
  }
}

/**
 * Others recorded in between: theirs stand first; mine follow, or are dropped, one by one if need be.
 * @param {{version: number, type: string, data: any}[]} between
 * @param {Row[]} last the steps that tell what is in between, but for corrections
 * @param {Kept[]} mine
 * @param {Choose} choose
 */
function conflict(between, last, mine, { keep, drop }) {
  const theirs = between.map((event) => {
    const row = last.find((one) => one.version === event.version);
    return html("li", {}, row ? [html("b", {}, String(row.step)), " ", row.text] : correction(event));
  });
  const boxes = mine.map(({ key, said }, n) => {
    const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", id: `mine-${n}`, checked: true }));
    return { key, box, line: html("li", {}, box, html("label", { for: `mine-${n}` }, said)) };
  });
  const again = button("Mine after theirs", "primary", () => keep(boxes.filter(({ box }) => !box.checked).map(({ key }) => key)));
  return panel(
    "Not saved yet: somebody else recorded in between",
    html("h3", {}, "Theirs stand first"), html("ol", { class: "changes", "data-theirs": "" }, theirs),
    html("h3", {}, "Yours"), html("ul", { class: "checks", "data-mine": "" }, boxes.map(({ line }) => line)),
    html("div", { class: "btn-row" }, again, button("Drop mine", "", drop)),
  );
}

/** What is no step, in words. @param {{type: string, data: any}} event */
function correction({ type, data }) {
  if (type === "EventRetracted") return `Version ${data.target} was taken back${data.reason ? `: ${data.reason}` : ""}.`;
  if (type === "EventAmended") return `Version ${data.target} was corrected.`;
  if (type === "EventInserted") return `${data.type} was inserted after version ${data.after}.`;
  return `${type}, since taken back.`;
}

/** Something was refused while more waits behind it. @param {Kept[]} mine @param {Choose} choose */
function waiting(mine, { keep, drop }) {
  return panel(
    `${mine.length} more of yours ${mine.length === 1 ? "waits" : "wait"}`, html("ul", { class: "changes" }, mine.map(({ said }) => html("li", {}, said))),
    html("div", { class: "btn-row" }, button("Send them", "primary", () => keep([])), button("Drop them", "", drop)),
  );
}

/** Whoever records here may not do so now; what waits is kept. @param {any} problem @param {Kept[]} mine @param {Choose} choose */
function barred(problem, mine, { keep, drop }) {
  return panel(
    `Not saved: ${problem.detail ?? problem.title}`, html("p", { class: "hint-line" }, `${mine.length} unsent ${mine.length === 1 ? "is" : "are"} kept on this device. Open the recorder link again, then try once more.`),
    html("div", { class: "btn-row" }, button("Try again", "primary", () => keep([])), button("Drop them", "", drop)),
  );
}

/** Why an event was not recorded. @param {any} problem @param {Kept} kept @param {() => void} back */
function refused(problem, kept, back) {
  const ruled = kept.events.some(({ type }) => type === "OutcomeRuled"), found = /** @type {{message: string, citation: string}[]} */ (problem.findings ?? []);
  return panel(
    `Not recorded: ${kept.said}`,
    found.length ? html("ul", { class: "changes", "data-refused": "" }, found.map(({ message, citation }) => html("li", {}, message, html("small", {}, citation)))) : html("p", { class: "hint-line" }, problem.detail ?? problem.title),
    found.length > 0 && html("p", { class: "hint-line" }, ruled
      ? "This game is played under enforce: the table's ruling is refused too where the rules do not admit it. Nothing was recorded."
      : "This game is played under enforce: what breaks a rule is refused. Nothing was recorded; do at the table what the rules allow, and record that."),
    html("div", { class: "btn-row" }, button("Go on", "primary", back)),
  );
}

/** @param {string} title @param {...import("../../drawing/dom.js").Child} content */
const panel = (title, ...content) => html("div", { class: "settle", role: "alert" }, html("h2", {}, title), ...content);

/** @param {string} text @param {string} look @param {() => void} press */
function button(text, look, press) {
  const made = html("button", { class: `btn ${look}`, type: "button" }, text);
  made.addEventListener("click", press);
  return made;
}
