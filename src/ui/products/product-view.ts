import type { DecimalText } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { AuctionPhase } from '../../domain/instrument/auction-phase'
import type { Ticker } from '../../domain/market/market'
import type { KeyOf } from '../i18n/words'

/** A figure of the header; `symbol-header` says what it shows. */
export type HeaderFigureId =
  | 'mark'
  | 'index'
  | 'phase'
  | 'auctionPrice'
  | 'auctionQty'
  | 'fundingRate'
  | 'funding'
  | 'delivery'
  | 'basis'
  | 'change'
  | 'high'
  | 'low'
  | 'turnover'
  | 'openInterest'

/** How a position is held, as the head of the ticket offers to change it. */
export type TicketMode = 'margin' | 'leverage' | 'position'

/** A list of the page of all markets. */
export type MarketList = 'usdt' | 'usdc' | 'inverse' | 'futures'

/** What differs on the screen from one kind of product to the next: a value for each kind. */
export interface ProductView {
  /** The word beside its symbol. */
  readonly word: KeyOf<'market'>
  /** The word beside a position in it. */
  readonly positionWord: KeyOf<'trade'>
  /** Whether it ends on a day: the word beside its symbol gives way earlier then, for the day is in the name. */
  readonly isDated: boolean
  /** What its name ends with in the chart's symbol list (spec §9, default symbol). */
  readonly chartSuffix: string
  readonly list: MarketList
  readonly ticketModes: readonly TicketMode[]
  /** @param phase of its pre-listing, where it has one */
  headerFigures(phase: AuctionPhase | null): readonly HeaderFigureId[]
  /** The coin that stands beside a turnover in a list; `null` where it is the list's own. */
  turnoverCoin(instrument: Contract): string | null
  /** A turnover as money, so that it can be compared with others'. */
  turnoverValue(ticker: Ticker): DecimalText | null
}
