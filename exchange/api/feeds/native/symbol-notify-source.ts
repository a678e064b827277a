import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { writeSymbolNotify, type ListChange } from '../../../../src/wire/push/symbol-notify'
import { INSTRUMENT_LISTS, listOf, type InstrumentList } from '../../calls/shared/instrument-lists'
import { JsonSource } from './market-sources'

/** The version of each list now; `null` of one that has no rows. */
export type ListVersion = (list: InstrumentList) => string | null

/**
 * `public.symbol.notify`: which lists have another version, and of each the one instrument that changed. Where several did
 * at once, as options do that end together, it names none: whoever took the new version for the one rule that it asked
 * about would keep the old rules of the others as confirmed (I17), so the list is asked for whole. However many changed in
 * one step, the message is one, and as long as there are lists.
 */
export class SymbolNotifySource extends JsonSource {
  /** By list: the symbol, or `null` once there are two. */
  readonly #changed = new Map<InstrumentList, string | null>()

  constructor(
    topic: string,
    private readonly version: ListVersion,
  ) {
    super(topic)
  }

  add(instrument: Instrument): void {
    const list = listOf(instrument)
    const known = this.#changed.get(list)
    this.#changed.set(list, known === undefined || known === instrument.symbol ? instrument.symbol : null)
  }

  advance(): unknown {
    if (this.#changed.size === 0) return null
    const data = this.#write([...this.#changed.keys()])
    this.#changed.clear()
    return data
  }

  state(): unknown {
    return this.#write(INSTRUMENT_LISTS.filter((list) => this.version(list) !== null))
  }

  /** Contracts are always told, since the hub compares their version with that of its list. */
  #write(lists: readonly InstrumentList[]): unknown {
    const others = lists.filter((list) => list !== 'contract')
    return writeSymbolNotify(
      this.#change('contract'),
      others.map((list) => [list, this.#change(list)]),
    )
  }

  #change(list: InstrumentList): ListChange {
    return { symbol: this.#changed.get(list) ?? null, version: this.version(list) ?? '' }
  }
}
