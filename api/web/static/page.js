// What every page does: the switch between light and dark, and tokens that links carry in their fragment.

import { find, findAll } from "./dom.js";

for (const button of findAll("[data-theme-switch]")) button.addEventListener("click", switchTheme);
void enter();

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

/** Exchanges the token of a link for a session and opens the page without it, so that it is in no history. */
async function enter() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!/^[\w.~-]{20,}$/.test(token) || document.getElementById(token)) return;
  history.replaceState(null, "", location.pathname + location.search);
  const csrf = find("meta[name=csrf]")?.getAttribute("content") ?? "";
  const answer = await fetch("/session", {
    method: "POST", body: new URLSearchParams({ token, csrf }), headers: { Accept: "application/json" },
  });
  if (answer.ok) location.replace(find("[data-sign-in]") ? "/" : location.pathname + location.search);
  else refuse(answer.status);
}

/** Says above the page why a link did not open anything. @param {number} status */
function refuse(status) {
  const said = status === 401
    ? "This link is not valid any more. Ask for a new one."
    : "The link could not be opened. Try it again in a moment.";
  const notice = document.createElement("p");
  notice.className = "toast bad";
  notice.setAttribute("role", "alert");
  notice.textContent = said;
  find("main")?.prepend(notice);
}
