/** What the phone keeps: the hand in work and photos that wait, in IndexedDB; small preferences in local storage. */

const DATABASE = "sikwu";
const STORES = ["draft", "queue"];

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/**
 * @template T
 * @param {string} store @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} ask
 * @returns {Promise<T>}
 */
async function transact(store, mode, ask) {
  const transaction = (await open()).transaction(store, mode);
  const request = ask(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

/** @param {string} store @param {IDBValidKey} key @returns {Promise<any>} */
export const get = (store, key) => transact(store, "readonly", (place) => place.get(key));

/** @param {string} store @param {IDBValidKey} key @param {unknown} value */
export const put = (store, key, value) => transact(store, "readwrite", (place) => place.put(value, key));

/** @param {string} store @param {IDBValidKey} key */
export const remove = (store, key) => transact(store, "readwrite", (place) => place.delete(key));

/** Every value of a store with its key, in the order of the keys. @param {string} store @returns {Promise<[IDBValidKey, any][]>} */
export async function all(store) {
  const [keys, values] = await Promise.all([
    transact(store, "readonly", (place) => place.getAllKeys()),
    transact(store, "readonly", (place) => place.getAll()),
  ]);
  return keys.map((key, index) => [key, values[index]]);
}

const PREFERENCES = "sikwu";

/** @returns {Record<string, any>} */
function preferences() {
  try {
    return JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} name @param {any} otherwise */
export const preferred = (name, otherwise) => preferences()[name] ?? otherwise;

/** @param {string} name @param {unknown} value */
export function prefer(name, value) {
  localStorage.setItem(PREFERENCES, JSON.stringify({ ...preferences(), [name]: value }));
}
