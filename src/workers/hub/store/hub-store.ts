import type { HubSession } from '../../hub-events'
import type { Clock } from '../../../base/clock'
import { withDeadline } from '../../../base/deadline'
import type { OrderLinkId } from '../../../domain/order/order'
import type { StorageKind } from '../../hub-events'
import { HUB_PROFILE } from '../../../base/hub-profile'
import type { Databases, HubDatabase, SymbolDatabase } from './hub-databases'
import { loadDatabases } from './load-databases'
import type {
  AccountReads,
  Journal,
  JournalRecord,
  Saved,
  SavedEntry,
  SavedInstruments,
  SavedPairs,
  SavedValues,
} from './stored-records'
import {
  IS_SAVED,
  isChangeRecord,
  isIntentRecord,
  isReverseRecord,
  isSavedInstruments,
  isSavedPairs,
} from './stored-rows'

/** Longest wait for storage before the hub goes on without it (reliability D1). */
export const STORAGE_DEADLINE_MS = 2_000
/** Finished presses are kept so long, to know one that comes back, and for the audit. */
export const INTENT_KEEP_MS = 24 * 3_600_000
/** Presses of one kind kept at most; the oldest finished ones go first. */
export const INTENTS_MAX = 1_000

/** A hub instance, as the exchange tells it from others (I5). */
export interface HubTerm {
  /** Name of the browser profile; `null` where nothing is kept to know it by. */
  readonly profile: string | null
  /** Higher than that of every hub before it in this profile. */
  readonly term: number
}

/** What the hub keeps from one instance to the next. Reads fail to `null`; only a journal write may fail aloud. */
export interface HubStore {
  kind(): StorageKind
  /** A hub instance that begins, and overtakes those before it. */
  takeTerm(): Promise<HubTerm>
  /**
   * Resolves once the record outlives this browser; it is flushed to the disk meanwhile, beside the request (ADR-1126).
   * @throws when it is not kept; the press must then not be sent (D3)
   */
  write<K extends keyof Journal>(kind: K, record: Journal[K]): Promise<void>
  /** Oldest press first. */
  read<K extends keyof Journal>(kind: K): Promise<readonly Journal[K][]>
  /**
   * Another account is signed in, or none: what is kept of the others, and what their presses ended as, is private and
   * goes. A press whose end is not known stays for its account's next sign-in, which looks it up (I3, I12).
   */
  forgetOthers(account: string | null): Promise<void>
  readSaved<K extends keyof SavedValues>(kind: K, of: string): Promise<Saved<SavedValues[K]> | null>
  writeSaved(entries: readonly SavedEntry[]): Promise<void>
  /** `unreadable`: another build, or a broken disk, wrote what is there. */
  readInstruments(): Promise<SavedInstruments | 'unreadable' | null>
  /** @returns `false` where the disk did not take it; without a disk nothing is said (spec §8) */
  writeInstruments(saved: SavedInstruments): Promise<boolean>
  readPairs(): Promise<SavedPairs | 'unreadable' | null>
  writePairs(saved: SavedPairs): Promise<boolean>
}

const BRIEF_LIST_KEY = 'brief-symbol-list'
const SPOT_LIST_KEY = 'spot-symbol-list'
/** Kinds that are somebody's: none can be added without going, too, when its account is left (I12). */
const OF_ACCOUNTS: Readonly<Record<keyof AccountReads | 'account', true>> = {
  account: true,
  lending: true,
  orders: true,
  executions: true,
  charges: true,
  sent: true,
}
/** Values kept on disk, of all kinds together. */
const SNAPSHOTS_MAX = 600

/**
 * Opens both databases; whatever does not open within its deadline is replaced by memory. Never rejects.
 * @param load brings the part that knows the databases; where it does not come, everything is kept in memory
 */
export async function openHubStore(
  clock: Clock,
  trace: (what: string, error: unknown) => void,
  load: () => Promise<Databases> = () => loadDatabases(clock),
): Promise<HubStore> {
  let databases: Databases
  try {
    databases = await load()
  } catch (error) {
    trace('storage', error)
    return new StoredHubStore(null, () => Promise.resolve(null), null, clock, trace)
  }
  const { HubDatabase, SymbolDatabase } = databases
  const [database, symbols] = await Promise.all([
    open(() => new HubDatabase(), clock, trace),
    open(() => new SymbolDatabase(), clock, trace),
  ])
  const openRelaxed = (): Promise<HubDatabase | null> => open(() => new HubDatabase('relaxed'), clock, trace)
  return new StoredHubStore(database, openRelaxed, symbols, clock, trace)
}

