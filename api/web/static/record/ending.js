// What the page says of an end that others have to confirm, brought up to date with the game.

import { find } from "../drawing/dom.js";
import { NOW } from "../page/versions.js";

/** @param {{unconfirmed: {step: number} | null, opened: number | null}} header */
export async function showEnding({ unconfirmed, opened }) {
  const said = find("[data-ending]"), now = `${unconfirmed?.step ?? ""} ${opened ?? ""}`;
  if (!said || said.dataset.ending === now) return;
  said.dataset.ending = now;
  const answer = await fetch(location.href, NOW).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  said.replaceChildren(...(find("[data-ending]", page)?.childNodes ?? []));
}
