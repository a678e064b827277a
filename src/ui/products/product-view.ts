import type { AuctionPhase } from '../../domain/instrument/auction-phase'
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
  | 'forward'
  | 'volatility'
  | 'delta'
  | 'gamma'
  | 'vega'
  | 'theta'
  | 'quotes'
  | 'change'
  | 'high'
  | 'low'
  | 'volume'
  | 'turnover'
  | 'openInterest'
  | 'legs'

/** How a position is held, as the head of the ticket offers to change it. */
export type TicketMode = 'margin' | 'leverage' | 'position'

/** What differs for a product that is held as a position. */
export interface ContractView extends ProductView {
  /** The word beside a position in it. */
  readonly positionWord: KeyOf<'trade'>
}

/** What differs on the trade page from one kind of product to the next: a value for each kind. */
export interface ProductView {
  /** The word beside its symbol. */
  readonly word: KeyOf<'market'>
  /** Whether it ends on a day: the word beside its symbol gives way earlier then, for the day is in the name. */
  readonly isDated: boolean
  readonly ticketModes: readonly TicketMode[]
  /** Whether it has a mark price beside the last one. */
  readonly hasMark: boolean
  /** Whether ladder, hotkeys and presses in the book trade it; else nothing of one-press trading stands on its page. */
  readonly hasOnePress: boolean
  /** @param phase of its pre-listing, where it has one */
  headerFigures(phase: AuctionPhase | null): readonly HeaderFigureId[]
}
