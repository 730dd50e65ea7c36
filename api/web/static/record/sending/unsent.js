// What of a game waits in this browser to be sent, oldest first, and up to where the game has been seen here.

import { asked } from "./browser-store.js";

/** @typedef {{type: string, seat: string | null, data: any}} Happened */
/** @typedef {Happened & {id: string, at?: string}} Entry */
/** @typedef {{key?: number, game: string, events: Entry[], line?: string, seen: number | null, said: string, undone?: boolean, correction?: boolean}} Kept */

export class Unsent {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** The version up to which whoever records has seen the game. */
    this.seen = 0;
  }

  /** @returns {Promise<Kept[]>} */
  async all() {
    const all = await asked("outbox", "readonly", (kept) => kept.getAll());
    return all.filter((/** @type {Kept} */ kept) => kept.game === this.game && kept.events);
  }

  /** @param {Omit<Kept, "game">} kept */
  async add(kept) {
    await asked("outbox", "readwrite", (all) => all.add({ ...kept, game: this.game }));
  }

  /** Keeps something else in the place of what has the same key. @param {Kept} kept */
  async replace(kept) {
    await asked("outbox", "readwrite", (all) => all.put(kept));
  }

  /** @param {(number | undefined)[]} keys */
  async drop(keys) {
    for (const key of keys) await asked("outbox", "readwrite", (all) => all.delete(/** @type {number} */ (key)));
  }

  /**
   * Takes back the last one; false: there is none. It may have reached the server unheard, so it is sent
   * all the same and retracted there; not so a line, of which nobody knows yet what it says.
   */
  async takeBack() {
    const last = (await this.all()).filter((kept) => !kept.undone).at(-1);
    if (last?.line) await this.drop([last.key]);
    else if (last) await this.replace({ ...last, undone: true });
    return last !== undefined;
  }

  /** The game was shown as its log stood at this version. @param {number} version */
  saw(version) {
    this.seen = Math.max(this.seen, version);
  }

  /** What waits follows what is there now, whatever was seen when it was told. @param {number} version */
  async follow(version) {
    this.saw(version);
    for (const kept of await this.all()) {
      if (kept.seen !== null) await this.replace({ ...kept, seen: version });
    }
  }

  /** Forgets what is stored by now. What follows directly upon what was seen leaves nothing unseen in between. @param {number} first its versions @param {number} last @param {Kept} stored */
  async advance(first, last, stored) {
    const next = (/** @type {number} */ seen) => (seen === first - 1 ? last : seen);
    for (const kept of await this.all()) {
      if (kept.key !== stored.key && kept.seen !== null) await this.replace({ ...kept, seen: next(kept.seen) });
    }
    this.seen = next(this.seen);
    await this.drop([stored.key]);
  }
}

/** An event with an id, by which the server knows it when it is sent twice. @param {Happened} event @param {boolean} late whether it is sent later than it happened @returns {Entry} */
export function entry(event, late) {
  return { ...event, id: uuid(), ...(late && { at: new Date().toISOString() }) };
}

/** A random UUID; `crypto.randomUUID` is there only on https. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
