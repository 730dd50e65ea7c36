// Events on their way to the server: kept in the browser until they are stored there, sent in order.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** @typedef {{id: string, type: string, seat: string | null, data: unknown}} Entry */
/** @typedef {{key?: number, game: string, entry: Entry}} Kept */
/** @typedef {{onChange: (unsent: number, offline: boolean) => void, onStored: (answer: any) => void, onRefused: (problem: any, entry: Entry) => void}} Listeners */

export class Outbox {
  /**
   * `csrf` goes with every request. `onRefused` hears of an entry that the server will never store; it is dropped.
   * @param {string} game
   * @param {string} csrf
   * @param {Listeners} listeners
   */
  constructor(game, csrf, listeners) {
    this.game = game;
    this.csrf = csrf;
    this.listeners = listeners;
    this.wait = FIRST_WAIT;
    this.sending = false;
    this.database = open();
    addEventListener("online", () => void this.send());
  }

  /** Keeps an event and sends what is kept. @param {{type: string, seat: string | null, data: unknown}} event */
  async put(event) {
    await this.#store("readwrite", (kept) => kept.add({ game: this.game, entry: { ...event, id: uuid() } }));
    await this.send();
  }

  /** Sends what is kept, oldest first, until nothing is left or the server cannot be reached. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      for (let kept = await this.#all(); kept.length; kept = await this.#all()) {
        this.listeners.onChange(kept.length, false);
        if (!(await this.#deliver(/** @type {Kept} */ (kept[0])))) {
          this.listeners.onChange(kept.length, true);
          return;
        }
      }
      this.wait = FIRST_WAIT;
      this.listeners.onChange(0, false);
    } finally {
      this.sending = false;
    }
  }

  /** Whether it was stored or refused for good. @param {Kept} kept */
  async #deliver(kept) {
    const answer = await fetch(`/api/v1/games/${this.game}/events`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": this.csrf },
      body: JSON.stringify({ events: [kept.entry] }),
    }).catch(() => null);
    if (!answer || answer.status >= 500 || answer.status === 429) {
      setTimeout(() => void this.send(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
      return false;
    }
    const content = await answer.json();
    await this.#store("readwrite", (all) => all.delete(/** @type {number} */ (kept.key)));
    if (answer.ok) this.listeners.onStored(content);
    else this.listeners.onRefused(content, kept.entry);
    return true;
  }

  /** @returns {Promise<Kept[]>} */
  async #all() {
    const all = await this.#store("readonly", (kept) => kept.getAll());
    return all.filter((/** @type {Kept} */ kept) => kept.game === this.game);
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest<T>} ask
   * @returns {Promise<T>}
   */
  async #store(mode, ask) {
    const request = ask((await this.database).transaction("outbox", mode).objectStore("outbox"));
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("gametape", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("outbox", { keyPath: "key", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A random UUID; `crypto.randomUUID` is there only on https. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
