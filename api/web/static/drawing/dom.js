// Makes elements of SVG and HTML. The server's twin is projections/kit/drawing/markup.py.

/** @typedef {Node | string | false | null | undefined} Leaf */
/** @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element. Null, undefined and false leave an attribute or a child out.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, name), attributes, children);
}

/**
 * An HTML element; else as `svg`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

/**
 * A coordinate with two decimals at most.
 * @param {number} value
 */
export const number = (value) => String(Math.round(value * 100) / 100);

/**
 * The first element that matches, or null.
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {HTMLElement | null}
 */
export const find = (selector, root = document) => root.querySelector(selector);

/**
 * Every element that matches.
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)].map((one) => /** @type {HTMLElement} */ (one));

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function furnished(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    element.setAttribute(name, value === true ? "" : typeof value === "number" ? number(value) : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child != null && child !== false && child !== "") element.append(/** @type {Node | string} */ (child));
  }
  return element;
}
