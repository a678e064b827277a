import { computed, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Qty } from '../../domain/decimal'
import type { NewOrder } from '../../domain/order/new-order'
import type { Side } from '../../domain/order/order'
import type { App } from '../state/app-context'
import { OrderCheck, showAnswers } from '../trading-kit/ticket/order-check'
import type { OrderOutlook } from '../trading-kit/ticket/order-outlook'
import type { StrategyForm } from './strategy-form'

/**
 * Asks the exchange what a strategy would take where the margin is that of the account as a whole: as one order of all of
 * its quantity, and of an iceberg the order that is held first, however large all of it is. @returns what ends it
 */
export function askExchange(form: StrategyForm, { account, hub }: Pick<App, 'account' | 'hub'>): () => void {
  const { outlook, held } = form
  const ask = ({ isTold, told }: Asking, qty: ReadonlySignal<Qty | null>, least: () => Qty | null): (() => void)[] => {
    const isMeant = computed(() => account.session.value !== null && isTold())
    const check = new OrderCheck({
      api: hub.api,
      order: (side) => asOneOrder(form, side, qty.value),
      least: (side) => asOneOrder(form, side, least()),
      isAsked: computed(() => isMeant.value && form.block.value === null),
      isHidden: () => document.hidden,
    })
    return [check.start(), showAnswers(check, told, isMeant)]
  }
  const whole = { isTold: () => outlook.isTold, told: outlook.told }
  const first = { isTold: () => form.firstQty.value !== null && held.isTold, told: held.told }
  const stops = [
    ...ask(whole, form.qty, () => form.market.instrument.value?.minQty ?? null),
    ...ask(first, form.firstQty, () => null),
  ]
  return () => stops.forEach((stop) => stop())
}

/** What the exchange says of a part or of all: whether it is the one that says it, and where that goes. */
interface Asking {
  readonly isTold: () => boolean
  readonly told: OrderOutlook['told']
}

/**
 * An iceberg as the limit order that it is in parts; a TWAP and a chase as a market order, whose question stays the same
 * while the market moves. `null` while something is missing, and above the largest order: of what only many orders can
 * be, none is asked.
 */
function asOneOrder(form: StrategyForm, side: Side, qty: Qty | null): NewOrder | null {
  const instrument = form.market.instrument.value
  if (instrument === null || qty === null) return null
  const isLimit = form.kind.value === 'iceberg'
  const price = isLimit ? form.outlook.price(side) : null
  const { minQty, maxLimitQty, maxMarketQty } = instrument
  if (isLimit && price === null) return null
  if (compare(qty, minQty) < 0 || compare(qty, isLimit ? maxLimitQty : maxMarketQty) > 0) return null
  return {
    symbol: instrument.symbol,
    side,
    type: isLimit ? 'limit' : 'market',
    price,
    qty,
    timeInForce: isLimit ? 'goodTillCancel' : 'immediateOrCancel',
    reduceOnly: form.reduceOnly.value,
    closeOnTrigger: false,
    positionIdx: form.outlook.positionIdx(side),
  }
}
