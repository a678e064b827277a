import type { Clock } from '../../../base/clock'
import { withDeadline } from '../../../base/deadline'
import type { InstrumentSymbol, OrderLinkId } from '../../../domain/order/order'
import type { StorageKind } from '../../hub-events'
import { HUB_PROFILE } from '../../../base/hub-profile'
import { answerOf, changeRows, LocalDatabase, type DatabaseShape } from './local-database'
import type { CandleSnapshot, Journal, JournalRecord, MarketSnapshot, SavedInstruments } from './stored-records'
import {
  isCandleSnapshot,
  isChangeRecord,
  isIntentRecord,
  isMarketSnapshot,
  isReverseRecord,
  isSavedInstruments,
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
  /** @throws when the record is not durable; the press must then not be sent (D3) */
  write<K extends keyof Journal>(kind: K, record: Journal[K]): Promise<void>
  /** Oldest press first. */
  read<K extends keyof Journal>(kind: K): Promise<readonly Journal[K][]>
  /**
   * Another account is signed in, or none: what the others' presses ended as is private and goes. One whose end is not
   * known stays for its account's next sign-in, which looks it up (I3, I12).
   */
  forgetOthers(account: string | null): Promise<void>
  readMarket(symbol: InstrumentSymbol): Promise<MarketSnapshot | null>
  writeMarket(snapshot: MarketSnapshot): Promise<void>
  readCandles(key: Pick<CandleSnapshot, 'symbol' | 'interval' | 'source'>): Promise<CandleSnapshot | null>
  writeCandles(snapshot: CandleSnapshot): Promise<void>
  readInstruments(): Promise<SavedInstruments | null>
  writeInstruments(saved: SavedInstruments): Promise<void>
}

/** A row of the stores that are no journal. */
interface Row {
  readonly key: string
  readonly value: unknown
  readonly savedAtMs: number
}

function rowOf(key: string, value: unknown, savedAtMs: number): Row {
  return { key, value, savedAtMs }
}

function valueOf(row: unknown): unknown {
  return (row as Row | undefined)?.value
}

/** @returns `undefined` where there is no such row, or no database */
function readValue(database: LocalDatabase | null, store: string, key: string): Promise<unknown> | undefined {
  return database?.read([store], async (stores) => valueOf(await answerOf<unknown>(stores(store).get(key))))
}

function deleteKeys(database: LocalDatabase, store: string, keys: readonly string[]): Promise<void> {
  return database.write([store], async (stores) => {
    for (const key of keys) stores(store).delete(key)
  })
}

const JOURNAL = { key: 'id', indexes: ['account', 'pressedAtMs'] } as const

const HUB_DATABASE: DatabaseShape = {
  name: 'halyard',
  // Earlier builds counted in tens: this was their second version.
  version: 20,
  isStrict: true,
  stores: {
    intents: JOURNAL,
    changes: JOURNAL,
    reverses: JOURNAL,
    settings: { key: 'key', indexes: [] },
    snapshots: { key: 'key', indexes: ['savedAtMs'] },
  },
  upgrade(transaction, fromVersion) {
    // Presses of a build that knew no endings get an empty one: they are kept, and looked up like any other (D2).
    if (fromVersion < 20)
      void changeRows(transaction.objectStore('intents'), (row) => ({ ...(row as object), ending: null }))
  },
}

/** Spec §9: store `symbolData`, version 1, which earlier builds wrote as 10. */
const SYMBOL_DATABASE: DatabaseShape = {
  name: 'symbolData',
  version: 10,
  isStrict: false,
  stores: { lists: { key: 'key', indexes: [] } },
}

const BRIEF_LIST_KEY = 'brief-symbol-list'
/** Snapshots kept on disk, markets and candle ranges together. */
const SNAPSHOTS_MAX = 300

/** Opens both databases; whatever does not open within its deadline is replaced by memory. Never rejects. */
export async function openHubStore(clock: Clock, trace: (what: string, error: unknown) => void): Promise<HubStore> {
  const [database, symbols] = await Promise.all([open(HUB_DATABASE, clock, trace), open(SYMBOL_DATABASE, clock, trace)])
  return new StoredHubStore(database, symbols, clock, trace)
}

