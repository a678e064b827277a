import type { Contract } from '../../domain/instrument/contract'
import type { TradedMarket } from '../../domain/instrument/market-type'
import type { OptionKind } from '../../domain/instrument/product-kind'

/** What differs from one kind of product to the next. */
export type ByKind<T> = Readonly<Record<TradedMarket['kind'], T>>

/** The same for every kind of contract: what is held as a position on margin. */
export function contracts<T>(value: T): Readonly<Record<Contract['kind'], T>> {
  return {
    linearPerpetual: value,
    usdcPerpetual: value,
    inversePerpetual: value,
    linearFutures: value,
    usdcFutures: value,
    inverseFutures: value,
  }
}

/** The same for both chains of options. */
export function options<T>(value: T): Readonly<Record<OptionKind, T>> {
  return { usdcOption: value, usdtOption: value }
}
