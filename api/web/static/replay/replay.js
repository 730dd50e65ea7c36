// Takes over the page of a replay: steps, plays, turns the board, follows a game that is being played.

import { describe } from "../drawing/describe.js";
import { find, findAll, html } from "../drawing/dom.js";
import { NOW, older } from "../page/versions.js";
import { SceneCache } from "./scene-cache.js";
import { SceneView } from "../drawing/scene-view.js";

const TICK = 1100;
const DICE_TICK = 1600;
const WAIT = 150;
const KEYS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "prev", ArrowRight: "next", ArrowUp: "turn-before", ArrowDown: "turn-after", Home: "first", End: "last",
  " ": "play", f: "turn", F: "turn", a: "aids", A: "aids", "?": "keys",
});

class ReplayPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    const { game = "", step = "1", steps = "1", query = "", title = "" } = root.dataset;
    this.root = root;
    this.game = game;
    this.query = query;
    this.title = title;
    this.step = Number(step);
    this.steps = Number(steps);
    this.known = known(root);
    /** How often a step was shown: an answer for one that was shown before counts no more. */
    this.shown = 0;
    /** Earlier steps changed since the scenes were fetched. */
    this.corrected = false;
    this.view = new SceneView(root);
    this.scenes = new SceneCache(game, this.steps, new URLSearchParams(query).get("seat") ?? "");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.playing = false;
  }

  async start() {
    this.#listen();
    this.#centre();
    const { shown } = this, scene = await this.scenes.scene(this.step).catch(() => null);
    if (scene && shown === this.shown) this.view.show(scene, { animate: false });
    if (this.root.dataset.live !== undefined) this.#follow();
  }

  /** Shows a step; the nearest one there is. @param {number} wanted */
  async show(wanted) {
    const step = Math.min(this.steps, Math.max(1, wanted)), near = Math.abs(step - this.step) <= 1, shown = ++this.shown;
    this.step = step;
    if (!find(`.move[data-step="${step}"]`, this.root)) await this.#takeOver(step);
    if (shown !== this.shown) return;
    this.#frame();
    const scene = await this.scenes.scene(step).catch(() => null);
    if (shown !== this.shown) return;
    if (!scene) {
      this.#say("The replay could not be loaded. Check the connection and step again.");
      return;
    }
    this.view.show(scene, { animate: near });
    this.root.classList.toggle("boardless", !scene.board);
    const lines = describe(scene).map((line) => html("p", {}, line));
    find("[data-position]", this.root)?.replaceChildren(...lines);
  }

  /** Everything around the board that says which step it is. */
  #frame() {
    const { root, step, steps } = this, move = find(`.move[data-step="${step}"]`, root);
    for (const here of findAll(".move[aria-current]", root)) here.removeAttribute("aria-current");
    move?.setAttribute("aria-current", "step");
    this.#say(find("[data-says]", move ?? undefined)?.textContent ?? "");
    const found = findAll(".why", move ?? undefined).map((why) => html("li", {}, flaw(why.dataset.severity), copied(why)));
    find(".step-findings", root)?.replaceChildren(...(move ? found : []));
    for (const number of findAll("[data-step-number]", root)) number.textContent = String(step);
    for (const number of findAll("[data-steps-number]", root)) number.textContent = String(steps);
    const range = /** @type {HTMLInputElement | null} */ (find(".tape input", root));
    if (range) Object.assign(range, { max: String(steps), value: String(step) });
    find(".playhead", root)?.setAttribute("x", `${(100 * (step - 0.5)) / steps}%`);
    find(".chart .now", root)?.setAttribute("transform", `translate(${(400 * (step - 0.5)) / steps} 0)`);
    this.#links();
    this.#centre();
    history.replaceState(null, "", this.#address(step) + location.hash);
    document.title = `${this.title}, step ${step} · gametape`;
  }

  /** @param {number} step */
  #address(step) {
    return `/games/${this.game}/${step}${this.query}`;
  }

  /** Links and fields that name the step. */
  #links() {
    const { root, step, steps } = this;
    for (const [name, to] of Object.entries({ first: 1, prev: Math.max(1, step - 1), next: Math.min(steps, step + 1), last: steps })) {
      find(`[data-go="${name}"]`, root)?.setAttribute("href", this.#address(to));
    }
    find(".sight", root)?.setAttribute("action", `/games/${this.game}/${step}`);
    find("[data-branch]", root)?.setAttribute("action", `/games/${this.game}/${step}/branch`);
    for (const [kind, number] of Object.entries({ link: /(?<=\/)\d+$/, embed: /(?<=\/)\d+(?=\/embed")/, picture: /(?<=step=)\d+/ })) {
      const field = /** @type {HTMLInputElement | null} */ (find(`[data-share="${kind}"]`, root));
      if (field) field.value = field.value.replace(number, String(step));
    }
    const file = find('[data-share="file"]', root);
    file?.setAttribute("href", (file.getAttribute("href") ?? "").replace(/(?<=step=)\d+/, String(step)));
    for (const branch of findAll("[data-at]", root)) {
      if (branch.dataset.at === String(step)) branch.setAttribute("aria-current", "step");
      else branch.removeAttribute("aria-current");
    }
  }

  /** Scrolls the move list, and it alone, to the step. */
  #centre() {
    const list = find(".moves", this.root), move = find(".move[aria-current]", this.root);
    if (list && move) list.scrollTop = move.offsetTop - list.offsetTop - (list.clientHeight - move.offsetHeight) / 2;
  }

  /** @param {string} text */
  #say(text) {
    const says = find(".says", this.root);
    if (says && says.textContent !== text) says.textContent = text;
  }

  /** Does what a button or key names. @param {string} what */
  go(what) {
    if (what !== "play") this.#stop();
    switch (what) {
      case "first": return void this.show(1);
      case "prev": return void this.show(this.step - 1);
      case "next": return void this.show(this.step + 1);
      case "last": return void this.show(this.steps);
      case "turn-before": return void this.show(this.#turns().findLast((step) => step < this.step) ?? 1);
      case "turn-after": return void this.show(this.#turns().find((step) => step > this.step) ?? this.steps);
      case "play": return this.playing ? this.#stop() : this.#play();
      case "turn": return this.view.turn();
      case "aids": return this.view.showAids(!this.view.aids);
      case "keys": return /** @type {HTMLDialogElement | null} */ (find("#keys"))?.showModal();
    }
  }

  #turns() {
    return (this.root.dataset.turns ?? "").split(" ").filter(Boolean).map(Number);
  }

  #play() {
    this.#playing(true);
    if (this.step === this.steps) void this.show(1);
    this.#tick();
  }

  #tick() {
    const dice = find(`.move[data-step="${this.step}"]`, this.root)?.dataset.dice !== undefined;
    this.timer = setTimeout(async () => {
      await this.show(this.step + 1);
      if (!this.playing) return;
      if (this.step < this.steps) this.#tick();
      else this.#stop();
    }, dice ? DICE_TICK : TICK);
  }

  #stop() {
    clearTimeout(this.timer);
    this.#playing(false);
  }

  /** @param {boolean} playing */
  #playing(playing) {
    this.playing = playing;
    const button = find('[data-go="play"]', this.root);
    button?.setAttribute("aria-pressed", String(playing));
    button?.setAttribute("aria-label", playing ? "Stop (space)" : "Play (space)");
    const use = button?.querySelector("use");
    use?.setAttribute("href", (use.getAttribute("href") ?? "").replace(/#\w+$/, playing ? "#pause" : "#play"));
  }

  #listen() {
    this.root.addEventListener("click", (event) => this.#click(event));
    addEventListener("keydown", (event) => this.#key(event));
    find(".tape input", this.root)?.addEventListener("input", (event) => {
      this.#stop();
      void this.show(Number(/** @type {HTMLInputElement} */ (event.target).value));
    });
    find(".sight select", this.root)?.addEventListener("change", (event) => {
      /** @type {HTMLSelectElement} */ (event.target).form?.requestSubmit();
    });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const target = /** @type {Element} */ (event.target);
    const button = target.closest("[data-go]"), step = target.closest("a[data-step]")?.getAttribute("data-step");
    const race = target.closest(".race");
    if (button) this.go(button.getAttribute("data-go") ?? "");
    else if (step) this.#jump(Number(step));
    else if (race) this.#jump(Math.ceil(((event.clientX - race.getBoundingClientRect().x) / race.getBoundingClientRect().width) * this.steps));
    else return;
    event.preventDefault();
  }

  /** @param {number} step */
  #jump(step) {
    this.#stop();
    void this.show(step);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const what = KEYS[event.key], at = /** @type {Element} */ (event.target), away = event.ctrlKey || event.metaKey || event.altKey;
    if (!what || away || find("dialog[open]") || at.closest("select, textarea, input:not([type=range])")) return;
    if (at.matches("input") && /^(Arrow|Home|End)/.test(event.key)) return;
    if (event.key === " " && at.closest("button, a, summary")) return;
    event.preventDefault();
    this.go(what);
  }

  /** Follows the live game: what is recorded is shown to whoever stands at its last step. */
  #follow() {
    const live = new EventSource(`/api/v1/games/${this.game}/live?after=${this.root.dataset.version}`);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const soon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void this.#refresh(), WAIT);
    };
    live.addEventListener("message", ({ data }) => {
      this.corrected ||= ["EventAmended", "EventRetracted", "EventInserted"].includes(JSON.parse(data).type);
      soon();
    });
    live.addEventListener("checked", soon);
  }

  /** Shows the game as it is now. */
  async #refresh() {
    const follows = await this.#takeOver(this.step === this.steps ? null : this.step);
    await this.show(follows ? this.steps : this.step);
  }

  /** Takes what a page tells of the game now from that of a step (null: the last), unless a newer one was taken. Was the last step shown? @param {number | null} step */
  async #takeOver(step) {
    const address = step === null ? `/games/${this.game}${this.query}` : this.#address(step);
    const answer = await fetch(address, NOW).catch(() => null), content = answer?.ok ? await answer.text().catch(() => "") : "";
    const page = find("[data-replay]", new DOMParser().parseFromString(content, "text/html"));
    const follows = this.step === this.steps;
    if (!page || older(known(page), this.known)) return follows;
    for (const part of findAll("[data-fresh]", this.root)) {
      const newer = find(`[data-fresh="${part.dataset.fresh}"]`, page);
      if (newer) part.replaceChildren(...newer.childNodes);
    }
    this.#goOn(page);
    return follows;
  }

  /** The game stands as another page of it says. @param {HTMLElement} page */
  #goOn({ dataset }) {
    const steps = Number(dataset.steps), { version } = this.known;
    this.known = known({ dataset });
    if (this.known.version === version && !this.corrected) return;
    this.root.dataset.turns = dataset.turns ?? "";
    this.title = dataset.title ?? this.title;
    this.scenes.extend(steps, this.corrected || steps < this.steps);
    this.steps = steps;
    this.corrected = false;
  }
}

/** @param {{dataset: DOMStringMap}} page */
const known = ({ dataset }) => ({ version: Number(dataset.version), checked: Number(dataset.checked) });

/** @param {string | undefined} severity */
function flaw(severity) {
  const illegal = severity === "illegal", said = illegal ? "against the rules" : "not enough recorded";
  return html("span", { class: illegal ? "finding" : "finding unverifiable", role: "img", "aria-label": said }, illegal ? "!" : "?");
}

/** @param {HTMLElement} why */
const copied = (why) => html("span", {}, ...[...why.childNodes].map((node) => node.cloneNode(true)));

const root = find("[data-replay]");
if (root) void new ReplayPage(root).start();
