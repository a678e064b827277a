import { Exact, toText } from '../../../../src/domain/decimal'
import { limitPrice, type Order } from '../../../../src/domain/order/order'
import type { Position } from '../../../../src/domain/position/position'
import { TRIGGER_BY_WORD } from '../../../../src/wire/words'

/** Spec §3 "Partial TP/SL item". */
interface TpSlItem {
  readonly symbol: string
  /** Of the take-profit; of the stop-loss where it stands alone. */
  readonly orderId: string
  readonly takeProfit: string
  readonly stopLoss: string
  readonly limitTakeProfit: string
  readonly limitStopLoss: string
  readonly tpTriggerBy: string
  readonly slTriggerBy: string
  readonly qty: string
  readonly updatedAt: string
}

/** What guards all of it; `null` without. */
export function fullTpSl(position: Position, guards: readonly Order[]): TpSlItem | null {
  const takeProfit = guards.find((one) => one.stopOrderType === 'takeProfit') ?? null
  const stopLoss = guards.find((one) => one.stopOrderType === 'stopLoss') ?? null
  const item = itemOf(takeProfit, stopLoss)
  return item === null ? null : { ...item, qty: position.size }
}

/** The partial sets, oldest first: a pair is one, a leg without the other is one. */
export function partialTpSlList(guards: readonly Order[]): readonly TpSlItem[] {
  const byId = new Map(guards.map((one) => [one.id, one]))
  return guards.flatMap((one) => {
    const pair = one.pairOrderId == null ? null : (byId.get(one.pairOrderId) ?? null)
    if (one.stopOrderType === 'partialTakeProfit') return itemOf(one, pair) ?? []
    return one.stopOrderType === 'partialStopLoss' && pair === null ? (itemOf(null, one) ?? []) : []
  })
}

function itemOf(takeProfit: Order | null, stopLoss: Order | null): TpSlItem | null {
  const first = takeProfit ?? stopLoss
  if (first === null) return null
  const updatedAtMs = Math.max(takeProfit?.updatedAtMs ?? 0, stopLoss?.updatedAtMs ?? 0)
  return {
    symbol: first.symbol,
    orderId: first.id,
    takeProfit: takeProfit?.triggerPrice ?? '',
    stopLoss: stopLoss?.triggerPrice ?? '',
    limitTakeProfit: (takeProfit === null ? null : limitPrice(takeProfit)) ?? '',
    limitStopLoss: (stopLoss === null ? null : limitPrice(stopLoss)) ?? '',
    tpTriggerBy: TRIGGER_BY_WORD[takeProfit?.triggerBy ?? 'last'],
    slTriggerBy: TRIGGER_BY_WORD[stopLoss?.triggerBy ?? 'last'],
    qty: first.qty,
    updatedAt: String(updatedAtMs),
  }
}

/** Where its trailing stop stands now (empty before its activation), and its distance in hundredths of a per cent. */
export function trailingFields({ trailingRate }: Position, guards: readonly Order[]) {
  const trailing = guards.find((one) => one.stopOrderType === 'trailingStop')
  return {
    tsTriggerPrice: trailing?.stopPrice ?? '',
    trailValuePercentageE4: percentageE4(trailingRate),
  }
}

/** 1 % is 100. */
export function percentageE4(rate: string | null | undefined): string {
  return rate == null ? '0' : toText(new Exact(rate).times(10_000))
}
