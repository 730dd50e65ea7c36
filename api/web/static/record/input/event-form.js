// A form for an event of any type, made from the schemas of the ruleset: "it happened, log it".

import { html } from "../../drawing/dom.js";
import { fields } from "./schema-fields.js";

/** @import { Say } from "./options.js" */
/** @import { Happened } from "../sending/unsent.js" */

const NOT_LOGGED = new Set(["GameCreated", "EventAmended", "EventInserted", "EventRetracted"]);

/**
 * `ids` are offered where an id may stand. Corrections have ways of their own.
 * @param {Record<string, any>} schemas
 * @param {{id: string, name: string}[]} seats whose events may be logged; with `free` also nobody's
 * @param {{free: boolean, ids: string[], say: Say}} how
 */
export function anyEvent(schemas, seats, { free, ids, say }) {
  const types = Object.keys(schemas).filter((type) => !NOT_LOGGED.has(type)).sort();
  const type = picked("f-what", types.map((one) => ({ id: one, name: one })));
  const seat = picked("f-who", [...(free ? [{ id: "", name: "the table" }] : []), ...seats]), body = html("div", {});
  let made = fields(schemas[type.value], undefined);
  const draw = () => {
    made = fields(schemas[type.value], undefined);
    body.replaceChildren(made.element);
  };
  type.addEventListener("change", draw);
  draw();
  return submitting([html("p", { class: "field" }, html("label", { for: "f-what" }, "What"), type), html("p", { class: "field" }, html("label", { for: "f-who" }, "Who"), seat), body], "Log it", ids,
    () => say({ type: type.value, seat: seat.value || null, data: made.read() }));
}

/**
 * The data of an event as a form.
 * @param {any} schema
 * @param {Happened} event
 * @param {{ids: string[], say: Say, verb?: string}} how
 */
export function sameEvent(schema, event, { ids, say, verb = "What changes?" }) {
  const made = fields(schema, event.data);
  return submitting([made.element], verb, ids, () => say({ ...event, data: made.read() }));
}

/** @param {HTMLElement[]} content @param {string} verb @param {string[]} ids @param {() => void} submit */
function submitting(content, verb, ids, submit) {
  const problem = html("p", { class: "toast bad", role: "alert", hidden: true });
  const known = html("datalist", { id: "ids" }, ids.map((id) => html("option", { value: id })));
  const form = html("form", { class: "event-form" }, content, known, problem, html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, verb)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      submit();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = `One field is no JSON: ${/** @type {Error} */ (error).message}`;
    }
  });
  return form;
}

/** @param {string} id @param {{id: string, name: string}[]} choices @returns {HTMLSelectElement} */
function picked(id, choices) {
  return /** @type {HTMLSelectElement} */ (html("select", { id }, choices.map((one) => html("option", { value: one.id }, one.name))));
}
