// Pages at hand without a network: their worker, and that nobody finds those of another session.

import { asked } from "./browser-store.js";

const TABLES = "gametape-tables";
const OWNER = "/owner";

/** Starts the worker and lets it keep this page, where the browser allows one (https, or this machine). */
export async function work() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/table-worker.js", { scope: "/games/" });
    (await navigator.serviceWorker.ready).active?.postMessage({ keep: location.pathname });
  } catch (error) {
    console.warn("No pages without a network:", error);
  }
}

/** Forgets what is kept of games unless it is this session's. @param {string} session its CSRF token; "" where there is none */
export async function owned(session) {
  if (!("caches" in globalThis) || !(await caches.has(TABLES))) return;
  const owner = await (await (await caches.open(TABLES)).match(OWNER))?.text();
  if (owner !== session) await forgotten();
}

/** Forgets every game that is kept; what is unsent stays. */
export async function forgotten() {
  if ("caches" in globalThis) await caches.delete(TABLES);
  await asked("states", "readwrite", (states) => states.clear()).catch(() => null);
}