async function open<T extends { open(): PromiseLike<unknown>; close(): void }>(
  make: () => T,
  clock: Clock,
  trace: (what: string, error: unknown) => void,
): Promise<T | null> {
  let database: T | null = null
  try {
    database = make()
    await inTime(database.open(), clock)
    return database
  } catch (error) {
    trace('storage', error)
    database?.close()
    return null
  }
}

class StorageTooSlow extends Error {
  override readonly name = 'StorageTooSlow'
}

function inTime<T>(work: PromiseLike<T>, clock: Clock): Promise<T> {
  return withDeadline(clock, STORAGE_DEADLINE_MS, work, () => new StorageTooSlow('storage did not answer'))
}

const IS_RECORD: { readonly [K in keyof Journal]: (row: unknown) => row is Journal[K] } = {
  intents: isIntentRecord,
  changes: isChangeRecord,
  reverses: isReverseRecord,
}

type AnyRecord = JournalRecord & { readonly state: string }

function isFinished({ state }: AnyRecord): boolean {
  return state === 'accepted' || state === 'refused'
}

/** Ended presses that are older than a day, or one too many. An unended one is never forgotten. */
function finishedSurplus(records: readonly AnyRecord[], now: number): OrderLinkId[] {
  const finished = records.filter(isFinished)
  const surplus = finished.slice(0, Math.max(0, records.length - INTENTS_MAX))
  return [...finished.filter((one) => one.pressedAtMs < now - INTENT_KEEP_MS), ...surplus].map((one) => one.id)
}

