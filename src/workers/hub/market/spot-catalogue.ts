import type { Clock } from '../../../base/clock'
import { Unreadable } from '../../../base/unreadable'
import { mergeSpotPairs, type SpotPair } from '../../../domain/instrument/spot-pair'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { HubEvent, ListStatus } from '../../hub-events'
import type { SpotList, SpotListName } from '../../venue/venue-calls'
import type { VenuePort } from '../../venue/venue-port'
import type { RestClient } from '../rest-client'
import type { HubStore } from '../store/hub-store'
import type { SavedPairs } from '../store/stored-records'
import type { BuiltInLists } from './built-in-lists'
import { ListLog, type ListCode } from './list-codes'
import { listRetryMs, traceRefused } from './list-rules'

/** Spec §7: spot symbol calls time out at 8000 ms. */
const LIST_DEADLINE_MS = 8_000

export interface SpotCataloguePorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly rest: RestClient
  readonly venue: VenuePort
  readonly builtIn: BuiltInLists
  readonly random: () => number
  readonly trace: (what: string, error: unknown) => void
  readonly changed: () => void
}

/** What the exchange answered, and for which pairs of it the version stands: those of the third form. */
interface FreshPairs extends Pick<SpotList, 'pairs' | 'version'> {
  readonly versioned: readonly SpotPair[]
}

/**
 * The spot pairs, by the sequence of spec §4: the combined list and v3, merged; where neither comes, once more; then v2;
 * then the copy on disk; then the built-in list. The copy on disk is shown until any of them has come.
 *
 * Orders go by its rules once the version of the third form is the one that `public.symbol.notify` names (I17).
 */
export class SpotCatalogue {
  #pairs: readonly SpotPair[] = []
  #status: ListStatus = 'pending'
  #asOfMs: number | null = null
  #version: string | null = null
  /** The pairs that the version speaks of. */
  #versioned: ReadonlySet<InstrumentSymbol> = new Set()
  #versionInForce: string | null = null
  /** Whether what is shown is the exchange's answer. */
  #isFresh = false
  /** Whoever asks while a load is under way waits for that one. */
  #load: Promise<void> | null = null
  #cancelRetry: (() => void) | null = null
  readonly #log: ListLog

  constructor(private readonly ports: SpotCataloguePorts) {
    this.#log = new ListLog(ports.trace)
  }

  event(): HubEvent {
    const confirmed = this.#isListConfirmed()
    return { type: 'spotPairs', pairs: this.#pairs, confirmed, status: this.#status, asOfMs: this.#asOfMs }
  }

  find(symbol: InstrumentSymbol): SpotPair | null {
    return this.#pairs.find((pair) => pair.symbol === symbol) ?? null
  }

  isConfirmed(symbol: InstrumentSymbol): boolean {
    return this.#isListConfirmed() && this.#versioned.has(symbol)
  }

  /** The version in force; `null` while nobody is connected to the exchange. */
  notified(version: string | null): void {
    if (version === this.#versionInForce) return
    this.#versionInForce = version
    this.ports.changed()
    if (this.#isFresh) this.#follow()
  }

  #isListConfirmed(): boolean {
    return this.#version !== null && this.#version === this.#versionInForce
  }

  /** Asks again for as long as another list is in force than the one that is known. */
  #follow(): void {
    if (this.#versionInForce === null || this.#isListConfirmed()) return
    this.#cancelRetry?.()
    const { clock, random } = this.ports
    this.#cancelRetry = clock.after(listRetryMs(random()), () => {
      this.#cancelRetry = null
      if (!this.#isListConfirmed()) void this.load()
    })
  }

  /** Loads the list where the exchange's own is not there yet. */
  async want(): Promise<void> {
    if (!this.#isFresh) await this.load()
  }

  async load(): Promise<void> {
    this.#load ??= this.#run().finally(() => (this.#load = null))
    await this.#load
  }

  async #run(): Promise<void> {
    void this.#showStored()
    const fresh = (await this.#askBoth()) ?? (await this.#askAgain()) ?? (await this.#askV2())
    if (fresh !== null) {
      const asOfMs = this.ports.clock.now()
      this.#isFresh = true
      this.#log.settled()
      this.#version = fresh.version
      this.#versioned = new Set(fresh.versioned.map(({ symbol }) => symbol))
      this.#put(fresh.pairs, 'resolved', asOfMs)
      this.#follow()
      if (!(await this.ports.store.writePairs({ pairs: fresh.pairs, asOfMs }))) this.#log.note('SPOT_STORE_ERROR')
      return
    }
    // What came from the exchange earlier in this hub's life is no older than what is on disk.
    if (!this.#isFresh) await this.#fallBack()
  }

  /** The copy on disk, where nothing better is there. @returns what the disk has */
  async #showStored(): Promise<SavedPairs | 'unreadable' | null> {
    const saved = await this.ports.store.readPairs()
    if (saved !== null && saved !== 'unreadable' && this.#pairs.length === 0)
      this.#put(saved.pairs, 'resolved', saved.asOfMs)
    return saved
  }

  async #fallBack(): Promise<void> {
    const saved = await this.#showStored()
    if (saved === 'unreadable') this.#log.note('SPOT_CACHE_PARSE_ERROR')
    else if (saved !== null) {
      this.#log.note('SPOT_USE_CACHE')
      return
    }
    try {
      const { pairs } = await this.ports.builtIn.spot()
      this.#log.note('SPOT_USE_HARD_CODE_DATA')
      this.#put(pairs, 'rejected', null)
    } catch (error) {
      this.#log.note('SPOT_HARD_CODE_ERROR', error)
      this.#put(this.#pairs, 'rejected', this.#asOfMs)
    }
  }

  /** @returns `null` when neither of the two came */
  async #askBoth(): Promise<FreshPairs | null> {
    const [combined, v3] = await Promise.all([this.#ask('all', 'SPOT_CDN_ERROR'), this.#ask('v3', 'SPOT_V3_ERROR')])
    if (combined === null && v3 === null) return null
    const { pairs, refused } = mergeSpotPairs(combined?.pairs ?? [], v3?.pairs ?? [])
    if (refused.length > 0) this.#log.note('SPOT_MERGE_ERROR', refused.join(', '))
    return { pairs, version: v3?.version ?? null, versioned: v3?.pairs ?? [] }
  }

  async #askAgain(): Promise<FreshPairs | null> {
    this.#log.note('SPOT_RETRY')
    const { clock, random } = this.ports
    await new Promise<void>((resolve) => clock.after(listRetryMs(random()), () => resolve()))
    return this.#askBoth()
  }

  async #askV2(): Promise<FreshPairs | null> {
    this.#log.note('SPOT_USE_V2')
    const v2 = await this.#ask('v2', 'SPOT_V2_ERROR')
    return v2 === null ? null : { ...v2, versioned: [] }
  }

  /** @returns `null` where it did not come, or cannot be read */
  async #ask(list: SpotListName, code: ListCode): Promise<SpotList | null> {
    const { rest, venue, trace } = this.ports
    const call = venue.calls.spotList(list)
    const answer = await rest.call({ ...call, deadlineMs: LIST_DEADLINE_MS })
    try {
      if (answer.hasError) {
        this.#log.note(code, answer.message)
        return null
      }
      const read = call.read(answer.value)
      traceRefused(read.refused, trace)
      return read
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#log.note(code, error)
      return null
    }
  }

  #put(pairs: readonly SpotPair[], status: ListStatus, asOfMs: number | null): void {
    this.#pairs = pairs
    this.#status = status
    this.#asOfMs = asOfMs
    this.ports.changed()
  }
}
