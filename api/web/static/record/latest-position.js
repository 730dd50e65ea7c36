// How the game stands now: asked of the server as often as there is news, one question at a time, never an older answer.

/** @import { GameClient, Header, Timeline, Position } from "./game-client.js" */
/** @typedef {{onPosition: (position: Position, animate: boolean) => void, onAway: () => void}} Listeners */

export class LatestPosition {
  /** @param {GameClient} client @param {Listeners} listeners */
  constructor(client, listeners) {
    this.client = client;
    this.listeners = listeners;
    /** @type {Position | null} */
    this.position = null;
    this.loading = Promise.resolve(true);
    /** @type {{wanted: number, answer: Promise<boolean>} | null} the question after the one that is on its way */
    this.next = null;
  }

  get version() {
    return this.position?.header.version ?? 0;
  }

  /**
   * Asks how the game stands, unless the version wanted is known by then; false: the server does not answer.
   * @param {number} wanted
   * @returns {Promise<boolean>}
   */
  refresh(wanted = Infinity, animate = true) {
    if (this.next) this.next.wanted = Math.max(this.next.wanted, wanted);
    else this.next = { wanted, answer: this.loading.then(() => this.#asked(animate)) };
    return this.next.answer;
  }

  /** Takes up how this session saw the game last. */
  async recall() {
    this.position = await this.client.before();
    if (this.position) this.listeners.onPosition(this.position, false);
  }

  /** The header now; the last one known where the server is away. @returns {Promise<Header | undefined>} */
  async header() {
    return (await this.client.get("")) ?? this.position?.header;
  }

  /** What happened last. @param {number} [count] @returns {Promise<Timeline | null>} */
  timeline(count) {
    return this.client.timeline(this.position?.header.step ?? 0, count);
  }

  /** @param {boolean} animate */
  #asked(animate) {
    const known = this.version >= (this.next?.wanted ?? 0);
    this.next = null;
    this.loading = known ? Promise.resolve(true) : this.#load(animate);
    return this.loading;
  }

  /** @param {boolean} animate */
  async #load(animate) {
    const position = await this.client.now();
    if (!position) {
      this.listeners.onAway();
      return false;
    }
    if (position.header.version < this.version) return true;
    this.position = position;
    this.listeners.onPosition(position, animate);
    return true;
  }
}