class StoredHubStore implements HubStore {
  readonly #memory = {
    intents: new Map<OrderLinkId, unknown>(),
    changes: new Map<OrderLinkId, unknown>(),
    reverses: new Map<OrderLinkId, unknown>(),
  }

  /**
   * The same database, for what is only shown when there is no network: a press does not stand behind its way to the disk.
   * Opened with the first of it.
   */
  #relaxed: Promise<HubDatabase | null> | null = null
  /** Whether the newest record could not be written. */
  #isFailing = false

  constructor(
    private readonly database: HubDatabase | null,
    private readonly openRelaxed: () => Promise<HubDatabase | null>,
    private readonly symbols: SymbolDatabase | null,
    private readonly clock: Clock,
    private readonly trace: (what: string, error: unknown) => void,
  ) {}

  kind(): StorageKind {
    if (this.database === null) return 'memory'
    return this.#isFailing ? 'failing' : 'disk'
  }

  async takeTerm(): Promise<HubTerm> {
    const { database } = this
    const now = this.clock.now()
    const taken = await this.#try('term', () =>
      database?.transaction('rw', database.settings, async () => {
        const [last, name] = (await database.settings.bulkGet(['hub-term', 'hub-profile'])).map((row) => row?.value)
        const profile = typeof name === 'string' && HUB_PROFILE.test(name) ? name : crypto.randomUUID()
        // Close to the clock, so that a lost database does not fall behind; above the last one, should the clock step.
        const next = Math.max(now, Number.isSafeInteger(last) ? Number(last) + 1 : 0)
        await database.settings.bulkPut([
          { key: 'hub-term', value: next, savedAtMs: now },
          { key: 'hub-profile', value: profile, savedAtMs: now },
        ])
        return { profile, term: next }
      }),
    )
    return taken ?? { profile: null, term: now }
  }

  async write<K extends keyof Journal>(kind: K, record: Journal[K]): Promise<void> {
    if (this.database === null) {
      this.#memory[kind].set(record.id, record)
      return
    }
    try {
      await inTime(this.#keep(this.database, kind, record), this.clock)
      this.#isFailing = false
    } catch (error) {
      this.#isFailing = true
      throw error
    }
  }

  async #keep<K extends keyof Journal>(database: HubDatabase, kind: K, record: Journal[K]): Promise<void> {
    try {
      await database.put(kind, record, 'relaxed')
      // Of an end that is lost a look-up tells again.
      if (!isFinished(record)) void this.#flush(database, kind, record)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      // Closed: opened again by the library's own way.
      await database.table<Journal[K], OrderLinkId>(kind).put(record)
    }
  }

  async #flush<K extends keyof Journal>(database: HubDatabase, kind: K, record: Journal[K]): Promise<void> {
    try {
      await database.put(kind, record, 'strict')
    } catch (error) {
      this.trace('journal', error)
    }
  }

  async read<K extends keyof Journal>(kind: K): Promise<readonly Journal[K][]> {
    const { database } = this
    const rows: readonly unknown[] =
      database === null
        ? [...this.#memory[kind].values()]
        : ((await this.#try(kind, () => database.table<unknown>(kind).orderBy('pressedAtMs').toArray())) ?? [])
    const isOurs: (row: unknown) => row is Journal[K] = IS_RECORD[kind]
    const valid = rows.filter(isOurs)
    const gone = new Set(finishedSurplus(valid, this.clock.now()))
    // Found by their own index, so that a row without a usable id goes, too.
    const broken = rows.filter((row) => !isOurs(row)).map((row) => (row as { readonly id: OrderLinkId }).id)
    for (const id of gone) this.#memory[kind].delete(id)
    if (database !== null && gone.size + broken.length > 0)
      void this.#try(kind, () => database.table<unknown, OrderLinkId>(kind).bulkDelete([...gone, ...broken]))
    return valid.filter((record) => !gone.has(record.id))
  }

  async forgetOthers(account: string | null): Promise<void> {
    const { database } = this
    await this.#try('account', () =>
      database?.snapshots
        .where('key')
        .startsWithAnyOf(Object.keys(OF_ACCOUNTS).map((kind) => `${kind}/`))
        .filter(({ value }) => accountOf(value) !== account)
        .delete(),
    )
    const isOthers = (row: unknown): boolean => (row as AnyRecord).account !== account && isFinished(row as AnyRecord)
    for (const kind of ['intents', 'changes', 'reverses'] as const) {
      for (const [id, row] of this.#memory[kind]) if (isOthers(row)) this.#memory[kind].delete(id)
      if (database !== null) await this.#try(kind, () => database.table<unknown>(kind).filter(isOthers).delete())
    }
  }

  async readSaved<K extends keyof SavedValues>(kind: K, of: string): Promise<Saved<SavedValues[K]> | null> {
    const key = `${kind}/${of}`
    const { value, asOfMs } = (await this.#try(key, () => this.database?.snapshots.get(key))) ?? {}
    return asOfMs !== undefined && IS_SAVED[kind](value) ? { value: value as SavedValues[K], asOfMs } : null
  }

  async writeSaved(entries: readonly SavedEntry[]): Promise<void> {
    if (this.database === null) return
    const database = (await (this.#relaxed ??= this.openRelaxed())) ?? this.database
    const savedAtMs = this.clock.now()
    await this.#try('snapshots', async () => {
      await database.snapshots.bulkPut(
        entries.map(({ kind, of, value, asOfMs }) => ({ key: `${kind}/${of}`, value, asOfMs, savedAtMs })),
      )
      const surplus = (await database.snapshots.count()) - SNAPSHOTS_MAX
      if (surplus > 0) {
        const keys = await database.snapshots.orderBy('savedAtMs').limit(surplus).primaryKeys()
        await database.snapshots.bulkDelete(keys)
      }
    })
  }

  readInstruments(): Promise<SavedInstruments | 'unreadable' | null> {
    return this.#readList(BRIEF_LIST_KEY, isSavedInstruments)
  }

  writeInstruments(saved: SavedInstruments): Promise<boolean> {
    return this.#writeList(BRIEF_LIST_KEY, saved)
  }

  readPairs(): Promise<SavedPairs | 'unreadable' | null> {
    return this.#readList(SPOT_LIST_KEY, isSavedPairs)
  }

  writePairs(saved: SavedPairs): Promise<boolean> {
    return this.#writeList(SPOT_LIST_KEY, saved)
  }

  async #readList<T>(key: string, isOurs: (value: unknown) => value is T): Promise<T | 'unreadable' | null> {
    const row = await this.#try('symbolData', () => this.symbols?.lists.get(key))
    if (row === undefined) return null
    return isOurs(row.value) ? row.value : 'unreadable'
  }

  async #writeList(key: string, saved: { readonly asOfMs: number }): Promise<boolean> {
    if (this.symbols === null) return true
    const { lists } = this.symbols
    const put = await this.#try('symbolData', () => lists.put({ key, value: saved, savedAtMs: saved.asOfMs }))
    return put !== undefined
  }

  async #try<T>(what: string, work: () => PromiseLike<T> | undefined): Promise<T | undefined> {
    try {
      const started = work()
      return started === undefined ? undefined : await inTime(started, this.clock)
    } catch (error) {
      this.trace(what, error)
      return undefined
    }
  }
}

/** Whose a snapshot of an account, or what was read of it, is. */
function accountOf(value: unknown): string | undefined {
  const { session, account } = (value ?? {}) as { readonly session?: HubSession; readonly account?: string }
  return session?.account ?? account
}
