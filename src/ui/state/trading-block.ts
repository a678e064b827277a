import type { InstrumentStatus } from '../../domain/instrument/listed'
import { preListingOf } from '../../domain/instrument/instrument'
import { isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import { isInAuction, takesOrders } from '../../domain/instrument/pre-listing'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { App } from './app-context'
import type { MarketModel } from './market-model'

/** Why nothing may be sent now, in the order in which a trader would want to hear it. Keys of `trade:block`. */
export type TradingBlock =
  | 'replay'
  | 'barReplay'
  | 'unsupported'
  | 'offline'
  | 'elsewhere'
  | 'returning'
  | 'stale'
  | 'resync'
  | 'connecting'
  | 'signedOut'
  | 'rulesUnconfirmed'
  | 'notTrading'
  | 'auctionMatching'
  | 'preMarketPortfolio'
  | 'preMarketDemo'
  | 'notCopyTraded'
  | Exclude<InstrumentStatus, 'trading'>

/** @returns why the ticket is closed, or `null` while it is open. Read inside a component or `computed`. */
export function tradingBlock(
  { connection, account, catalogue }: Pick<App, 'connection' | 'account' | 'catalogue'>,
  market: MarketModel,
): TradingBlock | null {
  if (connection.life.value === 'unsupported') return 'unsupported'
  const state = connection.state.value
  if (state === 'replay') return 'replay'
  // Whoever looks at the past takes its price for the market's.
  if (market.isInBarReplay.value) return 'barReplay'
  if (connection.isReturning.value) return 'returning'
  if (state !== 'live') return state
  // The page has painted its new view, and this contract's price was not among it yet: it is asked for anew.
  if (market.isFromBefore.value) return 'returning'
  if (account.session.value === null) return 'signedOut'
  const instrument = catalogue.bySymbol.value.get(market.symbol)
  if (instrument === undefined && isReadAlone(market.symbol) && !catalogue.hasListOf(market.symbol))
    return 'rulesUnconfirmed'
  if (!(instrument === undefined ? catalogue.confirmed.value : catalogue.isConfirmed(instrument)))
    return 'rulesUnconfirmed'
  if (instrument === undefined) return 'notTrading'
  if (account.session.value.kind === 'copy' && instrument.kind !== 'linearPerpetual') return 'notCopyTraded'
  if (preListingOf(instrument) === null) return instrument.status === 'trading' ? null : instrument.status
  const { kind } = account.session.value
  if (account.isPortfolio.value) return 'preMarketPortfolio'
  if (kind === 'demo') return 'preMarketDemo'
  if (takesOrders(instrument)) return null
  return isInAuction(instrument) ? 'auctionMatching' : 'preLaunch'
}

function isReadAlone(symbol: InstrumentSymbol): boolean {
  const kind = kindOfName(symbol)
  return isOptionKind(kind) || kind === 'spread'
}
