// Choosing the values of open fields, one field after the other: cards, places, seats, words.

import { html } from "../../drawing/dom.js";

/** @import { Means, Open, Say } from "./options.js" */

/**
 * Buttons for the values of each field; values that lie on the board are lit there too.
 * @param {Open} option
 * @param {string[]} fields
 * @param {Say} say
 * @param {Means} means
 */
export function chooser(option, fields, say, means) {
  const root = html("div", {}), data = /** @type {Record<string, any>} */ ({ ...option.data });
  const next = (/** @type {number} */ n) => {
    const field = fields[n];
    if (field === undefined) return say({ type: option.type, seat: option.seat, data });
    const told = (/** @type {unknown} */ value) => {
      data[field] = value;
      next(n + 1);
    };
    const values = option.choices?.[field] ?? [], held = option.data[field];
    const listed = Array.isArray(held) || option.count !== undefined;
    root.replaceChildren(...(listed ? several(option, field, values, told, means) : one(option, field, values, told, means)));
  };
  next(0);
  return root;
}

/** @param {Open} option @param {string} field @param {unknown[]} values @param {(value: unknown) => void} told @param {Means} means */
function one(option, field, values, told, means) {
  means.light(values, told);
  const buttons = values.map((value) => {
    const button = choice(value, means.name);
    button.addEventListener("click", () => told(value));
    return button;
  });
  return [html("p", { class: "hint-line" }, `${option.label}: ${field}`), html("div", { class: "picks", role: "group", "aria-label": field }, buttons)];
}

/** @param {Open} option @param {string} field @param {unknown[]} values @param {(value: unknown) => void} told @param {Means} means */
function several(option, field, values, told, means) {
  const held = /** @type {unknown[]} */ (Array.isArray(option.data[field]) ? option.data[field] : []);
  const count = Math.max(1, option.count ?? held.length), hidden = held.includes(null), taken = /** @type {number[]} */ ([]);
  const done = () => told([...taken.map((n) => values[n]), ...(hidden ? Array(count - taken.length).fill(null) : [])]);
  const buttons = values.map((value, n) => {
    const button = choice(value, means.name);
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      if (taken.includes(n)) taken.splice(taken.indexOf(n), 1);
      else taken.push(n);
      button.setAttribute("aria-pressed", String(taken.includes(n)));
      enough.disabled = !hidden && taken.length === 0;
      if (taken.length === count) done();
    });
    return button;
  });
  const words = hidden ? (count === 1 ? "Not shown" : "The rest was not shown") : "No more";
  const enough = /** @type {HTMLButtonElement} */ (html("button", { class: "btn", type: "button", "data-enough": "", disabled: !hidden }, words));
  enough.addEventListener("click", done);
  const typed = values.length ? [] : [byId(count, (ids) => told([...ids, ...Array(Math.max(0, count - ids.length)).fill(null)]))];
  return [
    html("p", { class: "hint-line" }, count > 1 ? `${option.label}: up to ${count}, in the order they came` : option.label),
    html("div", { class: "picks", role: "group", "aria-label": field }, buttons), typed, html("div", { class: "btn-row" }, enough),
  ].flat();
}

/** Where nothing is listed: ids as printed, `?` for one that was not shown. @param {number} count @param {(ids: (string | null)[]) => void} told */
function byId(count, told) {
  const input = /** @type {HTMLInputElement} */ (html("input", { id: "cards", autocomplete: "off", autocapitalize: "off", placeholder: count === 1 ? "its id" : `${count} ids, with blanks between` }));
  const form = html("form", { class: "field" }, html("label", { for: "cards" }, "Cards"), input, html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, "Drawn")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const ids = input.value.split(/[\s,]+/).filter(Boolean);
    if (ids.length) told(ids.map((id) => (id === "?" ? null : id)));
  });
  return form;
}

/** @param {unknown} value @param {(id: string) => string} name */
function choice(value, name) {
  if (value === null) return html("button", { class: "btn pick", type: "button", "data-value": "null" }, "none");
  const id = String(value), said = name(id);
  return html("button", { class: "btn pick", type: "button", "data-value": JSON.stringify(value) }, html("span", {}, said), said !== id && html("small", {}, id));
}
