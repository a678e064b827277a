import type { Clock } from '../../../base/clock'
import type { Contract } from '../../../domain/instrument/contract'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { Unreadable } from '../../../base/unreadable'
import type { HubEvent, ListStatus } from '../../hub-events'
import type { VenuePort } from '../../venue/venue-port'
import type { BuiltInLists } from './built-in-lists'
import { ListLog } from './list-codes'
import { listRetryMs, traceRefused } from './list-rules'
import type { RestClient } from '../rest-client'
import type { HubStore } from '../store/hub-store'
import type { SavedInstruments } from '../store/stored-records'

/** Spec §9: contract symbol timeout. */
const LIST_DEADLINE_MS = 10_000

export interface CataloguePorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly rest: RestClient
  readonly venue: VenuePort
  readonly builtIn: BuiltInLists
  readonly random: () => number
  readonly trace: (what: string, error: unknown) => void
  /** The list, one entry, its status or the confirmation changed. */
  readonly changed: () => void
  /** The list has come or failed: whatever waits its turn may be asked for. */
  readonly settled: () => void
}

/**
 * The instruments and whether their rules are the ones in force (I17, decisions 17). A list from disk, from the service
 * worker's cache or built in is for looking at. It is confirmed when its version is the one that the exchange names
 * on `public.symbol.notify`: only the push stream cannot have been answered by a cache.
 */
export class Catalogue {
  #instruments: ReadonlyMap<InstrumentSymbol, Contract> = new Map()
  #version: string | null = null
  #versionInForce: string | null = null
  #asOfMs: number | null = null
  #source: 'none' | 'disk' | 'builtIn' | 'exchange' = 'none'
  #hasFailed = false
  #loading = false
  #isStarted = false
  #cancelRetry: (() => void) | null = null
  /** Symbols whose rules are being asked for again. */
  readonly #checking = new Set<InstrumentSymbol>()

  readonly #log: ListLog

  constructor(private readonly ports: CataloguePorts) {
    this.#log = new ListLog(ports.trace)
  }

  find(symbol: InstrumentSymbol): Contract | null {
    return this.#instruments.get(symbol) ?? null
  }

  isConfirmed(symbol: InstrumentSymbol): boolean {
    return this.#isListConfirmed() && !this.#checking.has(symbol) && this.#instruments.has(symbol)
  }

