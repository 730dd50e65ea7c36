// What every page does: the switch between light and dark, and tokens that links carry in their fragment.

import { find, findAll, html } from "../drawing/dom.js";
import { forgotten, owned } from "../record/sending/offline.js";

const SESSION = "/api/v1/session";
const HOME = new URL("../../", import.meta.url).pathname;

for (const button of findAll("[data-theme-switch]")) button.addEventListener("click", switchTheme);
for (const button of findAll("[data-print]")) button.addEventListener("click", () => print());
for (const button of findAll("[data-sign-out]")) button.addEventListener("click", signOut);
for (const field of findAll("[data-select]")) field.addEventListener("focus", () => /** @type {HTMLInputElement} */ (field).select());
for (const field of findAll("[data-time-zone]")) here(/** @type {HTMLInputElement} */ (field));
find("[data-sign-in]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  void enter(String(form.get("token")).trim());
});
void owned(find("meta[name=csrf]")?.getAttribute("content") ?? "");
const carried = decodeURIComponent(location.hash.slice(1));
if (/^[\w.~-]{20,}$/.test(carried) && !document.getElementById(carried)) {
  history.replaceState(null, "", location.pathname + location.search);
  const you = find("meta[name=signed-in]")?.getAttribute("content");
  if (you && !find("[data-sign-in]")) ask(you, carried);
  else void enter(carried, location.pathname);
}

function switchTheme() {
  const page = document.documentElement;
  const dark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  page.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("theme", page.dataset.theme);
  } catch {
    // Storage is barred: the choice lasts as long as the page.
  }
}

/** Proposes the time zone of the browser where none is written yet. @param {HTMLInputElement} field */
function here(field) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** Asks who is signed in before a link gives this page other rights. @param {string} you @param {string} token */
function ask(you, token) {
  const use = html("button", { class: "btn", type: "button" }, "Use the link"), stay = html("button", { class: "btn", type: "button" }, "Stay as I am");
  const notice = html("div", { class: "toast asks", role: "alert" }, html("span", {}, `You are signed in as ${you}. Use this link’s rights on this page only?`), use, stay);
  use.addEventListener("click", () => void enter(token, location.pathname));
  stay.addEventListener("click", () => notice.remove());
  find("main")?.prepend(notice);
}

/** Exchanges a token for a session and opens the page with it, or home from the sign-in page. @param {string} token @param {string} [page] where its link leads to */
async function enter(token, page) {
  const answer = await send("POST", { token, page });
  if (answer?.ok) location.replace(find("[data-sign-in]") ? HOME : location.pathname + location.search);
  else refuse(answer ? (await answer.json()).detail : "The server cannot be reached. Try it again in a moment.");
}

async function signOut() {
  const answer = await send("DELETE");
  if (answer?.ok) {
    await forgotten();
    location.assign(HOME);
  } else refuse("Signing out did not work. Try it again in a moment.");
}

/** @param {string} method @param {{token: string, page?: string}} [content] */
function send(method, content) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": find("meta[name=csrf]")?.getAttribute("content") ?? "" };
  return fetch(SESSION, { method, headers, body: content && JSON.stringify(content) }).catch(() => null);
}

/** Says above the page what was refused. @param {string} text */
function refuse(text) {
  const notice = html("p", { class: "toast bad", role: "alert" }, text);
  find(".toast")?.remove();
  find("main")?.prepend(notice);
}
