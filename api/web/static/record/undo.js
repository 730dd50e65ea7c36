// One tap takes back what was told last.

import { retracted } from "./corrections.js";

/** @import { RecorderPage } from "./recorder.js" */

/** Steps among which the last one of a seat is looked for. */
const SEARCHED = 200;

/** Takes back what waits, else a correction made here, else the last event that this page may take back. @param {RecorderPage} page */
export async function undo(page) {
  await page.busy;
  page.writing = false;
  if (await page.outbox.takeBack()) return page.toast("Taken back before it was sent", false, false);
  const header = await page.client.get(""), { version = 0, step = 0 } = header ?? page.stand?.header ?? {};
  if (page.corrected.at(-1) === version) return retract(page, page.corrected, "the correction");
  const last = (await page.client.rows(step, page.seat ? SEARCHED : undefined)) ?? page.stand?.rows ?? [];
  const row = last.filter((one) => one.version > 1 && (!page.seat || one.seat === page.seat)).at(-1);
  if (!row) return page.toast("There is nothing to take back.", true);
  await retract(page, [row.version], row.text);
}

/** @param {RecorderPage} page @param {number[]} versions @param {string} said */
async function retract(page, versions, said) {
  page.corrected = [];
  await page.outbox.put([...versions].reverse().flatMap((version) => retracted({ version }, "typo")), { said: `Undo: ${said}`, anywhere: true });
  if (!page.outbox.halted) page.toast(`Taken back: ${said}`, false, false);
}
