// Ways to say what happened: rows of options, a dice pad, lists to choose from, a form for any event.

import { html } from "./dom.js";
import { percent } from "./outlines.js";

/** @import { Option } from "./types.js" */
/** @typedef {Option & {faces?: (number | string)[][], choices?: Record<string, unknown[]>, count?: number}} Open */
/** @typedef {{type: string, seat: string | null, data: Record<string, any>}} Happened */
/** @typedef {(happened: Happened) => void} Say */

const LIKELIEST = 5;

/** The five likeliest options as rows, the others behind one more tap. @param {Open[]} options @param {(option: Open) => void} take */
export function rows(options, take) {
  const sorted = options.map((option, n) => ({ option, n })).sort((a, b) => (b.option.weight ?? 0) - (a.option.weight ?? 0) || a.n - b.n);
  const list = html("div", { class: "options" });
  const add = (/** @type {typeof sorted} */ some) => list.append(...some.map(({ option }) => row(option, take)));
  add(sorted.slice(0, LIKELIEST));
  if (sorted.length > LIKELIEST) {
    const more = html("button", { class: "option all", type: "button" }, html("span"), `All ${sorted.length} options`);
    more.addEventListener("click", () => {
      more.remove();
      add(sorted.slice(LIKELIEST));
    });
    list.append(more);
  }
  return list;
}

/** @param {Open} option @param {(option: Open) => void} take */
function row(option, take) {
  const face = typeof option.target === "number" ? `${option.target}+` : "", chance = option.probability;
  const button = html(
    "button", { class: "option", type: "button" }, html("span"), html("span", {}, option.label),
    html("span", { class: "face" }, face), html("span", { class: "p" }, chance == null ? "" : percent(chance)),
  );
  button.addEventListener("click", () => take(option));
  return button;
}

/** Whether an option can be recorded as it stands. @param {Open} option */
export function complete(option) {
  return !option.faces && !unseen(option) && openFields(option).length === 0;
}

/** Fields of an option whose value only the table can tell. @param {Open} option */
function openFields(option) {
  return Object.keys(option.choices ?? {}).filter((field) => option.data[field] == null || (Array.isArray(option.data[field]) && !(/** @type {unknown[]} */ (option.data[field]).length)));
}

/** Whether cards are drawn that only the table sees. @param {Open} option */
const unseen = (option) => option.type === "CardsDrawn" && !option.choices;

/** What is still to be told of an option: faces, cards, other values. @param {Open} option @param {Say} say */
export function ask(option, say) {
  if (option.faces) return dicePad(option, say);
  if (unseen(option)) return cardPicker(option, say);
  return chooser(option, openFields(option), say);
}

/** A pad a die, one after the other. @param {Open} option @param {Say} say */
function dicePad(option, say) {
  const dice = /** @type {{die: string, face: number | string}[]} */ (option.data.dice), told = /** @type {(number | string)[]} */ ([]);
  const root = html("div", {});
  const next = () => {
    const n = told.length, die = dice[n];
    if (!die) return say({ type: option.type, seat: option.seat, data: { ...option.data, dice: dice.map((one, i) => ({ ...one, face: told[i] })) } });
    const faces = option.faces?.[n] ?? [], wins = (/** @type {number | string} */ face) => typeof option.target === "number" && typeof face === "number" && dice.length === 1 ? (face >= option.target ? "win" : "lose") : "";
    const pad = html("div", { class: `dicepad ${die.die === "black" ? "black" : ""}`, role: "group", "aria-label": `Face of ${die.die}` });
    for (const face of faces) {
      const button = html("button", { type: "button", class: wins(face) }, face === "" || face === "-" ? "blank" : String(face));
      button.addEventListener("click", () => {
        told.push(face);
        next();
      });
      pad.append(button);
    }
    root.replaceChildren(html("p", { class: "hint-line" }, dice.length > 1 ? `${die.die}, die ${n + 1} of ${dice.length}` : die.die), pad);
  };
  next();
  return root;
}

/** Ids of the cards drawn, or that they were not shown. @param {Open} option @param {Say} say */
function cardPicker(option, say) {
  const known = /** @type {unknown[] | undefined} */ (option.data.cards), count = known?.length ?? option.count ?? 1;
  const input = /** @type {HTMLInputElement} */ (html("input", { id: "cards", autocomplete: "off", autocapitalize: "off", placeholder: count === 1 ? "the card's id" : `${count} ids, with blanks between` }));
  const draw = (/** @type {(string | null)[]} */ cards) => say({ type: option.type, seat: option.seat, data: { ...option.data, cards } });
  const form = html("form", { class: "field" }, html("label", { for: "cards" }, option.label), input);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const ids = input.value.split(/[\s,]+/).filter(Boolean);
    if (ids.length) draw(ids.map((id) => (id === "?" ? null : id)));
  });
  const hidden = html("button", { class: "btn", type: "button" }, "Not shown");
  hidden.addEventListener("click", () => draw(Array(count).fill(null)));
  form.append(html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, "Drawn"), hidden));
  return form;
}

