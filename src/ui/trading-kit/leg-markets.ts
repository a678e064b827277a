import { assert } from '../../base/assert'
import type { Price } from '../../domain/decimal'
import { spreadLegs } from '../../domain/instrument/product-kind'
import type { InstrumentSymbol } from '../../domain/order/order'
import { impliedTouch, type Touch } from '../../domain/risk/spread-outlay'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'

/** The markets of the legs of a spread, in the order of its name. */
export type LegMarkets = readonly [first: MarketModel, second: MarketModel]

/** @param symbol of a spread; the legs are those of its name, whether its rules are known or not */
export function legMarkets(symbol: InstrumentSymbol, app: Pick<App, 'market'>): LegMarkets {
  const legs = spreadLegs(symbol)
  assert(legs !== null, `${symbol} is a spread`)
  return [app.market(legs[0] as InstrumentSymbol), app.market(legs[1] as InstrumentSymbol)]
}

/** What a leg of a spread is worth: its mark; of a pair, which has none, the last price. Reads signals. */
export function legMark({ markPrice, lastPrice }: MarketModel): Price | null {
  return markPrice.value ?? lastPrice.value
}

/** What far and large are measured by of a spread's order: what its first leg costs. Empty of all else. Reads signals. */
export function askScale(symbol: InstrumentSymbol, app: Pick<App, 'market'>): { readonly scale?: Price } {
  const scale = spreadLegs(symbol) === null ? null : legMark(legMarkets(symbol, app)[0])
  return scale === null ? {} : { scale }
}

/** What the spread costs leg by leg now. Reads signals. */
export function impliedNow([first, second]: LegMarkets): Touch {
  return impliedTouch(touchOf(first), touchOf(second))
}

function touchOf({ ticker, tickerStale }: MarketModel): Touch {
  const { bid1Price = null, ask1Price = null } = (tickerStale.value ? null : ticker.value) ?? {}
  return { bid: bid1Price, ask: ask1Price }
}
