// Events on their way to the server: kept in the browser until they are stored there, sent in order.

import { asked } from "./browser-store.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** @typedef {{type: string, seat: string | null, data: any}} Happened */
/** @typedef {Happened & {id: string, at?: string}} Entry */
/** @typedef {{key?: number, game: string, events: Entry[], line?: string, seen: number | null, said: string, undone?: boolean, correction?: boolean}} Kept */
/** @typedef {"conflict" | "refused" | "barred"} Why */
/**
 * @typedef {object} Listeners
 * @property {(waiting: Kept[], offline: boolean) => void} onChange
 * @property {(answer: any, kept: Kept) => void} onStored
 * @property {(problem: any, kept: Kept) => void} onRefused the server will never store these; they are dropped
 * @property {(why: Why, problem: any, waiting: Kept[]) => void} onHalt nothing more is sent before `resume`
 */

export class Outbox {
  /**
   * `csrf` goes with every request; `read` gives the event that a line of notation says, or null.
   * @param {string} game
   * @param {string} csrf
   * @param {(line: string) => Promise<Response | null>} read
   * @param {Listeners} listeners
   */
  constructor(game, csrf, read, listeners) {
    this.game = game;
    this.csrf = csrf;
    this.read = read;
    this.listeners = listeners;
    this.wait = FIRST_WAIT;
    this.sending = false;
    this.offline = false;
    /** The version up to which whoever records has seen the game. */
    this.seen = 0;
    /** @type {Why | null} */
    this.halted = null;
    addEventListener("online", () => void this.send());
  }

  /** The game was shown as its log stood at this version. @param {number} version */
  saw(version) {
    this.seen = Math.max(this.seen, version);
  }

  /**
   * Keeps events, all or none of which happened, and sends what is kept. `anywhere`: they may follow events
   * that were not seen here, as notes and corrections may.
   * @param {Happened[]} events
   * @param {{said?: string, anywhere?: boolean, correction?: boolean}} how
   */
  async put(events, { said = "", anywhere = false, correction = false } = {}) {
    await this.#add({ events: events.map((event) => this.#entry(event)), seen: anywhere ? null : this.seen, said, correction });
  }

  /** Keeps a line of notation that the server has to read first. @param {string} line */
  async putLine(line) {
    await this.#add({ events: [], line, seen: this.seen, said: line });
  }

  /** What waits here, oldest first. @returns {Promise<Kept[]>} */
  async all() {
    const all = await asked("outbox", "readonly", (kept) => kept.getAll());
    return all.filter((/** @type {Kept} */ kept) => kept.game === this.game && kept.events);
  }

  /** Sends what is kept, oldest first, until nothing is left or the server cannot be reached. */
  async send() {
    if (this.sending || this.halted) return;
    this.sending = true;
    try {
      for (let waiting = await this.all(); waiting.length; waiting = await this.all()) {
        this.listeners.onChange(waiting, this.offline);
        this.offline = !(await this.#deliver(/** @type {Kept} */ (waiting[0])));
        if (this.offline || this.halted) return this.listeners.onChange(await this.all(), this.offline);
      }
      this.wait = FIRST_WAIT;
      this.listeners.onChange([], false);
    } finally {
      this.sending = false;
    }
  }

  /** Goes on after a halt: what waits follows what is there now. @param {number} version */
  async resume(version) {
    this.saw(version);
    for (const kept of await this.all()) {
      if (kept.seen !== null) await asked("outbox", "readwrite", (all) => all.put({ ...kept, seen: version }));
    }
    this.halted = null;
    await this.send();
  }

  /** Forgets some of what waits. @param {(number | undefined)[]} keys */
  async drop(keys) {
    for (const key of keys) await asked("outbox", "readwrite", (all) => all.delete(/** @type {number} */ (key)));
  }

  /**
   * Takes back the last thing that waits; false: nothing does. It may have reached the server unheard,
   * so it is sent all the same and retracted there.
   */
  async takeBack() {
    const last = (await this.all()).filter((kept) => !kept.undone).at(-1);
    if (!last) return false;
    if (last.line) await this.drop([last.key]);
    else await asked("outbox", "readwrite", (all) => all.put({ ...last, undone: true }));
    this.listeners.onChange(await this.all(), this.offline);
    return true;
  }

  /** @param {Omit<Kept, "game">} kept */
  async #add(kept) {
    await asked("outbox", "readwrite", (all) => all.add({ ...kept, game: this.game }));
    if (this.halted || this.sending) this.listeners.onChange(await this.all(), this.offline);
    await this.send();
  }

