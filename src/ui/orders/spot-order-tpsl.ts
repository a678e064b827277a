import { computed, signal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import { limitPrice, type Order } from '../../domain/order/order'
import { legsProblem, type SpotLeg } from '../../domain/order/spot-plan'
import type { TpSl, TpSlLeg } from '../../domain/order/tp-sl'
import { SpotLegForm } from '../trading-kit/spot-leg-form'
import { planProblem, type SpotTicketProblem } from '../trading-kit/spot-problem-text'

/** Take-profit and stop-loss that a pair's order brings once it fills: what it carries now, and what is to be changed. */
export class SpotOrderTpSl {
  readonly takeProfit: SpotLegForm
  readonly stopLoss: SpotLegForm
  readonly #current: { readonly takeProfit: SpotLeg | null; readonly stopLoss: SpotLeg | null }

  constructor(
    readonly order: Order,
    readonly pair: SpotPair,
  ) {
    this.#current = {
      takeProfit: legOf(order.takeProfit, order.tpLimitPrice),
      stopLoss: legOf(order.stopLoss, order.slLimitPrice),
    }
    const limits = signal(pair)
    this.takeProfit = formOf(limits, this.#current.takeProfit)
    this.stopLoss = formOf(limits, this.#current.stopLoss)
  }

  /** What is wrong with the legs as they stand; without both of them nothing is. */
  readonly problem = computed<SpotTicketProblem | null>(() => {
    const legs = { takeProfit: this.takeProfit.leg.value, stopLoss: this.stopLoss.leg.value }
    const reference = limitPrice(this.order)
    if (reference === null || (legs.takeProfit === null && legs.stopLoss === null)) return null
    // They give back what the order brings.
    const side = this.order.side === 'buy' ? 'sell' : 'buy'
    const found = legsProblem(legs, { side, reference, of: 'order' }, this.pair)
    return found === null ? null : planProblem(found, this.pair, 'base')
  })

  /** What to send; `null` while something is wrong or nothing differs. */
  readonly terms = computed<TpSl | null>(() => {
    if (this.problem.value !== null) return null
    const takeProfit = changeOf(this.#current.takeProfit, this.takeProfit.leg.value)
    const stopLoss = changeOf(this.#current.stopLoss, this.stopLoss.leg.value)
    if (takeProfit === null && stopLoss === null) return null
    return { mode: this.order.tpSlMode ?? 'full', takeProfit, stopLoss }
  })
}

function legOf(trigger: Price | null | undefined, limit: Price | null | undefined): SpotLeg | null {
  if (trigger == null) return null
  return { trigger, type: limit == null ? 'market' : 'limit', limit: limit ?? null }
}

function formOf(pair: ConstructorParameters<typeof SpotLegForm>[0], leg: SpotLeg | null): SpotLegForm {
  const form = new SpotLegForm(pair, null)
  if (leg === null) return form
  form.trigger.set(leg.trigger)
  form.setType(leg.type)
  if (leg.limit !== null) form.limit.set(leg.limit)
  return form
}

/** A leg as it is typed where it differs; an emptied one is taken away, which the wire says with a price of zero. */
function changeOf(current: SpotLeg | null, leg: SpotLeg | null): TpSlLeg | null {
  if (leg === null)
    return current === null
      ? null
      : { price: '0' as Price, by: 'last', orderType: current.type, limitPrice: null, slippage: null }
  if (leg.trigger === current?.trigger && limitOf(leg) === limitOf(current)) return null
  return { price: leg.trigger!, by: 'last', orderType: leg.type, limitPrice: limitOf(leg), slippage: null }
}

function limitOf(leg: SpotLeg | null): Price | null {
  return leg?.type === 'limit' ? leg.limit : null
}
