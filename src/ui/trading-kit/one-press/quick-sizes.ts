import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Qty } from '../../../domain/decimal'
import { qtyOfPreset, SIZE_PRESETS_COUNT } from '../../../domain/order/size-preset'
import type { App } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import type { SizePresetsModel } from '../../state/size-presets'
import { OrderOutlook } from '../ticket/order-outlook'

/** Which of the four presets a press sends, and the quantity that it stands for in a market now. */
export class QuickSizes {
  readonly #chosen = signal(0)
  readonly chosen: ReadonlySignal<number> = this.#chosen

  constructor(
    private readonly app: Pick<App, 'account'>,
    readonly model: Pick<SizePresetsModel, 'presets' | 'set'>,
  ) {}

  /** @param index 0 to 3 */
  choose(index: number): void {
    if (index >= 0 && index < SIZE_PRESETS_COUNT) this.#chosen.value = index
  }

  /** What a press sends: the quantity that stands on the screen, reckoned at the last price. Reads signals. */
  qty(market: MarketModel): Qty | null {
    return this.qtys(market)[this.#chosen.value] ?? null
  }

  /** The quantity of each preset; `null` while what it needs is not known, and where it is less than a lot. */
  qtys(market: MarketModel): readonly (Qty | null)[] {
    const instrument = market.instrument.value
    const price = market.lastPrice.value
    const presets = this.model.presets.value
    if (instrument === null) return presets.map(() => null)
    const needsMax = price !== null && presets.some(({ unit }) => unit === 'percent')
    const max = needsMax ? this.#outlook(market).sizeAt100({ instrument, price, type: 'limit' }) : null
    return presets.map((preset) => qtyOfPreset(preset, { instrument, price, max }))
  }

  #outlook(market: MarketModel): OrderOutlook {
    return new OrderOutlook(market, this.app.account, {
      qty: signal(null),
      price: () => market.lastPrice.peek(),
      isMaker: () => false,
      // It goes at once: where the exchange alone says how large an order may be, a share of that is not known here.
      meets: () => ({ limit: null, timeInForce: 'immediateOrCancel' }),
      isReducing: signal(false),
    })
  }
}
