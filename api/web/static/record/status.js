// What is said of what was recorded: saving, saved, unsent, and toasts that pass.

import { find, html } from "../drawing/dom.js";

/** @import { State } from "./sending/outbox.js" */
/** @import { Kept } from "./sending/unsent.js" */

const TOAST = 6000;
/** Seconds. */
const NOTICED = 3;

/** What was told is on its way into the outbox. */
export const saving = () => find("[data-sync]")?.replaceChildren("saving");

/** How much waits to be sent, and what, where it will not be gone in a moment. @param {Kept[]} waiting @param {State} state */
export function showUnsent(waiting, { offline, halted }) {
  const sync = find("[data-sync]"), said = offline || halted ? waiting.map((kept) => html("li", {}, kept.undone ? html("del", {}, kept.said) : kept.said)) : [];
  sync?.replaceChildren(waiting.length ? `${waiting.length} unsent` : "saved");
  sync?.classList.toggle("unsent", offline && waiting.length > 0);
  find("[data-unsent]")?.replaceChildren(...(said.length ? [html("h3", {}, "On this device, not sent yet"), html("ol", { class: "changes" }, said)] : []));
}

let behind = 0, again = 0;

/** How far the referee is behind, once that is long enough to be noticed. @param {boolean} late */
export function showLag(late) {
  behind = late ? behind || Date.now() : 0;
  const seconds = behind && Math.round((Date.now() - behind) / 1000);
  find("[data-lag]")?.replaceChildren(seconds >= NOTICED ? `The referee is ${seconds} s behind.` : "");
  clearTimeout(again);
  if (late) again = setTimeout(() => showLag(true), 1000);
}

/** It worked. @param {string} text @param {boolean} undo whether it can be undone from there */
export function toast(text, undo = true) {
  const button = undo && html("button", { class: "btn", type: "button", "data-do": "undo" }, "Undo");
  show(html("div", { class: "toast", role: "status" }, html("span", {}, text), button), TOAST);
}

/** It did not. @param {string} text */
export const warn = (text) => show(html("div", { class: "toast bad", role: "alert" }, html("span", {}, text)), 3 * TOAST);

/** @param {HTMLElement} made @param {number} long */
function show(made, long) {
  find("[data-toast]")?.replaceChildren(made);
  setTimeout(() => made.remove(), long);
}
