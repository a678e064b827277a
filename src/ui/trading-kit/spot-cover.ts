import { ownCoins } from '../../domain/account/own-coins'
import { compare, Exact, toText, zero, type DecimalText, type Money, type Price, type Qty } from '../../domain/decimal'
import type { Wallet } from '../../domain/account/wallet'
import { isSpotPair } from '../../domain/instrument/spot-pair'
import type { Order } from '../../domain/order/order'
import type { MarketModel } from '../state/market-model'

/** What a waiting order of a pair would need when it triggers, and what there is of that now. */
export interface SpotCover {
  readonly coin: string
  readonly needed: Money
  readonly available: Money
  readonly isShort: boolean
}

const HOLDS_NOTHING: ReadonlySet<string> = new Set(['plan', 'stopLimit', 'trailingStop', 'trailingProfit'])

/**
 * Of an order that holds nothing back while it waits (ADR-358, ADR-412) whether the account would pay for this quantity
 * now: the exchange takes any and looks when the order triggers. A purchase is counted at its limit, its trigger, or, of
 * one that trails, the last price. `null` of every other order, of one that may borrow, and while something is not known.
 * Reads signals.
 *
 * @param asked the quantity, and the limit or else the trigger price, that it would have
 */
export function spotCoverOf(
  order: Pick<Order, 'side' | 'status' | 'planType' | 'isLeverage'>,
  asked: { readonly qty: Qty | null; readonly price: Price | null },
  market: Pick<MarketModel, 'listed' | 'ticker'>,
  wallet: Wallet | null,
): SpotCover | null {
  const pair = market.listed.value
  if (pair === null || !isSpotPair(pair) || asked.qty === null || wallet === null) return null
  const { side, status, planType, isLeverage } = order
  if (status !== 'untriggered' || isLeverage === true || !HOLDS_NOTHING.has(planType ?? '')) return null
  const trails = planType === 'trailingStop' || planType === 'trailingProfit'
  const price = trails ? (market.ticker.value?.lastPrice ?? null) : asked.price
  if (side === 'buy' && price === null) return null
  const coin = side === 'buy' ? pair.quoteCoin : pair.baseCoin
  const balance = wallet.coins.find((one) => one.coin === coin)
  const needed =
    side === 'buy' ? toText<Money>(new Exact(asked.qty).times(price!)) : (asked.qty as DecimalText as Money)
  const available = balance === undefined ? zero<Money>() : ownCoins(balance)
  return { coin, needed, available, isShort: compare(needed, available) > 0 }
}
