// Animation: items travel from where they were to where they are, by their ids, on whatever surface they lie.

/** @typedef {{x: number, y: number, width: number, facing: number | null}} Stand */

const TRAVEL = { duration: 280, easing: "cubic-bezier(.2,.7,.2,1)" };
const APPEAR = { duration: 160, delay: 200, fill: /** @type {const} */ ("backwards") };
const COMMENT = { duration: 120, delay: 280, fill: /** @type {const} */ ("backwards") };

/** Whether the reader wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Where everything with an id is on the screen now, in the middle of a travel too.
 * @param {ParentNode} root
 * @returns {Map<string, Stand>}
 */
export function stands(root) {
  return new Map(things(root).map((one) => [one.dataset.id ?? "", stand(one)]));
}

/**
 * Lets everything travel from where it stood `before`.
 * @param {ParentNode} root
 * @param {Map<string, Stand>} before
 */
export function travel(root, before) {
  const moves = things(root).map((one) => ({ one, was: before.get(one.dataset.id ?? ""), now: stand(one) }));
  for (const { one, was, now } of moves) {
    if (was) depart(one, was, now);
    else one.animate([{ opacity: 0 }, { opacity: 1 }], APPEAR);
  }
  for (const layer of root.querySelectorAll(".board .marks")) layer.animate([{ opacity: 0 }, { opacity: 1 }], COMMENT);
}

/** @param {ParentNode} root @returns {(HTMLElement | SVGElement)[]} */
const things = (root) => [...root.querySelectorAll("[data-id]")].map((one) => /** @type {HTMLElement | SVGElement} */ (one));

/** @param {HTMLElement | SVGElement} one @returns {Stand} */
function stand(one) {
  const box = (one.querySelector(":scope > .fly .skin") ?? one).getBoundingClientRect();
  const facing = one.dataset.facing === undefined ? null : Number(one.dataset.facing);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, facing };
}

/** @param {HTMLElement | SVGElement} one @param {Stand} was @param {Stand} now */
function depart(one, was, now) {
  const fly = one.querySelector(":scope > .fly");
  const unit = (fly instanceof SVGGraphicsElement && fly.getScreenCTM()?.a) || 1;
  const dx = (was.x - now.x) / unit, dy = (was.y - now.y) / unit;
  const grow = now.width && was.width ? was.width / now.width : 1;
  if (Math.hypot(dx, dy) > 0.5) {
    (fly ?? one).animate([{ transform: `translate(${dx}px, ${dy}px) scale(${grow})` }, { transform: "none" }], TRAVEL);
  }
  if (was.facing !== null && now.facing !== null && was.facing !== now.facing) {
    const spun = ((((now.facing - was.facing + 180) % 360) + 360) % 360) - 180;
    const turns = [{ transform: `rotate(${now.facing - spun}deg)` }, { transform: `rotate(${now.facing}deg)` }];
    fly?.querySelector(".body")?.animate(turns, TRAVEL);
  }
}
