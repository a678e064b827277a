const DATABASE = 'tradingview-store'
const STORE = 'settings'

/** Reads what this browser keeps of a page's choices (decisions 12: `tradingview-store`). Never rejects. */
export async function readSetting(key: string): Promise<unknown> {
  try {
    const database = await open()
    try {
      return await done<unknown>(database.transaction(STORE).objectStore(STORE).get(key))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Keeps a choice; a browser that keeps nothing costs the memory of it, not the choice. Never rejects. */
export async function saveSetting(key: string, value: unknown): Promise<void> {
  try {
    const database = await open()
    try {
      await done(database.transaction(STORE, 'readwrite').objectStore(STORE).put(value, key))
    } finally {
      database.close()
    }
  } catch {
    // Full or blocked storage.
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return done(request)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refused')))
  })
}
