// How the game stands now: asked of the server as often as there is news, one question at a time, never an older answer.

/** @import { GameClient, Header, Row, Stand } from "./game-client.js" */
/** @typedef {{onStand: (stand: Stand, animate: boolean) => void, onAway: () => void}} Listeners */

export class LatestStand {
  /** @param {GameClient} client @param {Listeners} listeners */
  constructor(client, listeners) {
    this.client = client;
    this.listeners = listeners;
    /** @type {Stand | null} */
    this.stand = null;
    this.loading = Promise.resolve(true);
    /** @type {{wanted: number, answer: Promise<boolean>} | null} the question after the one that is on its way */
    this.next = null;
  }

  get version() {
    return this.stand?.header.version ?? 0;
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
    this.stand = await this.client.before();
    if (this.stand) this.listeners.onStand(this.stand, false);
  }

  /** The header now; the last one known where the server is away. @returns {Promise<Header | undefined>} */
  async header() {
    return (await this.client.get("")) ?? this.stand?.header;
  }

  /** The last rows. @param {number} [count] @returns {Promise<Row[] | null>} */
  rows(count) {
    return this.client.rows(this.stand?.header.step ?? 0, count);
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
    const stand = await this.client.now();
    if (!stand) {
      this.listeners.onAway();
      return false;
    }
    if (stand.header.version < this.version) return true;
    this.stand = stand;
    this.listeners.onStand(stand, animate);
    return true;
  }
}
