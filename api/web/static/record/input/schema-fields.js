// Fields for any JSON Schema of a ruleset: words, numbers, lists, objects, and JSON for what has no other form.

import { html } from "../../drawing/dom.js";

/** @typedef {{element: HTMLElement, read: () => any}} Control `read` gives undefined where nothing was entered */
/** @typedef {{path: string, label: string, required: boolean, nullable: boolean}} Place */

let lists = 0;

/**
 * The fields of an object. Entries of the value are filled in.
 * @param {any} schema
 * @param {any} value
 * @returns {Control}
 */
export function fields(schema, value) {
  const defs = schema.$defs ?? {};
  return object(resolved(schema, defs), value, { path: "f", label: "", required: true, nullable: false }, defs);
}

/** @param {any} schema @param {Record<string, any>} defs @returns {any} */
const resolved = (schema, defs) => (schema.$ref ? { ...defs[schema.$ref.split("/").at(-1)], ...schema, $ref: undefined } : schema);

/** @param {any} given @param {any} value @param {Place} place @param {Record<string, any>} defs @returns {Control} */
function control(given, value, place, defs) {
  const schema = resolved(given, defs), kinds = (schema.anyOf ?? [schema]).map((/** @type {any} */ one) => resolved(one, defs));
  const real = kinds.filter((/** @type {any} */ kind) => kind.type !== "null");
  const here = { ...place, nullable: real.length < kinds.length };
  if (real.every((/** @type {any} */ kind) => kind.enum || kind.const !== undefined)) return words(real.flatMap((/** @type {any} */ kind) => kind.enum ?? [kind.const]), value, here);
  if (real.length > 1) return real.every((/** @type {any} */ kind) => ["string", "integer", "number"].includes(kind.type)) ? text(value, here, true) : json(value, here);
  const [kind] = real;
  if (kind?.type === "boolean") return words([true, false], value, here);
  if (kind?.type === "integer" || kind?.type === "number") return number(kind, value, here);
  if (kind?.type === "string") return text(value, here, false);
  if (kind?.type === "array" && kind.items && !kind.prefixItems) return list(kind, value, here, defs);
  if (kind?.type === "object" && kind.properties) return object(kind, value, here, defs);
  return json(value, here);
}

/** @param {any} schema @param {any} value @param {Place} place @param {Record<string, any>} defs @returns {Control} */
function object(schema, value, place, defs) {
  const inner = Object.entries(schema.properties ?? {}).map(([key, one]) => {
    const required = (schema.required ?? []).includes(key);
    return { key, ...control(one, value?.[key], { path: `${place.path}-${key}`, label: key, required, nullable: false }, defs) };
  });
  const body = inner.map(({ element }) => element);
  return {
    element: place.label ? html("fieldset", {}, html("legend", {}, place.label), body) : html("div", {}, body),
    read: () => {
      const found = Object.fromEntries(inner.map(({ key, read }) => [key, read()]).filter(([, one]) => one !== undefined));
      return place.label && !place.required && !Object.keys(found).length ? undefined : found;
    },
  };
}

/** @param {any} schema @param {any} value @param {Place} place @param {Record<string, any>} defs @returns {Control} */
function list(schema, value, place, defs) {
  const items = /** @type {Control[]} */ ([]), body = html("div", { class: "list-items" });
  const add = (/** @type {any} */ one) => {
    const made = control(schema.items, one, { path: `${place.path}-${(lists += 1)}`, label: "", required: true, nullable: false }, defs);
    const remove = html("button", { class: "btn small", type: "button", "aria-label": "Remove" }, "×"), line = html("div", { class: "list-item" }, made.element, remove);
    items.push(made);
    remove.addEventListener("click", () => {
      items.splice(items.indexOf(made), 1);
      line.remove();
    });
    body.append(line);
  };
  for (const one of Array.isArray(value) ? value : place.required ? [undefined] : []) add(one);
  const more = html("button", { class: "btn small", type: "button" }, "Add one");
  more.addEventListener("click", () => add(undefined));
  return {
    element: html("fieldset", {}, html("legend", {}, place.label), body, more),
    read: () => {
      const found = items.map(({ read }) => read()).map((one) => (one === undefined ? null : one));
      if (found.every((one) => one === null) && value === undefined && found.length <= 1) return place.required ? [] : undefined;
      return found.length || place.required || value !== undefined ? found : undefined;
    },
  };
}

/** @param {unknown[]} values @param {unknown} value @param {Place} place @returns {Control} */
function words(values, value, place) {
  const free = !place.required || place.nullable;
  const select = /** @type {HTMLSelectElement} */ (html("select", { id: place.path }, free && html("option", { value: "" }, "–"), values.map((one) => html("option", { value: JSON.stringify(one), selected: one === value }, String(one)))));
  return labelled(place, select, () => (select.value === "" ? nothing(place) : JSON.parse(select.value)));
}

/** @param {any} schema @param {unknown} value @param {Place} place @returns {Control} */
function number(schema, value, place) {
  const input = /** @type {HTMLInputElement} */ (html("input", {
    id: place.path, type: "number", inputmode: "numeric", step: schema.type === "integer" ? 1 : "any", min: schema.minimum, max: schema.maximum,
    required: place.required && !place.nullable, value: value == null ? null : String(value),
  }));
  return labelled(place, input, () => (input.value === "" ? nothing(place) : Number(input.value)));
}

/** @param {unknown} value @param {Place} place @param {boolean} numbers whether what looks like a number is one @returns {Control} */
function text(value, place, numbers) {
  const input = /** @type {HTMLInputElement} */ (html("input", {
    id: place.path, list: "ids", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: place.required && !place.nullable, value: value == null ? null : String(value),
  }));
  return labelled(place, input, () => (input.value === "" ? nothing(place) : numbers && /^-?\d+$/.test(input.value) ? Number(input.value) : input.value));
}

/** @param {unknown} value @param {Place} place @returns {Control} */
function json(value, place) {
  const input = /** @type {HTMLInputElement} */ (html("input", { id: place.path, class: "notation", autocomplete: "off", spellcheck: "false", required: place.required, placeholder: "JSON, as [\"a\", null] or 3", value: value === undefined ? null : JSON.stringify(value) }));
  return labelled(place, input, () => (input.value === "" ? nothing(place) : JSON.parse(input.value)));
}

/** @param {Place} place */
const nothing = (place) => (place.required && place.nullable ? null : undefined);

/** @param {Place} place @param {HTMLElement} input @param {() => any} read @returns {Control} */
function labelled(place, input, read) {
  if (!place.label) input.setAttribute("aria-label", "Entry");
  return { element: html("p", { class: "field" }, place.label && html("label", { for: input.id }, place.label), input), read };
}
