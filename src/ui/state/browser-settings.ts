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

/**
 * Makes another record of what is kept, with nobody writing in between: tabs that change the same record lose nothing.
 * Never rejects.
 */
export async function updateSetting(key: string, change: (kept: unknown) => unknown): Promise<void> {
  try {
    const database = await open()
    try {
      const store = database.transaction(STORE, 'readwrite').objectStore(STORE)
      const reading = store.get(key)
      // Within the event the transaction is still open.
      await new Promise<void>((resolve, reject) => {
        reading.addEventListener('error', () => reject(reading.error ?? new Error('storage refused')))
        reading.addEventListener('success', () => {
          done(store.put(change(reading.result), key)).then(() => resolve(), reject)
        })
      })
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
