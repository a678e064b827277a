import type { AuctionPhase } from '../../domain/instrument/auction-phase'
import type { PerpetualKind } from '../../domain/instrument/product-kind'
import { contractFigures } from './contract'
import type { ContractView, HeaderFigureId } from './product-view'

const TRADING = contractFigures(['funding'])
const AUCTION = contractFigures(['phase', 'auctionPrice', 'auctionQty'])
/** Before its listing the countdown is the phase's; funding shows its rate alone. */
const PRE_MARKET = contractFigures(['phase', 'fundingRate'])

const PERPETUAL = {
  positionWord: 'perpetual',
  isDated: false,
  hasMark: true,
  hasOnePress: true,
  headerFigures(phase: AuctionPhase | null): readonly HeaderFigureId[] {
    if (phase === null) return TRADING
    return phase === 'continuousTrading' ? PRE_MARKET : AUCTION
  },
} as const

export const PERPETUALS: Readonly<Record<PerpetualKind, ContractView>> = {
  linearPerpetual: {
    ...PERPETUAL,
    word: 'contract.linearPerpetual',
    // The exchange has two sides of a contract at once for USDT perpetuals alone (semantics.md §2.8).
    ticketModes: ['margin', 'leverage', 'position'],
  },
  usdcPerpetual: {
    ...PERPETUAL,
    word: 'contract.usdcPerpetual',
    ticketModes: ['margin', 'leverage'],
  },
  inversePerpetual: {
    ...PERPETUAL,
    word: 'contract.inversePerpetual',
    ticketModes: ['margin', 'leverage'],
  },
}
