import type { Clock } from '../../../base/clock'
import type { Contract } from '../../../domain/instrument/contract'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { Unreadable } from '../../../base/unreadable'
import type { HubEvent } from '../../hub-events'
import type { InstrumentList } from '../../venue/venue-calls'
import type { VenuePort } from '../../venue/venue-port'
import { builtInInstruments } from './built-in-instruments'
import type { RestClient } from '../rest-client'
import type { HubStore } from '../store/hub-store'

/** Spec §9: contract symbol timeout. */
const LIST_DEADLINE_MS = 10_000
/** Spec §9: retry back-off, jittered between the two. */
const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 4_000
/** Rows that the fault log tells of one by one. */
const REFUSED_TOLD = 20

export interface CataloguePorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly rest: RestClient
  readonly venue: VenuePort
  readonly random: () => number
  readonly trace: (what: string, error: unknown) => void
  /** The list, one entry or the confirmation changed. */
  readonly changed: () => void
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
  #loading = false
  #isStarted = false
  #cancelRetry: (() => void) | null = null
  /** Symbols whose rules are being asked for again. */
  readonly #checking = new Set<InstrumentSymbol>()

  constructor(private readonly ports: CataloguePorts) {}

  find(symbol: InstrumentSymbol): Contract | null {
    return this.#instruments.get(symbol) ?? null
  }

  isConfirmed(symbol: InstrumentSymbol): boolean {
    return this.#isListConfirmed() && !this.#checking.has(symbol) && this.#instruments.has(symbol)
  }

  event(): HubEvent {
    const confirmed = this.#isListConfirmed() && this.#checking.size === 0
    return { type: 'instruments', instruments: [...this.#instruments.values()], confirmed, asOfMs: this.#asOfMs }
  }

  /** The copy from disk first, so that something is on the screen; then the network. */
  async start(): Promise<void> {
    if (this.#isStarted) return
    this.#isStarted = true
    void this.#load(null)
    const saved = await this.ports.store.readInstruments()
    if (this.#instruments.size > 0) return
    this.#put(saved?.instruments ?? builtInInstruments(), saved?.version ?? null, saved?.asOfMs ?? null)
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
        this.#tell(list.refused)
        this.#put(list.instruments, list.version, clock.now())
        isRight = this.#versionInForce === null || this.#versionInForce === list.version
        void this.ports.store.writeInstruments({
          instruments: list.instruments,
          version: list.version,
          asOfMs: clock.now(),
        })
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.ports.trace('catalogue', error)
    }
    if (isRight) return
    const delayMs = RETRY_MIN_MS + this.ports.random() * (RETRY_MAX_MS - RETRY_MIN_MS)
    const isFirstMismatch = !answer.hasError && wanted === null && this.#versionInForce !== null
    this.#cancelRetry = clock.after(isFirstMismatch ? 0 : delayMs, () => {
      this.#cancelRetry = null
      void this.#load(this.#versionInForce)
    })
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
        this.#put([...next.values()], version, this.ports.clock.now())
        return
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.ports.trace('catalogue', error)
    }
    void this.#load(this.#versionInForce)
    this.ports.changed()
  }

  /** Says which rows were left out and why; of a list that is full of them, the first ones. */
  #tell(refused: InstrumentList['refused']): void {
    for (const { row, error } of refused.slice(0, REFUSED_TOLD)) this.ports.trace(`catalogue ${row}`, error)
    const more = refused.length - REFUSED_TOLD
    if (more > 0) this.ports.trace('catalogue', new Unreadable('list', `${more} more rows refused`))
  }

  #put(instruments: readonly Contract[], version: string | null, asOfMs: number | null): void {
    this.#instruments = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
    this.#version = version
    this.#asOfMs = asOfMs
    this.ports.changed()
  }
}
