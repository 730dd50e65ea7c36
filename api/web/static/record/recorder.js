// The table: what may happen next, told by taps, dice, cards, a line of notation or a form.

import { preview } from "./corrections.js";
import { correcting } from "./correction-sheet.js";
import { find, findAll, html } from "../drawing/dom.js";
import { ask, askAnew, complete, rows } from "./input/options.js";
import { follow } from "./follow.js";
import { halted, refused } from "./conflict.js";
import { history } from "./history.js";
import { NotationLine } from "./input/notation-line.js";
import { nameOf } from "./names.js";
import { work } from "./offline.js";
import { Outbox } from "./outbox.js";
import { seatMark } from "../drawing/outlines.js";
import { SceneView } from "../drawing/scene-view.js";
import { SHEETS } from "./sheets.js";
import { GameClient } from "./game-client.js";
import { undo } from "./undo.js";

/** @import { Open } from "./input/options.js" */
/** @import { Happened, Kept } from "./outbox.js" */
/** @import { Row, Stand } from "./game-client.js" */
/** @typedef {{title: string, asks: string, events: (happened: Happened) => Happened[], live?: boolean, leave?: () => void}} Mode what is told becomes these events; `live`: the board shows the present */

const TOAST = 6000;
const BY_TAP = 12;

export class RecorderPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    const { game = "", ruleset = "", seat = "" } = root.dataset;
    this.root = root;
    this.seat = seat;
    this.client = new GameClient(game, ruleset, find("meta[name=csrf]")?.getAttribute("content") ?? "");
    /** @type {Stand | null} */
    this.stand = null;
    /** @type {Mode | null} */
    this.mode = null;
    /** @type {Open[]} what may happen, as it is shown */
    this.options = [];
    /** @type {((value: unknown) => void) | null} */
    this.picking = null;
    this.refusals = 0;
    /** @type {number[]} the versions of the correction that was made here last */
    this.corrected = [];
    /** A form is being filled in: what arrives meanwhile does not take it away. */
    this.writing = false;
    /** What was tapped is on its way: until the table is shown anew no other tap counts. */
    this.told = false;
    /** @type {Promise<void>} what was told last is being kept */
    this.busy = Promise.resolve();
    this.loading = Promise.resolve(true);
    this.wanted = 0;
    /** Whether the server was there when the page was opened. */
    this.fresh = false;
    /** @type {Promise<boolean> | null} */
    this.queued = null;
    this.view = new SceneView(root, {
      onSelect: (id, options) => this.#select(id, options),
      onTake: (options, id) => this.#tapped(options, id),
    });
    this.outbox = new Outbox(game, this.client.session, (line) => this.client.read(line), {
      onChange: (waiting, offline) => this.#sync(waiting, offline),
      onStored: (answer, kept) => {
        if (kept.correction) this.corrected = answer.events.map((/** @type {{version: number}} */ event) => event.version);
        void this.refresh(answer.version);
      },
      onRefused: (problem, kept) => refused(this, problem, kept),
      onHalt: (why, problem, waiting) => void halted(this, why, problem, waiting),
    });
    this.line = new NotationLine(/** @type {HTMLElement} */ (find("[data-notation]")), {
      options: () => this.options, name: (id) => this.name(id),
      onHappened: (happened) => this.record(happened), onWritten: (line) => (this.busy = this.#written(line)),
    });
  }

  async start() {
    this.root.addEventListener("click", (event) => this.#click(event));
    this.fresh = await this.refresh(Infinity, false);
    if (!this.fresh) this.#stale(await this.client.before());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.refresh();
    });
    void work();
    await this.outbox.send();
    follow(`${this.client.path}/live`, this.fresh, {
      onNews: (version) => void this.refresh(version), onBack: () => void this.refresh(),
      onOpen: () => void this.outbox.send(), onChecked: () => void this.#judged(),
    });
  }

  /**
   * Shows the game as it stands at the server, unless the version wanted is shown by then; false: it does not answer.
   * @param {number} wanted
   * @returns {Promise<boolean>}
   */
  refresh(wanted = Infinity, animate = true) {
    this.wanted = Math.max(this.wanted, wanted);
    this.queued ??= this.loading.then(() => {
      const shown = (this.stand?.header.version ?? 0) >= this.wanted;
      this.queued = null;
      this.wanted = 0;
      this.loading = shown ? Promise.resolve(true) : this.#load(animate);
      return this.loading;
    });
    return this.queued;
  }

  /** @param {boolean} animate */
  async #load(animate) {
    const stand = await this.client.now();
    if (!stand) {
      this.#listen(true);
      return false;
    }
    if (this.stand && stand.header.version < this.stand.header.version) return true;
    this.stand = stand;
    this.outbox.saw(stand.header.version);
    if (this.mode?.live) this.view.show(stand.scene, { animate });
    else if (!this.mode && !this.outbox.halted) this.present(animate);
    return true;
  }

  /** @param {Stand | null} stand as it was seen last */
  #stale(stand) {
    if (!stand) return;
    this.stand = stand;
    this.outbox.saw(stand.header.version);
    this.present(false);
  }

  present(animate = false) {
    const { scene, options, rows: last } = /** @type {Stand} */ (this.stand);
    this.options = this.own(options);
    this.picking = null;
    this.view.show(scene, { options: this.options, animate });
    const line = scene.seats.flatMap((seat) => [seatMark(seat, 22), html("span", {}, seat.name), seat.score == null ? null : html("span", { class: "score" }, seat.score)]);
    find("[data-line]")?.replaceChildren(...line.filter((one) => one !== null));
    find("[data-mode]")?.replaceChildren();
    find("[data-unselect]")?.setAttribute("hidden", "");
    this.root.dataset.version = String(/** @type {Stand} */ (this.stand).header.version);
    if (this.writing) this.told = false;
    else this.offer(this.options);
    this.#history(last);
  }

  /** What this page may record. @param {Open[]} options */
  own = (options) => (this.seat ? options.filter((option) => option.seat === this.seat) : options);

  /** Rows for some options; the pad of the likeliest at once where only dice or cards tell the rest. @param {Open[]} options */
  offer(options) {
    this.#listen(true);
    const sorted = [...options].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0)), first = sorted[0];
    const prompt = this.mode?.asks ?? this.view.scene?.panels?.find((panel) => panel.id === "prompt")?.text;
    find("[data-prompt]")?.replaceChildren(prompt ?? "Nothing is awaited.");
    if (first && !complete(first) && (options.length <= BY_TAP || first.faces)) {
      const others = options.filter((option) => option !== first);
      this.sheet(html("p", { class: "hint-line", "data-asked": "" }, first.label), ask(first, (happened) => this.record(happened), this.means), others.length ? this.rows(others) : "");
    } else this.sheet(this.rows(options));
    if (!options.length && this.seat) this.sheet(html("p", { class: "hint-line" }, "Another seat's recorder is awaited."));
  }

  /** @param {Open[]} options */
  rows = (options) => rows(options, (option) => this.#take(option), (option) => this.#take(option, true), (seat) => this.#mark(seat));

  /** @param {string} id */
  #mark(id) {
    const seat = this.view.scene?.seats.find((one) => one.id === id);
    return seat ? html("span", { role: "img", "aria-label": seat.name }, seatMark(seat, 22)) : null;
  }

  means = {
    name: (/** @type {string} */ id) => this.name(id),
    light: (/** @type {unknown[]} */ values, /** @type {(value: unknown) => void} */ pick) => {
      const scene = this.view.scene, lit = values.filter((value) => typeof value === "string" && this.view.choices?.at[value]);
      if (!scene || !lit.length) return;
      this.picking = pick;
      this.view.show(scene, { options: lit.map((to) => ({ type: "", seat: null, data: {}, label: this.name(String(to)), piece: "", to: String(to) })), selected: "", animate: false });
    },
  };

  /** @param {string} id */
  name(id) {
    return nameOf(id, this.view.scene, this.client.names ?? {});
  }

  /** @param {string | null} id @param {Open[]} options */
  #select(id, options) {
    const button = find("[data-unselect]");
    if (button) button.hidden = id === null;
    if (id === null) return this.offer(this.options);
    find("[data-prompt]")?.replaceChildren(this.view.scene?.board?.items[id]?.title ?? this.name(id));
    this.sheet(this.rows(options));
  }

  /** @param {Open[]} options @param {string} id */
  #tapped(options, id) {
    if (this.told) return;
    if (this.picking) this.picking(id);
    else if (options.length === 1 && options[0]) this.#take(options[0]);
    else this.#select(id, options);
  }

  /** @param {Open} option @param {boolean} anew whether what is filled in is to be chosen */
  #take(option, anew = false) {
    this.writing = false;
    if (complete(option) && !anew) return this.record(option);
    find("[data-prompt]")?.replaceChildren(option.label);
    this.sheet((anew ? askAnew : ask)(option, (happened) => this.record(happened), this.means), this.leave("Something else"));
  }

  /** @param {string} words */
  leave = (words) => html("div", { class: "btn-row" }, html("button", { class: "btn quiet", type: "button", "data-do": "leave" }, words));

  /** @param {...(HTMLElement | string)} content */
  sheet(...content) {
    this.#listen(true);
    find("[data-sheet]")?.replaceChildren(...content);
  }

  /** @param {Happened & {label?: string}} happened */
  record({ type, seat, data, label }) {
    const happened = { type, seat, data };
    if (this.mode) return void this.propose(this.mode.events(happened), this.mode.title);
    this.picking = null;
    this.writing = false;
    this.#listen(false);
    this.busy = this.put([happened], label ?? inWords(happened), type === "NoteAdded").catch(() => {
      this.#listen(true);
      this.toast("This browser lets pages keep nothing, so this was not recorded. Leave its private mode.", true);
    });
  }

  /** Taps count, or wait until what was told is kept. @param {boolean} open */
  #listen(open) {
    const sheet = find("[data-sheet]"), sync = find("[data-sync]");
    this.told = !open;
    if (sheet) sheet.inert = !open;
    if (sync && !open) sync.textContent = "saving";
  }

  /**
   * Keeps events, and says so.
   * @param {Happened[]} events
   * @param {string} said
   * @param {boolean} anywhere whether they may follow what was not seen here
   * @param {boolean} correction whether they are one correction, to be taken back as a whole
   */
  async put(events, said, anywhere = false, correction = false) {
    const refusals = this.refusals;
    await this.outbox.put(events, { said, anywhere, correction });
    if (this.outbox.halted) this.#listen(true);
    if (this.outbox.halted || this.refusals > refusals) return;
    if (!this.outbox.offline) return this.toast("Logged", false);
    this.toast("Kept on this device until the server is there again", false);
    this.offer(this.options);
    find("[data-mode]")?.replaceChildren(html("p", { class: "mode" }, "The server is away: what may happen is shown as it stood before. Anything can be written as a line or logged."));
  }

  /** @param {string} line */
  async #written(line) {
    this.#listen(false);
    const answer = await this.client.read(line), content = await answer?.json().catch(() => null);
    if (answer?.ok) {
      this.record({ ...content, label: line });
      await this.busy;
    } else if (answer && answer.status < 500) {
      this.toast(content?.detail ?? "This line cannot be read.", true);
      this.line.restore(line);
      this.#listen(true);
      await this.outbox.send();
    } else {
      await this.outbox.putLine(line);
      this.#listen(true);
    }
  }

  /** Shows what a correction would change. @param {Happened[]} events @param {string} said */
  async propose(events, said) {
    const answer = await this.client.post("/preview", { events }), content = await answer?.json().catch(() => null);
    if (!answer?.ok) return this.toast(content?.detail ?? "What a correction changes is worked out by the server, which cannot be reached now.", true);
    const save = () => {
      this.back();
      void this.put(events, said, true, true);
    };
    this.sheet(preview(content, { save, cancel: () => this.back() }));
    find("[data-save]")?.focus();
  }

  back() {
    this.writing = false;
    this.mode?.leave?.();
    this.mode = null;
    if (this.stand) this.present();
  }

  /** @param {Mode} mode @param {...HTMLElement} content */
  enter(mode, ...content) {
    this.mode?.leave?.();
    this.mode = mode;
    find("[data-mode]")?.replaceChildren(html("p", { class: "mode" }, mode.title, html("button", { class: "btn small", type: "button", "data-do": "leave" }, "Back to the table")));
    find("[data-prompt]")?.replaceChildren(mode.asks);
    if (content.length) this.sheet(...content);
    find("[data-mode]")?.scrollIntoView({ block: "nearest" });
  }

  /** Things of the scene that a form may name. */
  ids() {
    const board = this.view.scene?.board;
    return [...Object.keys(board?.items ?? {}), ...Object.keys(board?.places ?? {}), ...Object.keys(this.client.names ?? {})];
  }

  /** @param {Row[]} last */
  #history(last) {
    const own = (/** @type {Row} */ row) => !this.seat || row.seat === this.seat;
    find("[data-history]")?.replaceChildren(history(last, own, (row) => void correcting(this, row), () => void this.#earlier()));
  }

  /** All that happened, to be corrected. */
  async #earlier() {
    const all = await this.client.rows(this.stand?.header.step ?? 0, Number.MAX_SAFE_INTEGER);
    if (all) this.#history(all);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target), what = target.closest("[data-do]")?.getAttribute("data-do");
    if (target.closest("[data-unselect]")) this.view.select(null);
    if (what === "undo") void undo(this);
    else if (what === "turn") this.view.turn();
    else if (what === "leave") this.back();
    else if (what && what in SHEETS) SHEETS[what]?.(this);
  }

  /** @param {Kept[]} waiting @param {boolean} offline */
  #sync(waiting, offline) {
    const sync = find("[data-sync]"), unsent = find("[data-unsent]");
    if (sync) {
      sync.textContent = waiting.length ? `${waiting.length} unsent` : "saved";
      sync.classList.toggle("unsent", offline);
    }
    const said = offline || this.outbox.halted ? waiting.map((kept) => html("li", {}, kept.undone ? html("del", {}, kept.said) : kept.said)) : [];
    unsent?.replaceChildren(...(said.length ? [html("h3", {}, "On this device, not sent yet"), html("ol", { class: "changes" }, said)] : []));
  }

  /** @param {string} text @param {boolean} bad */
  toast(text, bad, undo = !bad) {
    const slot = find("[data-toast]");
    const button = undo && html("button", { class: "btn", type: "button", "data-do": "undo" }, "Undo");
    const toast = html("div", { class: bad ? "toast bad" : "toast", role: bad ? "alert" : "status" }, html("span", {}, text), button);
    slot?.replaceChildren(toast);
    setTimeout(() => toast.remove(), bad ? 3 * TOAST : TOAST);
  }

  async #judged() {
    const last = !this.mode && (await this.client.rows(this.stand?.header.step ?? 0));
    if (last) this.#history(last);
  }
}

/** An event in short, until the server tells it in words. @param {Happened} happened */
function inWords({ type, data }) {
  const values = JSON.stringify(data).replace(/"\w+":|[{}[\]"]/g, "").replace(/,/g, ", ");
  return values ? `${type}: ${values.slice(0, 80)}` : type;
}

for (const root of findAll("[data-recorder]")) void new RecorderPage(root).start();