/** Values for the open fields, one after the other. @param {Open} option @param {string[]} fields @param {Say} say */
function chooser(option, fields, say) {
  const root = html("div", {}), data = /** @type {Record<string, any>} */ ({ ...option.data });
  const next = (/** @type {number} */ n) => {
    const field = fields[n];
    if (!field) return say({ type: option.type, seat: option.seat, data });
    const values = option.choices?.[field] ?? [], several = /s$/.test(field) && option.count !== undefined, taken = /** @type {unknown[]} */ ([]);
    const list = html("div", { class: "btn-row", role: "group", "aria-label": field });
    for (const value of values) {
      const button = html("button", { class: "btn", type: "button", "aria-pressed": "false" }, value === null ? "not shown" : String(value));
      button.addEventListener("click", () => {
        if (!several) data[field] = value;
        else {
          const at = taken.indexOf(value);
          if (at >= 0) taken.splice(at, 1);
          else taken.push(value);
          button.setAttribute("aria-pressed", String(at < 0));
          data[field] = [...taken];
          if (taken.length < (option.count ?? 1)) return;
        }
        next(n + 1);
      });
      list.append(button);
    }
    root.replaceChildren(html("p", { class: "hint-line" }, several ? `${field}: choose ${option.count}` : `${option.label}: ${field}`), list);
  };
  next(0);
  return root;
}

/**
 * A form for an event of any type, made from the schemas of the ruleset.
 * @param {Record<string, any>} schemas
 * @param {string[]} seats
 * @param {Say} say
 */
export function anyEvent(schemas, seats, say) {
  const types = Object.keys(schemas).filter((type) => type !== "GameCreated").sort();
  const type = select("what", types), seat = select("who", ["", ...seats]), fields = html("div", {});
  const problem = html("p", { class: "toast bad", role: "alert", hidden: true });
  const draw = () => fields.replaceChildren(...properties(schemas[type.value]).map(([name, schema, required]) => fieldFor(name, schema, required)));
  type.addEventListener("change", draw);
  draw();
  const form = html("form", {}, labelled("What", type), labelled("Who", seat), fields, problem, html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, "Log it")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      const data = /** @type {Record<string, any>} */ ({});
      for (const input of fields.querySelectorAll("input, select")) {
        const { name, value, dataset } = /** @type {HTMLInputElement} */ (input);
        if (value !== "") data[name] = dataset.json === undefined ? value : JSON.parse(value);
      }
      say({ type: type.value, seat: seat.value || null, data });
    } catch (error) {
      problem.hidden = false;
      problem.textContent = `One field is no JSON: ${/** @type {Error} */ (error).message}`;
    }
  });
  return form;
}

/** @param {any} schema @returns {[string, any, boolean][]} */
function properties(schema) {
  const name = schema.$ref?.split("/").at(-1), object = name ? schema.$defs[name] : schema;
  return Object.entries(object.properties ?? {}).map(([key, value]) => [key, value, (object.required ?? []).includes(key)]);
}

/** @param {string} name @param {any} schema @param {boolean} required */
function fieldFor(name, schema, required) {
  const kinds = schema.anyOf ?? [schema], words = kinds.flatMap((/** @type {any} */ kind) => kind.enum ?? []);
  if (words.length) return labelled(name, select(name, required ? words : ["", ...words]));
  const text = kinds.some((/** @type {any} */ kind) => kind.type === "string");
  const input = html("input", { name, id: `f-${name}`, autocomplete: "off", required, "data-json": text ? null : "", placeholder: text ? "" : "JSON, as [\"a\", null] or 3" });
  return labelled(name, input);
}

/** @param {string} name @param {string[]} values @returns {HTMLSelectElement} */
function select(name, values) {
  const options = values.map((value) => html("option", { value }, value || "–"));
  return /** @type {HTMLSelectElement} */ (html("select", { name, id: `f-${name}` }, ...options));
}

/** @param {string} text @param {HTMLElement} input */
const labelled = (text, input) => html("p", { class: "field" }, html("label", { for: input.id }, text), input);
