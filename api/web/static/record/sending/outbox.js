// Events on their way to the server: kept in the browser until they are stored there, sent in order.

import { entry, Unsent } from "./unsent.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** @import { GameClient } from "../game-client.js" */
/** @import { Happened, Kept } from "./unsent.js" */
/** @typedef {"conflict" | "refused" | "barred"} Why */
/** @typedef {{offline: boolean, halted: boolean}} State */
/**
 * @typedef {object} Listeners
 * @property {(waiting: Kept[], state: State) => void} onChange
 * @property {(answer: any, kept: Kept) => void} onStored
 * @property {(problem: any, kept: Kept) => void} onRefused the server will never store these; they are dropped
 * @property {(why: Why, problem: any, waiting: Kept[]) => void} onHalt nothing more is sent before `resume`
 */

export class Outbox {
  /** @param {GameClient} client @param {Listeners} listeners */
  constructor(client, listeners) {
    this.client = client;
    this.listeners = listeners;
    this.unsent = new Unsent(client.game);
    this.sending = false;
    /** Milliseconds until a server that could not be reached is tried again; 0 while it answers. */
    this.wait = 0;
    /** @type {Why | null} */
    this.halted = null;
    addEventListener("online", () => void this.send());
  }

  get offline() {
    return this.wait > 0;
  }

  /** The game was shown as its log stood at this version. @param {number} version */
  saw(version) {
    this.unsent.saw(version);
  }

  /**
   * Keeps events, all or none of which happened, and sends what is kept; false: the server did not take all of it.
   * `anywhere`: they may follow events that were not seen here, as notes and corrections may. `correction`: they are one.
   * @param {Happened[]} events
   * @param {{said: string, anywhere?: boolean, correction?: boolean}} how
   */
  async put(events, { said, anywhere = false, correction = false }) {
    return this.#add({ events: events.map((event) => entry(event, this.offline)), seen: anywhere ? null : this.unsent.seen, said, correction });
  }

  /** Keeps a line of notation that the server has to read first. @param {string} line */
  async putLine(line) {
    return this.#add({ events: [], line, seen: this.unsent.seen, said: line });
  }

  /** Sends what is kept, oldest first, until nothing is left or the server cannot be reached; false: it did not take all of it. */
  async send() {
    if (this.sending || this.halted) return !this.halted;
    this.sending = true;
    try {
      let taken = true;
      for (let waiting = await this.unsent.all(); waiting[0]; waiting = await this.unsent.all()) {
        this.#changed(waiting);
        const answer = await this.#deliver(waiting[0]);
        if (answer === "refused") taken = false;
        if (answer === "none") this.#later();
        else this.wait = 0;
        if (answer === "none" || this.halted) break;
      }
      this.#changed(await this.unsent.all());
      return taken;
    } finally {
      this.sending = false;
    }
  }

  /** Goes on after a halt: what waits, but for what is dropped, follows what is there now. @param {number} version @param {(number | undefined)[]} dropped */
  async resume(version, dropped) {
    await this.unsent.drop(dropped);
    await this.unsent.follow(version);
    this.halted = null;
    await this.send();
  }

  /** Takes back the last thing that waits; false: nothing does. */
  async takeBack() {
    const taken = await this.unsent.takeBack();
    if (taken) this.#changed(await this.unsent.all());
    return taken;
  }

  /** @param {Omit<Kept, "game">} kept */
  async #add(kept) {
    await this.unsent.add(kept);
    if (this.halted || this.sending) this.#changed(await this.unsent.all());
    return this.send();
  }

  /** @param {Kept[]} waiting */
  #changed(waiting) {
    this.listeners.onChange(waiting, { offline: this.offline, halted: this.halted !== null });
  }

  #later() {
    this.wait = this.wait ? Math.min(LONGEST_WAIT, 2 * this.wait) : FIRST_WAIT;
    setTimeout(() => void this.send(), this.wait);
  }

  /** What the server says to it; none: it cannot be reached, or cannot say. @param {Kept} waiting @returns {Promise<"stored" | "refused" | "none">} */
  async #deliver(waiting) {
    const kept = waiting.events.length ? waiting : await this.#spelled(waiting);
    if (typeof kept === "string") return kept;
    const { events, seen } = kept, answer = await this.client.post("/events", seen === null ? { events } : { events, expected_version: seen });
    if (!answer || answer.status >= 500 || answer.status === 429) return "none";
    const content = await answer.json().catch(() => ({ title: "The server's answer could not be read." }));
    if (!answer.ok) return this.#refused(answer.status, content, kept);
    await this.#stored(content, kept);
    return "stored";
  }

  /** A line as its event, where the server can read it. @param {Kept} kept */
  async #spelled(kept) {
    const answer = await this.client.read(kept.line ?? "");
    if (!answer || answer.status >= 500) return "none";
    const content = await answer.json();
    if (!answer.ok) return this.#refused(answer.status, content, kept);
    const spelled = { ...kept, events: [entry(content, this.offline)] };
    await this.unsent.replace(spelled);
    return spelled;
  }

  /** @param {{version: number, events: {version: number}[]}} answer @param {Kept} kept */
  async #stored(answer, kept) {
    const first = answer.events[0]?.version ?? answer.version, last = answer.events.at(-1)?.version ?? answer.version;
    // Read anew: it may have been taken back while it was on its way.
    if ((await this.unsent.all()).some(({ key, undone }) => key === kept.key && undone)) await this.#retract(first, last, kept);
    await this.unsent.advance(first, last, kept);
    this.listeners.onStored(answer, kept);
  }

  /** @param {number} first @param {number} last @param {Kept} kept */
  async #retract(first, last, kept) {
    const events = Array.from({ length: last - first + 1 }, (_, n) => entry({ type: "EventRetracted", seat: null, data: { target: last - n, reason: "typo" } }, this.offline));
    await this.unsent.add({ events, seen: null, said: `Undo: ${kept.said}` });
  }

  /** @param {number} status @param {any} problem @param {Kept} kept @returns {Promise<"refused">} */
  async #refused(status, problem, kept) {
    const slug = String(problem.type ?? "").split("/").at(-1);
    if (status === 409 && slug === "wrong-version") this.halted = "conflict";
    else if (status === 401 || status === 403 || status === 404) this.halted = "barred";
    else {
      await this.unsent.drop([kept.key]);
      this.listeners.onRefused(problem, kept);
      if (!(await this.unsent.all()).length) return "refused";
      this.halted = "refused";
    }
    this.listeners.onHalt(this.halted, problem, await this.unsent.all());
    return "refused";
  }
}