  event(): HubEvent {
    const confirmed = this.#isListConfirmed() && this.#checking.size === 0
    return {
      type: 'instruments',
      instruments: [...this.#instruments.values()],
      confirmed,
      asOfMs: this.#asOfMs,
      status: this.#status(),
      versionInForce: this.#versionInForce,
    }
  }

  /** The copy from disk first, so that something is on the screen; then the network. */
  async start(): Promise<void> {
    if (this.#isStarted) return
    this.#isStarted = true
    void this.#load(null)
    await this.#showStored()
  }

  #status(): ListStatus {
    if (this.#source === 'disk' || this.#source === 'exchange') return 'resolved'
    return this.#hasFailed ? 'rejected' : 'pending'
  }

  async #showStored(): Promise<void> {
    const saved = await this.ports.store.readInstruments()
    if (this.#instruments.size > 0 || saved === null) return
    if (saved === 'unreadable') this.#log.note('V4_DATA_PARSE_ERROR')
    else this.#put(saved.instruments, saved.version, saved.asOfMs, 'disk')
  }

  /** `public.symbol.notify`: one symbol changed, or (`null`) this is the version in force. */
  notified(symbol: InstrumentSymbol | null, version: string): void {
    const isSame = version === this.#versionInForce
    this.#versionInForce = version
    if (symbol !== null && this.#version !== null) void this.#refetch(symbol, version)
    else if (this.#version !== version) void this.#load(version)
    if (!isSame || symbol !== null) this.ports.changed()
  }

  /** Another connection may bring other rules: nothing is confirmed until the exchange names its version again. */
  connectionLost(): void {
    if (this.#versionInForce === null) return
    this.#versionInForce = null
    this.ports.changed()
  }

  #isListConfirmed(): boolean {
    return this.#version !== null && this.#version === this.#versionInForce
  }

  async #load(wanted: string | null): Promise<void> {
    if (this.#loading) return
    this.#loading = true
    this.#cancelRetry?.()
    this.#cancelRetry = null
    const { rest, clock, venue } = this.ports
    const call = venue.calls.instruments()
    const answer = await rest.call({
      ...call,
      // After a mismatch a cache between us and the exchange must step aside (decisions 11).
      ...(wanted === null ? {} : { headers: { 'cache-control': 'no-cache' } }),
      deadlineMs: LIST_DEADLINE_MS,
    })
    this.#loading = false
    let isRight = false
    try {
      if (!answer.hasError) {
        const list = call.read(answer.value)
        if (list.instruments.length === 0) throw new Unreadable('list', 'empty')
        traceRefused(list.refused, this.ports.trace)
        this.#put(list.instruments, list.version, clock.now(), 'exchange')
        isRight = this.#versionInForce === null || this.#versionInForce === list.version
        void this.#keep({ instruments: list.instruments, version: list.version, asOfMs: clock.now() })
      } else
        this.#log.note(
          wanted === null ? 'CACHE_FIRST_STRATEGY_REQUEST_ERROR' : 'NETWORK_FIRST_STRATEGY_REQUEST_ERROR',
          answer.message,
        )
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#log.note('V6_DATA_PARSE_ERROR', error)
    }
    if (isRight) this.#log.settled()
    else if (this.#source !== 'exchange') await this.#fallBack()
    this.ports.settled()
    if (isRight) return
    const delayMs = listRetryMs(this.ports.random())
    const isFirstMismatch = !answer.hasError && wanted === null && this.#versionInForce !== null
    this.#cancelRetry = clock.after(isFirstMismatch ? 0 : delayMs, () => {
      this.#cancelRetry = null
      void this.#load(this.#versionInForce)
    })
  }

  /** The list did not come, and nothing of the exchange's is shown yet. */
  async #fallBack(): Promise<void> {
    this.#hasFailed = true
    await this.#showStored()
    if (this.#source === 'disk') this.#log.note('USE_V4_DATA')
    if (this.#source !== 'none') return
    const instruments = await this.#builtIn()
    // A list that came meanwhile is a better one.
    if (this.#instruments.size > 0) return
    if (instruments.length === 0) this.ports.changed()
    else {
      this.#log.note('USE_HARD_CODE_DATA')
      this.#put(instruments, null, null, 'builtIn')
    }
  }

  async #builtIn(): Promise<readonly Contract[]> {
    try {
      return (await this.ports.builtIn.contracts()).instruments
    } catch (error) {
      this.ports.trace('catalogue', error)
      return []
    }
  }

  async #keep(saved: SavedInstruments): Promise<void> {
    if (!(await this.ports.store.writeInstruments(saved))) this.#log.note('V6_DATA_STORE_ERROR')
  }

  async #refetch(symbol: InstrumentSymbol, version: string): Promise<void> {
    this.#checking.add(symbol)
    const { rest, venue } = this.ports
    const call = venue.calls.instrument(symbol)
    const answer = await rest.call({ ...call, deadlineMs: LIST_DEADLINE_MS })
    this.#checking.delete(symbol)
    try {
      if (!answer.hasError && version === this.#versionInForce) {
        const instrument = call.read(answer.value)
        if (instrument.symbol !== symbol) throw new Unreadable('symbol', instrument.symbol)
        const next = new Map(this.#instruments).set(symbol, instrument)
        venue.market.checkNames(next.values())
        this.#put([...next.values()], version, this.ports.clock.now(), 'exchange')
        return
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.ports.trace('catalogue', error)
    }
    void this.#load(this.#versionInForce)
    this.ports.changed()
  }

  #put(
    instruments: readonly Contract[],
    version: string | null,
    asOfMs: number | null,
    source: 'disk' | 'builtIn' | 'exchange',
  ): void {
    this.#instruments = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
    this.#version = version
    this.#asOfMs = asOfMs
    this.#source = source
    this.ports.changed()
  }
}
