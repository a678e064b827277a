import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineOrder } from '../../../exchange/engine/records/order-records'
import type { EngineTpSlLeg, EngineTrigger } from '../../../exchange/engine/orders/order-terms'
import { desk, mark, ofType, place, USDT, type Desk } from './engine-fixture'

type SetTpSl = Extract<EngineCommand, { type: 'setTpSl' }>

/** A leg at market, by the last price. */
export function leg(ticks: number, changes: Partial<EngineTpSlLeg> = {}): EngineTpSlLeg {
  return { ticks, by: 'last', orderType: 'market', limitTicks: 0, slippage: null, ...changes }
}

export function trigger(ticks: number, direction: 1 | 2, by: EngineTrigger['by'] = 'last'): EngineTrigger {
  return { ticks, by, direction }
}

export function guard(account: string, changes: Partial<SetTpSl> = {}): SetTpSl {
  return {
    type: 'setTpSl',
    account,
    symbol: 'BTCUSDT',
    mode: 'full',
    takeProfit: null,
    stopLoss: null,
    lots: 0,
    takeProfitId: null,
    stopLossId: null,
    trailing: null,
    ...changes,
  }
}

/** Ann and Bob trade against Max and Kit, whose quotes make the last price. The mark stands at 50,000 USDT. */
export function guardDesk(walletE8 = 100_000 * USDT): Desk & {
  /** A trade of one lot between the others at that price. @returns all events of it */
  print(ticks: number): readonly EngineEvent[]
  /** Gives an account a position at that price, against Max; the sign is the side. */
  hold(account: string, lots: number, ticks?: number, changes?: Partial<Parameters<typeof place>[1]>): EngineOrder
  /** Waiting orders, oldest first. */
  waiting(account: string): readonly EngineOrder[]
} {
  const base = desk(['ann', 'bob', 'max', 'kit'], walletE8)
  base.run(mark(500_000))
  const hold = (account: string, lots: number, ticks = 500_000, changes = {}): EngineOrder => {
    const side = lots > 0 ? 'buy' : 'sell'
    base.order(place('max', { side: side === 'buy' ? 'sell' : 'buy', lots: Math.abs(lots), ticks }))
    return base.order(place(account, { side, lots: Math.abs(lots), ticks, ...changes }))
  }
  return {
    ...base,
    hold,
    print(ticks) {
      const first = base.run(place('max', { side: 'sell', lots: 1, ticks }))
      const second = base.run(place('kit', { side: 'buy', lots: 1, ticks, timeInForce: 'immediateOrCancel' }))
      return [...first.events, ...second.events]
    },
    waiting: (account) => base.engine.openOrders(account).filter((order) => order.status === 'untriggered'),
  }
}

/** The statuses one order went through, by its events. */
export function lifeOf(events: readonly EngineEvent[], id: string): readonly string[] {
  return ofType(events, 'order')
    .filter(({ order }) => order.id === id)
    .map(({ order }) => order.status)
}
