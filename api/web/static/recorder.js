// The table: what may happen next, told by taps, dice, cards, a line of notation or a form.

import { find, findAll, html } from "./dom.js";
import { anyEvent, ask, complete, rows } from "./entry.js";
import { Outbox } from "./outbox.js";
import { seatMark } from "./outlines.js";
import { SceneView } from "./scene.js";

/** @import { Open, Happened } from "./entry.js" */

const UNDO_FOR = 6000;

class RecorderPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.game = root.dataset.game ?? "";
    this.ruleset = root.dataset.ruleset ?? "";
    this.csrf = find("meta[name=csrf]")?.getAttribute("content") ?? "";
    /** @type {Open[]} */
    this.options = [];
    this.version = 0;
    this.view = new SceneView(root, {
      onSelect: (id, options) => this.#select(id, options),
      onTake: (options) => (options.length === 1 && options[0] ? this.#take(options[0]) : this.#offer(options)),
    });
    this.outbox = new Outbox(this.game, this.csrf, {
      onChange: (unsent, offline) => this.#sync(unsent, offline),
      onStored: () => void this.refresh(),
      onRefused: (problem) => this.#toast(problem.detail ?? problem.title, true),
    });
  }

  async start() {
    this.root.addEventListener("click", (event) => this.#click(event));
    find("[data-notation]")?.addEventListener("submit", (event) => this.#line(event));
    await this.refresh(false);
    await this.outbox.send();
    this.#follow();
  }

  /** Shows the game as it stands at the server. */
  async refresh(animate = true) {
    const header = await this.#get("");
    if (!header || header.version < this.version) return;
    const [replay, options] = await Promise.all([
      this.#get(`/replay?of=scene&from=${header.step}&to=${header.step}`), this.#get(`/options?step=${header.step}`),
    ]);
    if (!replay || !options || header.version < this.version) return;
    this.version = header.version;
    this.options = options.options;
    this.view.show(replay.scene, { options: this.options, animate });
    const line = replay.scene.seats.flatMap((/** @type {any} */ seat) => [seatMark(seat, 22), html("span", {}, seat.name), seat.score == null ? null : html("span", { class: "score" }, seat.score)]);
    find("[data-line]")?.replaceChildren(...line.filter((/** @type {unknown} */ one) => one !== null));
    this.#offer(this.options.filter((option) => !option.piece || this.options.length <= 12));
    if (!this.options.length) find("[data-prompt]")?.replaceChildren("Nothing is awaited.");
  }

  /** @param {string} path */
  async #get(path) {
    const answer = await fetch(`/api/v1/games/${this.game}${path}`).catch(() => null);
    return answer?.ok ? answer.json() : null;
  }

  /** Rows for some options; where only dice or cards are awaited, their pad at once. @param {Open[]} options */
  #offer(options) {
    const only = options[0], awaited = options.length === 1 && only && !complete(only);
    const prompt = this.view.scene?.panels?.find((panel) => panel.id === "prompt")?.text ?? "";
    find("[data-prompt]")?.replaceChildren(prompt);
    this.#sheet(awaited ? ask(only, (happened) => this.#record(happened)) : rows(options, (option) => this.#take(option)));
  }

  /** @param {string | null} id @param {Open[]} options */
  #select(id, options) {
    const button = find("[data-unselect]");
    if (button) button.hidden = id === null;
    if (id === null) return this.#offer(this.options.filter((option) => !option.piece || this.options.length <= 12));
    find("[data-prompt]")?.replaceChildren(this.view.scene?.board?.items[id]?.title ?? id);
    this.#sheet(rows(options, (option) => this.#take(option)));
  }

  /** @param {Open} option */
  #take(option) {
    if (complete(option)) this.#record(option);
    else {
      find("[data-prompt]")?.replaceChildren(option.label);
      this.#sheet(ask(option, (happened) => this.#record(happened)));
    }
  }

  /** @param {HTMLElement} content */
  #sheet(content) {
    find("[data-sheet]")?.replaceChildren(content);
  }

  /** @param {Happened} happened */
  #record({ type, seat, data }) {
    void this.outbox.put({ type, seat, data }).then(() => this.#toast("Logged", false));
  }

  /** @param {Event} event */
  async #line(event) {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (find("#line"));
    const answer = await fetch(`/api/v1/rulesets/${this.ruleset}/notation?line=${encodeURIComponent(input.value)}`).catch(() => null);
    if (!answer) return this.#toast("A line is read by the server, which cannot be reached now.", true);
    const content = await answer.json();
    if (!answer.ok) return this.#toast(content.detail, true);
    input.value = "";
    this.#record(content);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const what = /** @type {Element} */ (event.target).closest("[data-do]")?.getAttribute("data-do");
    if (/** @type {Element} */ (event.target).closest("[data-unselect]")) this.view.select(null);
    if (what === "undo") void this.#undo();
    if (what === "turn") this.view.turn();
    if (what === "note") this.#note();
    if (what === "log") void this.#log();
  }

  /** Takes the last event back. */
  async #undo() {
    const header = await this.#get(""), last = header && (await this.#get(`/timeline?after=${header.step - 1}&limit=1`));
    const row = last?.rows.at(-1);
    if (!row || row.version === 1) return this.#toast("There is nothing to take back.", true);
    await this.outbox.put({ type: "EventRetracted", seat: null, data: { target: row.version, reason: "undo" } });
    this.#toast(`Taken back: ${row.text}`, false, false);
  }

  #note() {
    const input = html("input", { id: "note", autocomplete: "off", maxlength: 4000, required: true });
    const form = html("form", { class: "field" }, html("label", { for: "note" }, "Note"), input, html("div", { class: "btn-row" }, html("button", { class: "btn primary" }, "Keep it")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#record({ type: "NoteAdded", seat: null, data: { text: /** @type {HTMLInputElement} */ (input).value } });
    });
    this.#sheet(form);
    input.focus();
  }

  async #log() {
    const answer = await fetch(`/api/v1/rulesets/${this.ruleset}`).catch(() => null);
    if (!answer?.ok) return this.#toast("The forms come from the server, which cannot be reached now.", true);
    const seats = this.view.scene?.seats.map((seat) => seat.id) ?? [];
    find("[data-prompt]")?.replaceChildren("It happened, log it");
    this.#sheet(anyEvent((await answer.json()).events, seats, (happened) => this.#record(happened)));
  }

  /** @param {number} unsent @param {boolean} offline */
  #sync(unsent, offline) {
    const sync = find("[data-sync]");
    if (!sync) return;
    sync.textContent = unsent ? `${unsent} unsent` : "saved";
    sync.classList.toggle("unsent", offline);
  }

  /** @param {string} text @param {boolean} bad */
  #toast(text, bad, undo = !bad) {
    const slot = find("[data-toast]");
    const button = undo && html("button", { class: "btn", type: "button", "data-do": "undo" }, "Undo");
    const toast = html("div", { class: bad ? "toast bad" : "toast", role: bad ? "alert" : "status" }, html("span", {}, text), button);
    slot?.replaceChildren(toast);
    setTimeout(() => toast.remove(), bad ? 3 * UNDO_FOR : UNDO_FOR);
  }

  /** What others record at the same table. */
  #follow() {
    const source = new EventSource(`/api/v1/games/${this.game}/live`);
    source.addEventListener("message", (event) => {
      if (JSON.parse(event.data).version > this.version) void this.refresh();
    });
  }
}

for (const root of findAll("[data-recorder]")) void new RecorderPage(root).start();
