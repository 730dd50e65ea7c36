// The record page: makes its parts and lets them hear of one another.

import { adjust } from "./adjust.js";
import { CorrectionSheet } from "./correction-sheet.js";
import { showEnding } from "./ending.js";
import { find, findAll } from "../drawing/dom.js";
import { follow } from "./follow.js";
import { Forms } from "./forms.js";
import { GameClient } from "./game-client.js";
import { History } from "./history.js";
import { NotationLine } from "./input/notation-line.js";
import { LatestPosition } from "./latest-position.js";
import { OfferedOptions } from "./offered-options.js";
import { work } from "./sending/offline.js";
import { Outbox } from "./sending/outbox.js";
import { Recording } from "./recording.js";
import { Refusals } from "./sending/refusals.js";
import { Sheet } from "./sheet.js";
import { PositionView } from "./position-view.js";
import { showUnsent } from "./status.js";
import { InputMode } from "./input-mode.js";

/** @import { Position } from "./game-client.js" */
/** @import { Happened } from "./sending/unsent.js" */

const AWAY = "The server is away: what may happen is shown as it stood before. Anything can be written as a line or logged.";

/** @param {HTMLElement} root */
async function open(root) {
  const { game = "", ruleset = "", seat = "" } = root.dataset, client = new GameClient(game, ruleset, find("meta[name=csrf]")?.getAttribute("content") ?? "");
  const sheet = new Sheet(root);
  const input = new InputMode(sheet, {
    onTold: (told) => recording.record(told), onMeant: (events, said) => void corrections.propose(events, said),
    onBack: () => latest.position && view.show(latest.position),
  });
  const offers = new OfferedOptions(root, client, sheet, input, seat);
  const latest = new LatestPosition(client, { onPosition: (position, animate) => shown(position, animate), onAway: () => sheet.open() });
  const outbox = new Outbox(client, {
    onChange: showUnsent,
    onStored: (answer, kept) => {
      recording.stored(answer, kept);
      void latest.refresh(answer.version);
    },
    onRefused: (problem, kept) => refusals.refused(problem, kept), onHalt: (why, problem, waiting) => void refusals.halted(why, problem, waiting),
  });
  const recording = new Recording(client, outbox, sheet, () => {
    offers.ask();
    sheet.head(AWAY);
  });
  const refusals = new Refusals(client, latest, offers.view, sheet, {
    onBack: () => input.back(),
    onSettled: (dropped) => {
      input.back();
      // What came in while nothing was sent is shown now.
      void outbox.resume(latest.version, dropped).then(() => latest.position && shown(latest.position, false));
    },
  });
  const corrections = new CorrectionSheet(client, offers, input, sheet, (events, said) => recording.correct(events, said));
  const history = new History(latest, seat, (row) => void corrections.open(row)), view = new PositionView(root, offers, history, sheet, input);
  const forms = new Forms(client, offers, input, sheet);

  const shown = (/** @type {Position} */ position, /** @type {boolean} */ animate) => {
    outbox.saw(position.header.version);
    void showEnding(position.header);
    if (input.mode?.live || !outbox.halted) view.follow(position, animate);
  };
  const lay = (/** @type {Happened} */ event, /** @type {string} */ said) => void recording.aside([event], { said }, said);
  new NotationLine(/** @type {HTMLElement} */ (find("[data-notation]")), {
    options: () => offers.options, name: (id) => offers.name(id), onHappened: input.tell, onWritten: (line) => recording.written(line, input.tell),
  });
  const buttons = /** @type {Record<string, () => void>} */ ({
    undo: () => {
      input.release();
      void recording.undo(latest, seat);
    },
    turn: () => offers.view.turn(), leave: () => input.back(), note: () => forms.note(), log: () => forms.log(), end: () => forms.end(),
    ruled: () => forms.ruled(latest.position?.header.options.policy === "enforce"), adjust: () => adjust(client, offers, input, lay),
  });
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target), pressed = target.closest("[data-do]")?.getAttribute("data-do");
    if (target.closest("[data-unselect]")) offers.view.select(null);
    else if (pressed) buttons[pressed]?.();
  });
  await keepUp(latest, outbox, () => !input.mode && void history.renew());
}

/**
 * Shows how the game stands, or stood, and follows it.
 * @param {LatestPosition} latest
 * @param {Outbox} outbox sends what waits as soon as the server is there
 * @param {() => void} onChecked the referee has judged the game anew
 */
async function keepUp(latest, outbox, onChecked) {
  const fresh = await latest.refresh(Infinity, false);
  if (!fresh) await latest.recall();
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void latest.refresh());
  void work();
  await outbox.send();
  follow(`${latest.client.path}/live`, fresh, { onNews: (version) => void latest.refresh(version), onBack: () => void latest.refresh(), onOpen: () => void outbox.send(), onChecked });
}

for (const root of findAll("[data-recorder]")) void open(root);