async function open(
  shape: DatabaseShape,
  clock: Clock,
  trace: (what: string, error: unknown) => void,
): Promise<LocalDatabase | null> {
  const database = new LocalDatabase(shape)
  try {
    await inTime(database.open(), clock)
    return database
  } catch (error) {
    trace('storage', error)
    database.close()
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

  /** Whether the newest record could not be written. */
  #isFailing = false

  constructor(
    private readonly database: LocalDatabase | null,
    private readonly symbols: LocalDatabase | null,
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
      database?.write(['settings'], async (stores) => {
        const settings = stores('settings')
        const rows = [answerOf<unknown>(settings.get('hub-term')), answerOf<unknown>(settings.get('hub-profile'))]
        const [last, name] = (await Promise.all(rows)).map(valueOf)
        const profile = typeof name === 'string' && HUB_PROFILE.test(name) ? name : crypto.randomUUID()
        // Close to the clock, so that a lost database does not fall behind; above the last one, should the clock step.
        const next = Math.max(now, Number.isSafeInteger(last) ? Number(last) + 1 : 0)
        settings.put(rowOf('hub-term', next, now))
        settings.put(rowOf('hub-profile', profile, now))
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
      await inTime(
        this.database.write([kind], async (stores) => void stores(kind).put(record)),
        this.clock,
      )
      this.#isFailing = false
    } catch (error) {
      this.#isFailing = true
      throw error
    }
  }

  async read<K extends keyof Journal>(kind: K): Promise<readonly Journal[K][]> {
    const { database } = this
    const rows: readonly unknown[] =
      database === null
        ? [...this.#memory[kind].values()]
        : ((await this.#try(kind, () =>
            database.read([kind], (stores) => answerOf(stores(kind).index('pressedAtMs').getAll())),
          )) ?? [])
    const isOurs: (row: unknown) => row is Journal[K] = IS_RECORD[kind]
    const valid = rows.filter(isOurs)
    const gone = new Set(finishedSurplus(valid, this.clock.now()))
    // Found by their own index, so that a row without a usable id goes, too.
    const broken = rows.filter((row) => !isOurs(row)).map((row) => (row as { readonly id: OrderLinkId }).id)
    for (const id of gone) this.#memory[kind].delete(id)
    if (database !== null && gone.size + broken.length > 0)
      void this.#try(kind, () => deleteKeys(database, kind, [...gone, ...broken]))
    return valid.filter((record) => !gone.has(record.id))
  }

  async forgetOthers(account: string | null): Promise<void> {
    const { database } = this
    const isOthers = (row: unknown): boolean => (row as AnyRecord).account !== account && isFinished(row as AnyRecord)
    for (const kind of ['intents', 'changes', 'reverses'] as const) {
      for (const [id, row] of this.#memory[kind]) if (isOthers(row)) this.#memory[kind].delete(id)
      await this.#try(kind, () =>
        database?.write([kind], (stores) => changeRows(stores(kind), (row) => (isOthers(row) ? null : row))),
      )
    }
  }

  async readMarket(symbol: InstrumentSymbol): Promise<MarketSnapshot | null> {
    const value = await this.#readSnapshot(`market/${symbol}`)
    return isMarketSnapshot(value) && value.symbol === symbol ? value : null
  }

  async writeMarket(snapshot: MarketSnapshot): Promise<void> {
    await this.#writeSnapshot(`market/${snapshot.symbol}`, snapshot)
  }

  async readCandles(key: Pick<CandleSnapshot, 'symbol' | 'interval' | 'source'>): Promise<CandleSnapshot | null> {
    const value = await this.#readSnapshot(`candles/${key.symbol}/${key.interval}/${key.source}`)
    return isCandleSnapshot(value) ? value : null
  }

  async writeCandles(snapshot: CandleSnapshot): Promise<void> {
    await this.#writeSnapshot(`candles/${snapshot.symbol}/${snapshot.interval}/${snapshot.source}`, snapshot)
  }

  async readInstruments(): Promise<SavedInstruments | null> {
    const value = await this.#try('symbolData', () => readValue(this.symbols, 'lists', BRIEF_LIST_KEY))
    return isSavedInstruments(value) ? value : null
  }

  async writeInstruments(saved: SavedInstruments): Promise<void> {
    await this.#try('symbolData', () =>
      this.symbols?.write(['lists'], async (stores) => {
        stores('lists').put(rowOf(BRIEF_LIST_KEY, saved, saved.asOfMs))
      }),
    )
  }

  async #readSnapshot(key: string): Promise<unknown> {
    return this.#try(key, () => readValue(this.database, 'snapshots', key))
  }

  async #writeSnapshot(key: string, value: unknown): Promise<void> {
    await this.#try(key, () =>
      this.database?.write(['snapshots'], async (stores) => {
        const snapshots = stores('snapshots')
        snapshots.put(rowOf(key, value, this.clock.now()))
        const surplus = (await answerOf(snapshots.count())) - SNAPSHOTS_MAX
        if (surplus <= 0) return
        for (const old of await answerOf(snapshots.index('savedAtMs').getAllKeys(null, surplus))) snapshots.delete(old)
      }),
    )
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
