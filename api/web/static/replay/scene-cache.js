// The scenes of a game, fetched in stretches as patches and kept.

import { NOW } from "../page/versions.js";
import { patched } from "./patch.js";

/** @import { Replay, Scene } from "../types.js" */

/** Steps fetched at once. */
const STRETCH = 200;
/** So near to the end of a stretch the next one is fetched. */
const AHEAD = 40;

export class SceneCache {
  /**
   * @param {string} game
   * @param {number} steps
   * @param {string} seat as whom to look; "" as the reader may
   */
  constructor(game, steps, seat) {
    this.game = game;
    this.steps = steps;
    this.seat = seat;
    /** @type {Map<number, Promise<Scene[]>>} */
    this.stretches = new Map();
  }

  /**
   * The scene after a step. Rejects when the server cannot be reached.
   * @param {number} step
   * @returns {Promise<Scene>}
   */
  async scene(step) {
    const number = Math.floor((step - 1) / STRETCH), scenes = await this.#stretch(number);
    const scene = scenes[(step - 1) % STRETCH];
    if (!scene) throw new Error(`There is no step ${step}.`);
    const ahead = Math.floor((Math.min(this.steps, step + AHEAD) - 1) / STRETCH);
    if (ahead > number) void this.#stretch(ahead);
    return scene;
  }

  /**
   * The game went on, or was corrected: forgets what may have changed.
   * @param {number} steps how many there are now
   * @param {boolean} corrected whether earlier steps changed too
   */
  extend(steps, corrected) {
    const open = Math.floor((this.steps - 1) / STRETCH);
    this.steps = steps;
    if (corrected) this.stretches.clear();
    else this.stretches.delete(open);
  }

  /** @param {number} number */
  #stretch(number) {
    const known = this.stretches.get(number);
    if (known) return known;
    const fetched = this.#fetched(number * STRETCH + 1, Math.min(this.steps, (number + 1) * STRETCH));
    this.stretches.set(number, fetched);
    fetched.catch(() => this.stretches.get(number) === fetched && this.stretches.delete(number));
    return fetched;
  }

  /** @param {number} from @param {number} to @returns {Promise<Scene[]>} */
  async #fetched(from, to) {
    const query = new URLSearchParams({ of: "scene", from: String(from), to: String(to), ...(this.seat && { seat: this.seat }) });
    const answer = await fetch(`/api/v1/games/${this.game}/replay?${query}`, NOW);
    if (!answer.ok) throw new Error(`The replay was answered with ${answer.status}.`);
    /** @type {Replay} */
    const replay = await answer.json();
    const scenes = [replay.scene];
    for (const operations of replay.patches) scenes.push(patched(/** @type {Scene} */ (scenes.at(-1)), operations));
    return scenes;
  }
}
