import { computed } from '@preact/signals-react'
import { compare, type Qty } from '../../domain/decimal'
import type { NewOrder } from '../../domain/order/new-order'
import type { Side } from '../../domain/order/order'
import type { App } from '../state/app-context'
import { OrderCheck, showAnswers } from '../trading-kit/ticket/order-check'
import type { StrategyForm } from './strategy-form'

/**
 * Asks the exchange what a strategy would take where the margin is that of the account as a whole: as one order of all of
 * its quantity. @returns what ends it
 */
export function askExchange(form: StrategyForm, { account, hub }: Pick<App, 'account' | 'hub'>): () => void {
  const { outlook } = form
  const isMeant = computed(() => account.session.value !== null && outlook.isTold)
  const check = new OrderCheck({
    api: hub.api,
    order: (side) => asOneOrder(form, side, form.qty.value),
    least: (side) => asOneOrder(form, side, form.market.instrument.value?.minQty ?? null),
    isAsked: computed(() => isMeant.value && form.block.value === null),
    isHidden: () => document.hidden,
  })
  const stops = [check.start(), showAnswers(check, outlook.told, { isMeant, isReducing: form.reduceOnly })]
  return () => stops.forEach((stop) => stop())
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
