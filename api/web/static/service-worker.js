// The service worker of record pages: without a network they open as they were seen last, by the same session only.

const worker = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const shell = worker.SHELL;
const SHELL = `gametape-shell-${shell.version}`;
const TABLES = "gametape-tables";
const OWNER = "/owner";
const OLDER = /^gametape-shell-/;
const BASE = new URL(".", location.href).pathname;
const PARTS = `${BASE}static/`;
const NAMED = /(?:src|href)="([^"#]*\/static\/[^"#]+\.(?:js|css))"/g;
const TABLE = /^games\/[^/]+\/record$/;
/** Milliseconds after which what is kept is shown instead of what does not come. */
const PATIENCE = 4000;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(shell.files)).then(() => worker.skipWaiting()));
});

// Older parts stay: the pages that were kept with them name them.
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && isTable(address.pathname)) event.respondWith(page(request, address.pathname));
  else if (address.pathname.startsWith(PARTS)) event.respondWith(part(request, address.pathname));
});

// A page that was opened before the worker was there asks to be kept.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const path = event.data?.keep;
  if (typeof path === "string" && isTable(path)) event.waitUntil(page(path, path).then(renew).catch(() => null));
});

/** Whether a page is one of record. @param {string} path */
function isTable(path) {
  return path.startsWith(BASE) && TABLE.test(path.slice(BASE.length));
}

/** @param {Request | string} request @param {string} path */
async function page(request, path) {
  const answer = await soon(fetch(request));
  if (answer?.ok && !answer.redirected) await keep(path, answer.clone());
  if (answer && [401, 403, 404].includes(answer.status)) await (await caches.open(TABLES)).delete(path);
  return answer ?? (await (await caches.open(TABLES)).match(path)) ?? Response.error();
}

/** Keeps a page; those of another session are forgotten first. @param {string} path @param {Response} answer */
async function keep(path, answer) {
  const text = await answer.text(), owner = /<meta name="csrf" content="([^"]*)">/.exec(text)?.[1] ?? "";
  const known = await (await (await caches.open(TABLES)).match(OWNER))?.text();
  if (known !== undefined && known !== owner) await caches.delete(TABLES);
  const tables = await caches.open(TABLES), headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  await tables.put(OWNER, new Response(owner));
  await tables.put(path, new Response(text, { headers }));
}

/** Asks again for the pages that were kept before an upgrade; when none is left, the older parts are given up. */
async function renew() {
  for (const path of await outdated()) await page(path, path);
  if ((await outdated()).length) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => OLDER.test(name) && name !== SHELL).map((name) => caches.delete(name)));
}

/** The pages that are kept and name parts which this shell does not have. */
async function outdated() {
  const tables = await caches.open(TABLES), found = [];
  for (const { url } of await tables.keys()) {
    const text = (await (await tables.match(url))?.text()) ?? "", named = [...text.matchAll(NAMED)].map(([, part = ""]) => part);
    if (named.some((part) => !shell.files.includes(part))) found.push(new URL(url).pathname);
  }
  return found;
}

/** A part of a page: of the server, else as it is kept in this shell or an older one. @param {Request} request @param {string} path */
async function part(request, path) {
  const coming = fetch(request), answer = await soon(coming);
  return answer?.ok ? answer : ((await caches.match(path)) ?? answer ?? coming);
}

/** What comes before patience is lost; null: nothing does. @param {Promise<Response>} coming @returns {Promise<Response | null>} */
function soon(coming) {
  return Promise.race([coming.catch(() => null), new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE))]);
}
