import { fundingOf, type Instrument } from '../../../src/domain/instrument/instrument'
import { isValidAt, type Notice } from '../../../src/domain/market/notice'
import type { VenueEvent } from '../../venue/venue-port'
import { scheduledNotices } from './scheduled-notices'

/** Most notices of the operator, and of changed terms: what comes beyond takes the place of the oldest. */
const KEPT_MAX = 20
const TERMS_SHOWN_MS = 86_400_000

/**
 * Everything that is announced (`public.notice`): listings and deliveries by the calendar, changed terms of what trades,
 * and what the operator says. The first follow from the instruments; the other two are forgotten with the process.
 */
export class NoticeBoard {
  readonly #published = new Map<string, Notice>()
  readonly #changes = new Map<string, Notice>()
  readonly #terms = new Map<string, string>()

  constructor(private readonly instruments: () => readonly Instrument[]) {
    for (const one of instruments()) this.#terms.set(one.symbol, termsOf(one))
  }

  /** The notices that are valid now, the next event first. */
  current(nowMs: number): readonly Notice[] {
    const all = [...scheduledNotices(this.instruments(), nowMs), ...this.#changes.values(), ...this.#published.values()]
    return all.filter((one) => isValidAt(one, nowMs)).toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
  }

  /** The operator's; it takes the place of one with the same id. */
  publish(notice: Notice): void {
    keep(this.#published, notice)
  }

  /** @returns whether there was one */
  withdraw(id: string): boolean {
    return this.#published.delete(id)
  }

  /** Takes the events of one input, once they are on disk: another tick, funding or leverage of what trades is announced. */
  take(events: readonly VenueEvent[], nowMs: number): void {
    for (const event of events) {
      if (event.type !== 'instrument') continue
      const { symbol, status } = event.instrument
      const terms = termsOf(event.instrument)
      const known = this.#terms.get(symbol)
      if (status === 'closed') this.#terms.delete(symbol)
      else this.#terms.set(symbol, terms)
      if (known === undefined || known === terms || status !== 'trading') continue
      keep(this.#changes, {
        id: `terms-${symbol}`,
        kind: 'terms',
        symbols: [symbol],
        symbolCount: 1,
        text: '',
        atMs: nowMs,
        fromMs: nowMs,
        untilMs: nowMs + TERMS_SHOWN_MS,
        url: null,
      })
    }
  }
}

function keep(notices: Map<string, Notice>, notice: Notice): void {
  notices.delete(notice.id)
  notices.set(notice.id, notice)
  if (notices.size <= KEPT_MAX) return
  const oldest = notices.keys().next()
  if (oldest.done !== true) notices.delete(oldest.value)
}

/** What a trader has to know when it changes. */
function termsOf(instrument: Instrument): string {
  const { tickSize, lotSize, minQty } = instrument
  const maxLeverage = 'maxLeverage' in instrument ? instrument.maxLeverage : null
  return JSON.stringify([tickSize, lotSize, minQty, maxLeverage, fundingOf(instrument)])
}
