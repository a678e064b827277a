import { fields, list, number, text, type Form } from '../../src/base/form'
import type { Price } from '../../src/domain/decimal'
import type { Instrument } from '../../src/domain/instrument/instrument'
import { DAY_MS } from '../../src/domain/market/interval'

/** At what an instrument was delivered. */
export interface Delivery {
  readonly symbol: string
  readonly baseCoin: string
  readonly settleCoin: string
  readonly price: Price
  readonly timeMs: number
}

/** What ended together at one price, as all options of an expiry do. Plain data. */
export interface DeliveryGroup extends Omit<Delivery, 'symbol'> {
  readonly symbols: readonly string[]
}

export const DELIVERY_GROUP_FORM: Form<DeliveryGroup> = fields<DeliveryGroup>({
  symbols: list(text()),
  baseCoin: text(),
  settleCoin: text(),
  price: text<Price>(),
  timeMs: number,
})

/** As long as futures stand in the lists after their delivery. */
const KEPT_MS = 30 * DAY_MS

export function deliveredAs(
  { symbol, baseCoin, settleCoin }: Pick<Instrument, 'symbol' | 'baseCoin' | 'settleCoin'>,
  price: Price,
  timeMs: number,
): Delivery {
  return { symbol, baseCoin, settleCoin, price, timeMs }
}

/** Deliveries of what is listed no more: an option leaves the lists after a day, what it was delivered at is asked for longer. */
export class PastDeliveries {
  #groups: DeliveryGroup[]

  constructor(groups: readonly DeliveryGroup[]) {
    this.#groups = [...groups]
  }

  /** Oldest first. */
  groups(): readonly DeliveryGroup[] {
    return [...this.#groups]
  }

  add({ symbol, ...rest }: Delivery, nowMs: number): void {
    this.#groups = this.#groups.filter(({ timeMs }) => timeMs > nowMs - KEPT_MS)
    const at = this.#groups.findIndex((one) => isOfGroup(one, rest))
    const known = this.#groups[at]
    if (known === undefined) this.#groups.push({ ...rest, symbols: [symbol] })
    else this.#groups[at] = { ...known, symbols: [...known.symbols, symbol] }
  }

  /** @param symbol `null`: of all */
  find(symbol: string | null, nowMs: number): readonly Delivery[] {
    return this.#groups
      .filter(({ timeMs }) => timeMs > nowMs - KEPT_MS)
      .flatMap(({ symbols, ...rest }) =>
        symbols.filter((one) => (symbol ?? one) === one).map((one) => ({ ...rest, symbol: one })),
      )
  }
}

function isOfGroup(group: DeliveryGroup, one: Omit<Delivery, 'symbol'>): boolean {
  return (
    group.timeMs === one.timeMs &&
    group.price === one.price &&
    group.baseCoin === one.baseCoin &&
    group.settleCoin === one.settleCoin
  )
}
