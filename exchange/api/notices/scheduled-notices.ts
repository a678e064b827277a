import { deliveryOf, preListingOf, type Instrument } from '../../../src/domain/instrument/instrument'
import { NOTICE_SYMBOLS_MAX, type Notice, type NoticeKind } from '../../../src/domain/market/notice'

const DAY_MS = 86_400_000
/** How long before it happens a listing or a delivery is announced. */
const ANNOUNCED_MS = DAY_MS
/** A contract of such a short life is taken up and delivered every day: nobody is told. */
const SHORT_LIFE_MS = 4 * DAY_MS

/** What happens to an instrument, and when. */
interface Event {
  readonly kind: NoticeKind
  readonly atMs: number
}

/** The listings and deliveries of the next day: one notice for all instruments of one kind of event and one time. */
export function scheduledNotices(instruments: readonly Instrument[], nowMs: number): readonly Notice[] {
  const byEvent = new Map<string, Notice>()
  for (const instrument of instruments) {
    const event = nextEvent(instrument)
    if (event === null || event.atMs <= nowMs || event.atMs - ANNOUNCED_MS > nowMs) continue
    const id = `${event.kind}-${event.atMs}`
    const known = byEvent.get(id)
    byEvent.set(id, known === undefined ? announce(id, event, instrument) : withAnother(known, instrument))
  }
  return [...byEvent.values()]
}

function nextEvent(instrument: Instrument): Event | null {
  const { status, launchTimeMs } = instrument
  // A spread comes and ends with its legs, which are announced.
  if (instrument.kind === 'spread') return null
  const delivery = deliveryOf(instrument)
  if (delivery !== null && delivery.timeMs - launchTimeMs < SHORT_LIFE_MS) return null
  if (status === 'trading') return delivery === null ? null : { kind: 'delivery', atMs: delivery.timeMs }
  if (status !== 'comingSoon' && status !== 'preLaunch') return null
  // Orders are gathered from the first phase of its call auction on, where it has one.
  return { kind: 'listing', atMs: preListingOf(instrument)?.phases[0]?.startMs ?? launchTimeMs }
}

function announce(id: string, { kind, atMs }: Event, { symbol }: Instrument): Notice {
  const fromMs = atMs - ANNOUNCED_MS
  return { id, kind, symbols: [symbol], symbolCount: 1, text: '', atMs, fromMs, untilMs: atMs, url: null }
}

function withAnother(notice: Notice, { symbol }: Instrument): Notice {
  const symbols = notice.symbols.length < NOTICE_SYMBOLS_MAX ? [...notice.symbols, symbol] : notice.symbols
  return { ...notice, symbols, symbolCount: notice.symbolCount + 1 }
}
