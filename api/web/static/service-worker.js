// The service worker of record pages: without a network they open as they were seen last, by the same session only.

const worker = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const shell = worker.SHELL;
const SHELL = `gametape-shell-${shell.version}`;
const TABLES = "gametape-tables";
const OWNER = "/owner";
const TABLE = /^\/games\/[^/]+\/record$/;
/** Milliseconds after which what is kept is shown instead of what does not come. */
const PATIENCE = 4000;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(shell.files)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("gametape-shell-") && name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && TABLE.test(address.pathname)) event.respondWith(page(request, address.pathname));
  else if (shell.files.includes(address.pathname)) event.respondWith(part(request, address.pathname));
});

// A page that was opened before the worker was there asks to be kept.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const path = event.data?.keep;
  if (typeof path === "string" && TABLE.test(path)) event.waitUntil(page(path, path).catch(() => null));
});

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

/** @param {Request} request @param {string} path */
async function part(request, path) {
  const answer = await soon(fetch(request));
  return answer?.ok ? answer : ((await caches.match(path)) ?? answer ?? Response.error());
}

/** What comes before patience is lost; null: nothing does. @param {Promise<Response>} coming @returns {Promise<Response | null>} */
function soon(coming) {
  return Promise.race([coming.catch(() => null), new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE))]);
}
