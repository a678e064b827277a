import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../../../domain/decimal'
import type { CoinBalance } from '../../../domain/account/wallet'
import type { Contract } from '../../../domain/instrument/contract'
import type { Ticker } from '../../../domain/market/market'
import type { Side } from '../../../domain/order/order'
import type { Position } from '../../../domain/position/position'
import { closingFee } from '../../../domain/risk/order-cost'
import { payoffOf } from '../../../domain/instrument/payoff'
import { exactValue } from '../../../domain/risk/payoff'
import { qtyCoin } from '../../contract-units'
import { formatCoin, formatLeverage, formatPercent, formatPrice, formatQty } from '../../format'
import type { TicketFigures } from '../ticket/figure-values'

/** What the explanations say of an order of one side. */
export interface HelpInput {
  readonly side: Side
  readonly instrument: Contract
  readonly qty: Qty | null
  readonly price: Price | null
  readonly leverage: Leverage
  readonly figures: TicketFigures
  readonly position: Position | null
  readonly balance: CoinBalance | null
  readonly ticker: Ticker | null
}

/**
 * The trader's own numbers, as texts by the names that `locales/en/help.json` uses. What is not known is `--`.
 *
 * The parts of the cost are those of an order that rests beyond any position: value/L, value·f and value·(1 − s/L)·f.
 */
export function helpValues(input: HelpInput): Readonly<Record<string, string>> {
  const { instrument, figures, ticker, balance, position, qty, leverage } = input
  const { settleCoin, tickSize, lotSize, takerFeeRate, makerFeeRate } = instrument
  const coin = (amount: Money | null): string => `${formatCoin(amount, settleCoin)} ${settleCoin}`
  const price = (one: Price | null): string => formatPrice(one, tickSize)
  const amount = (one: Qty | null): string => `${formatQty(one, lotSize)} ${qtyCoin(instrument) ?? ''}`
  const { margin, feeToClose } = parts(input)
  return {
    qty: amount(qty),
    price: price(input.price),
    value: coin(figures.value),
    leverage: formatLeverage(leverage),
    margin: coin(margin),
    feeHeld: coin(figures.feeHeld),
    feeToClose: coin(feeToClose),
    cost: coin(figures.cost),
    fee: coin(figures.fee),
    taker: rate(takerFeeRate),
    maker: rate(makerFeeRate),
    liquidation: price(figures.liquidationPrice),
    equity: coin(balance?.equity ?? null),
    breakEven: price(figures.breakEvenPrice),
    mark: price(ticker?.markPrice ?? null),
    last: price(ticker?.lastPrice ?? null),
    fundingRate: rate(ticker?.fundingRate ?? null),
    funding: coin(fundingOf(input)),
    impact: figures.atOnce === null ? '--' : formatPercent(figures.atOnce.impact),
    held: amount(position?.size ?? ('0' as Qty)),
    bid: price(ticker?.bid1Price ?? null),
    ask: price(ticker?.ask1Price ?? null),
  }
}

function rate(one: Rate | null): string {
  return formatPercent(one, { decimals: 4 })
}

function parts({ side, instrument, figures, leverage }: HelpInput): {
  readonly margin: Money | null
  readonly feeToClose: Money | null
} {
  if (figures.value === null) return { margin: null, feeToClose: null }
  const value = new Exact(figures.value)
  const { takerFeeRate, kind } = instrument
  return {
    margin: toText<Money>(value.div(leverage)),
    feeToClose: toText<Money>(closingFee(value, { payoff: payoffOf(kind), side, leverage, takerFeeRate })),
  }
}

/** At the rate of now: a long pays a positive one. */
function fundingOf({ side, instrument, qty, ticker }: HelpInput): Money | null {
  const rate = ticker?.fundingRate ?? null
  const mark = ticker?.markPrice ?? null
  if (rate === null || mark === null || qty === null) return null
  const paid = exactValue(payoffOf(instrument.kind), qty, mark).times(rate)
  return toText<Money>(side === 'buy' ? paid.negated() : paid)
}
