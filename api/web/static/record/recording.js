// What was told is recorded: kept in the outbox, said to be so, and taken back with one tap.

import { retracted } from "./correction-events.js";
import { saving, toast, warn } from "./status.js";

/** @import { GameClient } from "./game-client.js" */
/** @import { LatestPosition } from "./latest-position.js" */
/** @import { Outbox } from "./sending/outbox.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { Told } from "./input-mode.js" */
/** @import { Happened, Kept } from "./sending/unsent.js" */
/** @typedef {{said: string, anywhere?: boolean, correction?: boolean}} How see Outbox.put */

/** Steps among which the last one of a seat is looked for. */
const SEARCHED = 200;

export class Recording {
  /** @param {GameClient} client @param {Outbox} outbox @param {Sheet} sheet closed while what was told is being kept @param {() => void} onAway what was told waits for a server that is away */
  constructor(client, outbox, sheet, onAway) {
    this.client = client;
    this.outbox = outbox;
    this.sheet = sheet;
    this.onAway = onAway;
    /** @type {number[]} the versions of the correction that was made here last */
    this.corrected = [];
    /** @type {Promise<unknown>} what was told last is being kept */
    this.busy = Promise.resolve();
    /** @type {Promise<unknown>} the lines written so far are read */
    this.lines = Promise.resolve();
  }

  /** @param {Told} told */
  record({ type, seat, data, label }) {
    const happened = { type, seat, data };
    this.sheet.close();
    this.busy = this.#put([happened], { said: label ?? inWords(happened), anywhere: type === "NoteAdded" }).catch(() => {
      this.sheet.open();
      warn("This browser lets pages keep nothing, so this was not recorded. Leave its private mode.");
    });
  }

  /** Events that are one correction, to be taken back as a whole. @param {Happened[]} events @param {string} said */
  correct(events, said) {
    void this.#put(events, { said, anywhere: true, correction: true });
  }

  /** Keeps events beside what is being told. @param {Happened[]} events @param {How} how @param {string} done said when they are kept */
  async aside(events, how, done, undo = true) {
    await this.outbox.put(events, how);
    if (!this.outbox.halted) toast(done, undo);
  }

  /** Reads a line of notation after those before it; false: it cannot be read. @param {string} line @param {(told: Told) => void} tell */
  written(line, tell) {
    const read = this.lines.then(() => this.#read(line, tell));
    this.lines = read;
    return read;
  }

  /** The server has stored what waited. @param {{events: {version: number}[]}} answer @param {Kept} kept */
  stored(answer, kept) {
    if (kept.correction) this.corrected = answer.events.map(({ version }) => version);
  }

  /** Takes back what waits, else a correction made here, else the last event of the seat (of any, where it is ""). @param {LatestPosition} latest @param {string} seat */
  async undo(latest, seat) {
    await this.lines;
    await this.busy;
    if (await this.outbox.takeBack()) return toast("Taken back before it was sent", false);
    const { version = 0, step = 0 } = (await latest.header()) ?? {};
    if (this.corrected.at(-1) === version) return this.#retract(this.corrected, "the correction");
    const last = (await this.client.timeline(step, seat ? SEARCHED : undefined)) ?? latest.position?.timeline;
    const row = last?.rows.filter((one) => one.version > 1 && (!seat || one.seat === seat)).at(-1);
    if (!row) return warn("There is nothing to take back.");
    await this.#retract([row.version], row.text);
  }

  /** @param {number[]} versions @param {string} said */
  async #retract(versions, said) {
    this.corrected = [];
    const events = [...versions].reverse().flatMap((version) => retracted({ version }, "typo"));
    await this.aside(events, { said: `Undo: ${said}`, anywhere: true }, `Taken back: ${said}`, false);
  }

  /** @param {Happened[]} events @param {How} how */
  async #put(events, how) {
    saving();
    const taken = await this.outbox.put(events, how);
    if (this.outbox.halted) this.sheet.open();
    if (!taken) return;
    if (!this.outbox.offline) return toast("Logged");
    toast("Kept on this device until the server is there again");
    this.onAway();
  }

  /** @param {string} line @param {(told: Told) => void} tell */
  async #read(line, tell) {
    this.sheet.close();
    saving();
    const answer = await this.client.read(line), content = await answer?.json().catch(() => null);
    if (answer?.ok) {
      tell({ ...content, label: line });
      await this.busy;
    } else if (answer && answer.status < 500) {
      warn(content?.detail ?? "This line cannot be read.");
      this.sheet.open();
      void this.outbox.send();
      return false;
    } else {
      await this.outbox.putLine(line);
      this.sheet.open();
    }
    return true;
  }
}

/** An event in short, until the server tells it in words. @param {Happened} happened */
function inWords({ type, data }) {
  const values = JSON.stringify(data).replace(/"\w+":|[{}[\]"]/g, "").replace(/,/g, ", ");
  return values ? `${type}: ${values.slice(0, 80)}` : type;
}
