import { Dexie, type EntityTable } from 'dexie'
import type { ChangeRecord, IntentRecord, Journal, JournalRecord, ReverseRecord } from './stored-records'

/*
 * A part of the hub by itself (`load-databases.ts`): the library is a third of its script, and prices do not wait for it.
 */

interface Row {
  readonly key: string
  readonly value: unknown
  readonly savedAtMs: number
}

interface SavedRow extends Row {
  /** Missing in rows of an older build, which are not read any more. */
  readonly asOfMs?: number
}

export class HubDatabase extends Dexie {
  declare readonly intents: EntityTable<IntentRecord, 'id'>
  declare readonly changes: EntityTable<ChangeRecord, 'id'>
  declare readonly reverses: EntityTable<ReverseRecord, 'id'>
  declare readonly settings: EntityTable<Row, 'key'>
  declare readonly snapshots: EntityTable<SavedRow, 'key'>

  /** @param durability whether a change has to be on the disk when it is told of as done */
  constructor(durability: 'strict' | 'relaxed' = 'strict') {
    super('halyard', { chromeTransactionDurability: durability })
    this.version(1).stores({ intents: 'id, account, pressedAtMs', settings: 'key', snapshots: 'key, savedAtMs' })
    // Presses of a build that knew no endings get an empty one: they are kept, and looked up like any other (D2).
    this.version(2)
      .stores({ changes: 'id, account, pressedAtMs', reverses: 'id, account, pressedAtMs' })
      .upgrade((change) => change.table('intents').toCollection().modify({ ending: null }))
  }

  /**
   * Writes a record of a press down, and asks for no answer to the write before it ends the transaction: on the way of an
   * order each turn through the browser's own process counts.
   *
   * @param durability `relaxed`: it is with the system when this resolves, and outlives this browser; `strict`: on the disk
   * @throws where the browser has closed the database, of itself, for a newer build or with the site's data
   */
  put(store: keyof Journal, record: JournalRecord, durability: 'strict' | 'relaxed'): Promise<void> {
    const opened: IDBDatabase | null = this.backendDB()
    if (opened === null) throw new DOMException('the database is closed', 'InvalidStateError')
    const change = opened.transaction(store, 'readwrite', { durability })
    const written = new Promise<void>((resolve, reject) => {
      change.addEventListener('complete', () => resolve())
      change.addEventListener('abort', () => reject(change.error ?? new DOMException('not written', 'AbortError')))
    })
    change.objectStore(store).put(record)
    change.commit()
    return written
  }
}

/** Spec §9: store `symbolData`, version 1. */
export class SymbolDatabase extends Dexie {
  declare readonly lists: EntityTable<Row, 'key'>

  constructor() {
    super('symbolData')
    this.version(1).stores({ lists: 'key' })
  }
}

/** What the part has. */
export interface Databases {
  readonly HubDatabase: typeof HubDatabase
  readonly SymbolDatabase: typeof SymbolDatabase
}
