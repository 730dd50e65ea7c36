// The page when the server did not take something: it says so, and asks what is to become of what waits.

import { find } from "../drawing/dom.js";
import * as settle from "./conflict-choices.js";

/** @import { Kept, Why } from "./outbox.js" */
/** @import { RecorderPage } from "./recorder.js" */

/** These will never be stored. @param {RecorderPage} page @param {any} problem @param {Kept} kept */
export function refused(page, problem, kept) {
  page.refusals += 1;
  page.sheet(settle.refused(problem, kept, () => page.back()));
}

/** Nothing more is sent before somebody decides. @param {RecorderPage} page @param {Why} why @param {any} problem @param {Kept[]} mine */
export async function halted(page, why, problem, mine) {
  await page.refresh(Infinity, false);
  if (page.stand) page.view.show(page.stand.scene, { animate: false });
  const go = async (/** @type {(number | undefined)[]} */ dropped) => {
    await page.outbox.drop(dropped);
    page.outbox.halted = null;
    page.back();
    await page.outbox.resume(page.stand?.header.version ?? 0);
  };
  const choose = { keep: (/** @type {(number | undefined)[]} */ dropped) => void go(dropped), drop: () => void go(mine.map(({ key }) => key)) };
  if (why === "conflict") {
    const seen = Math.min(...mine.map((kept) => kept.seen ?? Infinity));
    const between = (await page.client.get(`/events?after=${seen}&limit=100`))?.events ?? [];
    const last = await page.client.rows(page.stand?.header.step ?? 0, Math.max(1, problem.version - seen));
    page.sheet(settle.conflict(between, last ?? [], mine, choose));
  } else if (why === "barred") page.sheet(settle.barred(problem, mine, choose));
  else find("[data-sheet]")?.append(settle.waiting(mine, choose));
}
