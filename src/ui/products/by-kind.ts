import type { Contract } from '../../domain/instrument/contract'
import type { ListedMarket } from '../../domain/instrument/market-type'

/** What differs from one kind of product to the next. */
export type ByKind<T> = Readonly<Record<ListedMarket['kind'], T>>

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
