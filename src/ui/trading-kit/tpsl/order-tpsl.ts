import type { TpSl, TpSlLeg } from '../../../domain/order/tp-sl'
import { computed } from '@preact/signals-react'
import type { Leverage, Price } from '../../../domain/decimal'
import type { Order } from '../../../domain/order/order'
import { limitPrice } from '../../../domain/order/order'
import type { MarketModel } from '../../state/market-model'
import { isSameLeg } from './same-leg'
import { TpSlForm } from './tpsl-form'
import type { TpSlLegForm } from './tpsl-leg-form'
import type { PrefsStore } from './tpsl-prefs'

type Current = Omit<TpSlLeg, 'orderType'>

interface Ports {
  readonly prefs: PrefsStore
  readonly hasRoi: boolean
  readonly leverage: Leverage
}

/** Take-profit and stop-loss that an open order brings: what it carries now, and what is to be changed. */
export class OrderTpSl {
  readonly form: TpSlForm

  /** What to send; `null` while something is wrong or nothing differs. */
  readonly terms = computed<TpSl | null>(() => {
    if (this.form.hasProblem.value) return null
    const takeProfit = changeOf(this.form.takeProfit, this.#current('takeProfit'), this.form)
    const stopLoss = changeOf(this.form.stopLoss, this.#current('stopLoss'), this.form)
    return takeProfit === null && stopLoss === null ? null : { mode: this.form.mode.value, takeProfit, stopLoss }
  })

  constructor(
    readonly order: Order,
    market: MarketModel,
    { prefs, hasRoi, leverage }: Ports,
  ) {
    // It fills at its own price, or at the trigger where it goes to the market from there.
    const entryPrice = limitPrice(order) ?? order.triggerPrice ?? null
    this.form = new TpSlForm(
      computed(() => {
        const instrument = market.instrument.value
        if (instrument === null || entryPrice === null) return null
        return {
          instrument,
          side: order.side,
          entryPrice,
          leverage,
          qty: order.leavesQty,
          reference: () => entryPrice,
          scene: 'order' as const,
          hasRoi,
        }
      }),
      prefs,
    )
    this.form.setMode(order.tpSlMode ?? 'full')
    for (const leg of ['takeProfit', 'stopLoss'] as const) {
      const current = this.#current(leg)
      if (current !== null) this.form[leg].fill(current)
    }
  }

  #current(leg: 'takeProfit' | 'stopLoss'): Current | null {
    const { order } = this
    const price = order[leg] ?? null
    if (price === null) return null
    const isTakeProfit = leg === 'takeProfit'
    return {
      price,
      by: (isTakeProfit ? order.tpTriggerBy : order.slTriggerBy) ?? 'last',
      limitPrice: (isTakeProfit ? order.tpLimitPrice : order.slLimitPrice) ?? null,
      slippage: (isTakeProfit ? order.tpSlippage : order.slSlippage) ?? null,
    }
  }
}

/** A leg as it is typed where it differs; an emptied one is taken away, which the wire says with a price of zero. */
function changeOf(form: TpSlLegForm, current: Current | null, { context }: TpSlForm): TpSlLeg | null {
  if (form.isEmpty.value) {
    if (current === null) return null
    const orderType = current.limitPrice === null ? 'market' : 'limit'
    return { price: '0' as Price, by: current.by, orderType, limitPrice: null, slippage: null }
  }
  const leg = form.termsFor(context.value)
  return isSameLeg(current, leg) ? null : leg
}
