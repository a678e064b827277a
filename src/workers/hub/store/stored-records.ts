import type { NewOrder } from '../../../domain/order/new-order'
import type { Contract } from '../../../domain/instrument/contract'
import type { SpotPair } from '../../../domain/instrument/spot-pair'
import type { Candle, CandleInterval, CandleSource, Ticker, Trade } from '../../../domain/market/market'
import type { InstrumentSymbol, OrderId, OrderLinkId } from '../../../domain/order/order'
import type { Change, IntentState, Rejection, ReverseState } from '../../presses'
import type { SavedBook } from '../market/book-stream'

/** How a journalled press ended, and when this computer heard of it. */
export interface Ending {
  readonly atMs: number
  readonly orderId: OrderId | null
  readonly rejection: Rejection | null
}

export interface JournalRecord {
  readonly id: OrderLinkId
  readonly account: string
  readonly pressedAtMs: number
  readonly ending: Ending | null
}

/** A journalled press (O18): on disk before its request leaves. */
export interface IntentRecord extends JournalRecord {
  readonly order: NewOrder
  /** Exchange time after which the exchange refuses it; missing in rows of an older build. */
  readonly validUntilMs?: number | null
  readonly state: IntentState['state']
}

/** A journalled change of what is there already. */
export interface ChangeRecord extends JournalRecord {
  readonly change: Change
  readonly state: 'sending' | 'unknown' | 'accepted' | 'refused'
}

/** A journalled pair (decisions 14). */
export interface ReverseRecord extends JournalRecord {
  readonly press: ReverseState['press']
  readonly filledQty: ReverseState['filledQty']
  readonly state: ReverseState['stage'] | 'accepted' | 'refused'
}

export interface Journal {
  readonly intents: IntentRecord
  readonly changes: ChangeRecord
  readonly reverses: ReverseRecord
}

/** The newest truth about one market, for a page that opens without a network. */
export interface MarketSnapshot {
  readonly symbol: InstrumentSymbol
  readonly ticker: Ticker | null
  readonly book: SavedBook | null
  readonly trades: readonly Trade[]
  readonly savedAtMs: number
}

export interface CandleSnapshot {
  readonly symbol: InstrumentSymbol
  readonly interval: CandleInterval
  readonly source: CandleSource
  readonly candles: readonly Candle[]
  readonly asOfMs: number
}

export interface SavedPairs {
  readonly pairs: readonly SpotPair[]
  readonly asOfMs: number
}

export interface SavedInstruments {
  readonly instruments: readonly Contract[]
  readonly version: string
  readonly asOfMs: number
}
