// A game as its server tells it to whoever records it; as it was told last where the server is away.

import { NOW } from "../page/versions.js";
import { namesIn } from "./names.js";
import { asked } from "./sending/browser-store.js";

/** @import { Open } from "./input/options.js" */
/** @import { Happened } from "./sending/unsent.js" */
/** @import { Scene } from "../types.js" */
/** @typedef {{message: string, severity: string}} Finding */
/** @typedef {{step: number, version: number, type: string, seat: string | null, text: string, findings: Finding[]}} Row */
/** @typedef {{version: number, checked: number, rows: Row[]}} Timeline the last rows, and how far they are known */
/** @typedef {{version: number, step: number, status: string, box: string, options: {policy?: string}, unconfirmed: {step: number} | null, opened: number | null}} Header */
/** @typedef {{game: string, session: string, header: Header, scene: Scene, options: Open[], timeline: Timeline, schemas: Record<string, any>, names: Record<string, string>}} Position */

const ROWS = 5;
/** Rows that the server gives at once. */
const MOST = 5000;

export class GameClient {
  /** @param {string} game @param {string} ruleset @param {string} session the CSRF token, which is one session's own */
  constructor(game, ruleset, session) {
    this.game = game;
    this.ruleset = ruleset;
    this.session = session;
    /** @type {Record<string, any>} */
    this.schemas = {};
    /** @type {Record<string, string> | null} */
    this.names = null;
  }

  get path() {
    return `/api/v1/games/${this.game}`;
  }

  /** How the game stands; null: the server cannot be reached, or does not say. @returns {Promise<Position | null>} */
  async now() {
    const header = await this.get("");
    if (!header) return null;
    const [replay, options, timeline] = await Promise.all([
      this.get(`/replay?of=scene&from=${header.step}&to=${header.step}`), this.get(`/options?step=${header.step}&lines=true`),
      this.timeline(header.step), this.#fixed(header.box),
    ]);
    if (!replay || !options || !timeline) return null;
    const position = { game: this.game, session: this.session, header, scene: replay.scene, options: options.options, timeline, schemas: this.schemas, names: this.names ?? {} };
    await asked("states", "readwrite", (states) => states.put(position)).catch(() => null);
    return position;
  }

  /** How the game stood when this session saw it last. @returns {Promise<Position | null>} */
  async before() {
    const position = await asked("states", "readonly", (states) => states.get(this.game)).catch(() => null);
    // One that an older page kept has no timeline.
    if (position?.session !== this.session || !position.timeline) return null;
    Object.assign(this, { schemas: position.schemas, names: position.names });
    return position;
  }

  /** The last rows. @param {number} step the last one that is known here @returns {Promise<Timeline | null>} */
  async timeline(step, count = ROWS) {
    const wanted = Math.min(count, step, MOST), told = await this.get(`/timeline?after=${step - wanted}&limit=${wanted}`);
    if (!told) return null;
    // The game went on, or has fewer steps since a correction.
    return told.step === step ? { version: told.version, checked: told.checked_version, rows: told.rows } : this.timeline(told.step, count);
  }

  /** A step: its event, the version of the one before, and the scene and options then. @param {number} step */
  async at(step) {
    const before = Math.max(1, step - 1);
    const [log, replay, options] = await Promise.all([
      this.get(`/events?view=effective&after=${before - 1}&limit=2`), this.get(`/replay?of=scene&from=${before}&to=${before}`), this.get(`/options?step=${before}&lines=true`),
    ]);
    if (!log || !replay || !options) return null;
    const event = /** @type {Happened} */ (log.events[step - before]), previous = /** @type {number} */ (log.events[0].version);
    return { event: { type: event.type, seat: event.seat, data: event.data }, previous, scene: /** @type {Scene} */ (replay.scene), options: step > 1 ? /** @type {Open[]} */ (options.options) : [] };
  }

  /** @param {string} path @returns {Promise<any>} */
  async get(path) {
    return got(this.path + path);
  }

  /** The answer to what is sent; null: the server cannot be reached. @param {string} path @param {unknown} content */
  post(path, content) {
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": this.session };
    return fetch(this.path + path, { method: "POST", headers, body: JSON.stringify(content) }).catch(() => null);
  }

  /** @param {string} line */
  read(line) {
    return fetch(`/api/v1/rulesets/${this.ruleset}/notation?line=${encodeURIComponent(line)}`).catch(() => null);
  }

  /** What no event changes: schemas and the names in the box. @param {string} box */
  async #fixed(box) {
    if (this.names) return;
    const [rules, content] = await Promise.all([got(`/api/v1/rulesets/${this.ruleset}`), got(`/api/v1/boxes/${box}`)]);
    if (rules) this.schemas = rules.events;
    if (content) this.names = namesIn(content.box);
  }
}

/** @param {string} address */
async function got(address) {
  const answer = await fetch(address, NOW).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}
