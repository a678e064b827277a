import { isSpotPair } from '../../../domain/instrument/spot-pair'
import type { TradedMarket } from '../../../domain/instrument/market-type'
import type { Order } from '../../../domain/order/order'
import type { Rejection } from '../../../workers/presses'

/**
 * A refusal with the coin of the money that it names. The exchange's answer about a pair leaves it out, because the pair
 * alone does not tell it: a buy pays with the second coin, a sell with the first.
 */
export function withCoinPaid(rejection: Rejection, { side }: Pick<Order, 'side'>, market: TradedMarket): Rejection {
  const { ext } = rejection
  if (!isSpotPair(market) || typeof ext['required'] !== 'string' || ext['coin'] !== undefined) return rejection
  return { ...rejection, ext: { ...ext, coin: side === 'buy' ? market.quoteCoin : market.baseCoin } }
}
