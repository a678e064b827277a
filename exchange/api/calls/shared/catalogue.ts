import { crc32 } from '../../../../src/base/crc32'
import { isContract, type Contract } from '../../../../src/domain/instrument/contract'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { spotName } from '../../../../src/domain/instrument/spot-pair'
import { writeBriefSymbol } from '../../../../src/wire/rest/brief-symbol'
import { writeBriefSymbolList } from '../../../../src/wire/rest/brief-symbol-list'
import type { Venue } from '../../../venue/venue-port'
import { utf8 } from '../../utf8'
import { listOf, type InstrumentList } from './instrument-lists'
import { spotCatalogue, type SpotCatalogue } from './spot-catalogue'

/** How old the exchange's time in the written lists may be. */
const WRITTEN_MAX_MS = 1_000

/** The lists of contracts as JSON text, by contract type. */
type WrittenLists = ReadonlyMap<string, Uint8Array>

/** The venue's instruments with the version that clients compare (spec §7, brief-symbol-list). */
export class Catalogue {
  #bySymbol: ReadonlyMap<string, Instrument> | null = null
  #version: string | null = null
  readonly #versions = new Map<InstrumentList, string | null>()
  #coins: ReadonlySet<string> | null = null
  #spot: SpotCatalogue | null = null
  #pairs: ReadonlyMap<string, string> | null = null
  #written: { readonly atMs: number; readonly lists: WrittenLists } | null = null

  constructor(private readonly venue: Venue) {}

  all(): readonly Instrument[] {
    return this.venue.instruments()
  }

  find(symbol: string): Instrument | null {
    // Each order asks, and there may be a thousand options.
    this.#bySymbol ??= new Map(this.all().map((one) => [one.symbol, one]))
    return this.#bySymbol.get(symbol) ?? null
  }

  /** What the native lists show: contracts. Options, spot and spreads have lists of their own. */
  contracts(): readonly Contract[] {
    return this.all().filter(isContract)
  }

  contract(symbol: string): Contract | null {
    const found = this.find(symbol)
    return found !== null && isContract(found) ? found : null
  }

  /** The pair that v5 calls so, beside the category; `null` where it is none. */
  pairNamed(name: string): string | null {
    this.#pairs ??= new Map(
      this.all().flatMap(({ kind, symbol }) => (kind === 'spot' ? [[spotName(symbol), symbol]] : [])),
    )
    return this.#pairs.get(name) ?? null
  }

  /** Pairs, as their lists write them. */
  spot(): SpotCatalogue {
    return (this.#spot ??= spotCatalogue(this.venue.quoteGroups()))
  }

  /** Whether an instrument is of this coin, quoted in it or settled in it. */
  hasCoin(coin: string): boolean {
    this.#coins ??= new Set(this.all().flatMap((one) => [one.baseCoin, one.quoteCoin, one.settleCoin]))
    return this.#coins.has(coin)
  }

  /** Follows from the contents: equal rules have equal versions, across restarts too. */
  version(): string {
    this.#version ??= crc32(encodeURIComponent(JSON.stringify(this.contracts().map((one) => writeBriefSymbol(one, 0)))))
      .toString(16)
      .padStart(8, '0')
    return this.#version
  }

  /** The version of any list, which follows from its contents, too; `null` without rows. */
  versionOf(list: InstrumentList): string | null {
    const known = this.#versions.get(list)
    if (known !== undefined) return known
    const version = this.#count(list)
    this.#versions.set(list, version)
    return version
  }

  #count(list: InstrumentList): string | null {
    const rows = this.all().filter((one) => listOf(one) === list)
    if (rows.length === 0) return null
    switch (list) {
      case 'contract':
        return this.version()
      case 'spot':
        return this.spot().version
      case 'option':
      case 'spread':
        // As they are: their rows say what changes with the market besides, and a day's options are half a megabyte.
        return crc32(JSON.stringify(rows)).toString(16).padStart(8, '0')
    }
  }

  /**
   * All contracts as `writeBriefSymbolList` gives them, made once for everybody who asks within a second: it takes some
   * milliseconds, and anybody may ask. Of its rows only `expectCurrentTimestamp` is of the moment.
   */
  written(nowMs: number): WrittenLists {
    const known = this.#written
    if (known !== null && Math.abs(nowMs - known.atMs) < WRITTEN_MAX_MS) return known.lists
    const { version: _version, ...lists } = writeBriefSymbolList(this.contracts(), '', nowMs)
    const texts = Object.entries(lists).map(([type, rows]) => [type, utf8(JSON.stringify(rows))] as const)
    this.#written = { atMs: nowMs, lists: new Map(texts) }
    return this.#written.lists
  }

  /** An instrument changed. */
  forget(): void {
    this.#bySymbol = null
    this.#version = null
    this.#versions.clear()
    this.#coins = null
    this.#spot = null
    this.#pairs = null
    this.#written = null
  }
}
