// What the browser keeps of a table: events on their way to the server, and how each game stood last.

const NAME = "gametape";
const VERSION = 2;

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/**
 * Asks an object store and waits until what was asked is done.
 * @template T
 * @param {"outbox" | "states"} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} question
 * @returns {Promise<T>}
 */
export async function asked(name, mode, question) {
  const transaction = (await open()).transaction(name, mode), request = question(transaction.objectStore(name));
  // Not only when the page hears of it: by then it may be gone.
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { objectStoreNames: names } = request.result;
      if (!names.contains("outbox")) request.result.createObjectStore("outbox", { keyPath: "key", autoIncrement: true });
      if (!names.contains("states")) request.result.createObjectStore("states", { keyPath: "game" });
    };
    request.onsuccess = () => {
      // Another page wants a newer layout: it waits until this connection is gone.
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}