  /** @param {Happened} event @returns {Entry} */
  #entry(event) {
    const entry = { ...event, id: uuid() };
    return this.offline ? { ...entry, at: new Date().toISOString() } : entry;
  }

  /** Whether the server answered. @param {Kept} waiting */
  async #deliver(waiting) {
    const kept = waiting.events.length ? waiting : await this.#spelled(waiting);
    if (kept === null) return true;
    const answer = kept && (await this.#post(kept));
    if (!answer || answer.status >= 500 || answer.status === 429) {
      setTimeout(() => void this.send(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
      return false;
    }
    const content = await answer.json().catch(() => ({ title: "The server's answer could not be read." }));
    if (answer.ok) await this.#stored(content, kept);
    else await this.#refused(answer.status, content, kept);
    return true;
  }

  /** @param {Kept} kept */
  #post({ events, seen }) {
    return fetch(`/api/v1/games/${this.game}/events`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": this.csrf },
      body: JSON.stringify(seen === null ? { events } : { events, expected_version: seen }),
    }).catch(() => null);
  }

  /** A line as its event; null: it cannot be read, undefined: the server cannot be reached. @param {Kept} kept */
  async #spelled(kept) {
    const answer = await this.read(kept.line ?? "");
    if (!answer || answer.status >= 500) return undefined;
    const content = await answer.json();
    if (!answer.ok) {
      await this.#refused(answer.status, content, kept);
      return null;
    }
    const spelled = { ...kept, events: [this.#entry(content)] };
    await asked("outbox", "readwrite", (all) => all.put(spelled));
    return spelled;
  }

  /** @param {{version: number, events: {version: number}[]}} answer @param {Kept} kept */
  async #stored(answer, kept) {
    const first = answer.events[0]?.version ?? answer.version, last = answer.events.at(-1)?.version ?? answer.version;
    // What follows directly upon what was seen leaves nothing unseen in between.
    const next = (/** @type {number} */ seen) => (seen === first - 1 ? last : seen);
    for (const other of await this.all()) {
      if (other.key === kept.key && other.undone) await this.#retract(first, last, other);
      else if (other.key !== kept.key && other.seen !== null) await asked("outbox", "readwrite", (all) => all.put({ ...other, seen: next(/** @type {number} */ (other.seen)) }));
    }
    this.seen = next(this.seen);
    await this.drop([kept.key]);
    this.listeners.onStored(answer, kept);
  }

  /** @param {number} first @param {number} last @param {Kept} kept */
  async #retract(first, last, kept) {
    const events = Array.from({ length: last - first + 1 }, (_, n) => this.#entry({ type: "EventRetracted", seat: null, data: { target: last - n, reason: "typo" } }));
    await asked("outbox", "readwrite", (all) => all.add({ game: this.game, events, seen: null, said: `Undo: ${kept.said}` }));
  }

  /** @param {number} status @param {any} problem @param {Kept} kept */
  async #refused(status, problem, kept) {
    const slug = String(problem.type ?? "").split("/").at(-1);
    if (status === 409 && slug === "wrong-version") this.halted = "conflict";
    else if (status === 401 || status === 403 || status === 404) this.halted = "barred";
    else {
      await this.drop([kept.key]);
      this.listeners.onRefused(problem, kept);
      if (!(await this.all()).length) return;
      this.halted = "refused";
    }
    this.listeners.onHalt(this.halted, problem, await this.all());
  }
}

/** A random UUID; `crypto.randomUUID` is there only on https. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
