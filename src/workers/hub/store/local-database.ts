/** A database of this browser: its stores with their key and the fields by which their rows can be read in order. */
export interface DatabaseShape {
  readonly name: string
  /** As the browser counts it. */
  readonly version: number
  readonly stores: Readonly<Record<string, { readonly key: string; readonly indexes: readonly string[] }>>
  /** Whether a write is called done once it is on the disk itself, and not before. */
  readonly isStrict: boolean
  /** Changes the rows of an earlier version. Stores and indexes that were missing are there already. */
  upgrade?(transaction: IDBTransaction, fromVersion: number): void
}

/** Gives a store of the transaction by its name. */
export type Stores = (name: string) => IDBObjectStore

/** One IndexedDB database, whose connection is opened again when the browser has closed it. */
export class LocalDatabase {
  #connection: Promise<IDBDatabase> | null = null

  constructor(private readonly shape: DatabaseShape) {}

  /** Rejects where the browser gives no database. */
  open(): Promise<IDBDatabase> {
    if (this.#connection !== null) return this.#connection
    const connection = this.#openNew()
    this.#connection = connection
    // One that failed is tried again by whoever needs it next.
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = null
    })
    return connection
  }

  /** Lets the connection go, also one that is still being opened. */
  close(): void {
    const connection = this.#connection
    this.#connection = null
    connection?.then(
      (database) => database.close(),
      () => undefined,
    )
  }

  /** Reads in one transaction. `work` awaits requests of this transaction alone, or it ends before its time. */
  read<T>(names: readonly string[], work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.#run(names, 'readonly', work)
  }

  /** The same, with changes; settles once all of them are committed. @throws when they are not, and then none is */
  write<T>(names: readonly string[], work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.#run(names, 'readwrite', work)
  }

  async #run<T>(names: readonly string[], mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>): Promise<T> {
    const transaction = await this.#begin(names, mode)
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('', 'AbortError')))
    })
    // Where the work itself fails, that is what is thrown.
    committed.catch(() => undefined)
    let value: T
    try {
      value = await work((name) => transaction.objectStore(name))
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // A failed request has ended it already.
      }
      throw error
    }
    await committed
    return value
  }

  async #begin(names: readonly string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    const options = { durability: this.shape.isStrict ? 'strict' : 'default' } as const
    const database = await this.open()
    try {
      return database.transaction(names, mode, options)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      // The browser closed the connection, and no event has told yet.
      this.close()
      return (await this.open()).transaction(names, mode, options)
    }
  }

  async #openNew(): Promise<IDBDatabase> {
    const database = await this.#request(this.shape.version).catch((error: unknown) => {
      // A later build was here: what it added does no harm, and its version has to be kept.
      if (error instanceof DOMException && error.name === 'VersionError') return this.#request(undefined)
      throw error
    })
    const forget = (): void => this.close()
    database.addEventListener('close', forget)
    // Another build wants to change it, or somebody to delete it: this connection must not stand in the way.
    database.addEventListener('versionchange', forget)
    return database
  }

  #request(version: number | undefined): Promise<IDBDatabase> {
    const request = indexedDB.open(this.shape.name, version)
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      const { transaction } = request
      if (transaction === null) return
      for (const [name, { key, indexes }] of Object.entries(this.shape.stores)) {
        if (request.result.objectStoreNames.contains(name)) continue
        const store = request.result.createObjectStore(name, { keyPath: key })
        for (const index of indexes) store.createIndex(index, index)
      }
      if (oldVersion > 0) this.shape.upgrade?.(transaction, oldVersion)
    })
    return answerOf(request)
  }
}

/** The result of a request, as a promise. */
export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result), { once: true })
    request.addEventListener('error', () => reject(request.error ?? new DOMException('', 'UnknownError')), {
      once: true,
    })
  })
}

/** Changes each row of a store by what `change` returns: the row as it is to be, or `null` for a row that goes. */
export async function changeRows(store: IDBObjectStore, change: (row: unknown) => unknown): Promise<void> {
  const request = store.openCursor()
  for (;;) {
    const cursor = await answerOf(request)
    if (cursor === null) return
    const row: unknown = cursor.value
    const next = change(row)
    if (next === null) cursor.delete()
    else if (next !== row) cursor.update(next)
    cursor.continue()
  }
}
