import type { Qty } from '../../../src/domain/decimal'
import type { Order, OrderId } from '../../../src/domain/order/order'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { Arming } from '../../../src/ui/trading-kit/one-press/arming'
import type { QuickOrder } from '../../../src/ui/trading-kit/one-press/quick-orders'
import { LadderModel } from '../../../src/ui/ladder/ladder-model'
import type { BookView } from '../../../src/workers/hub-events'
import { BTCUSDT, deskOf } from '../fixtures'

/** A book with so many levels a side, best bid and best ask next to each other, one lot more on each level. */
export function bookAt(bidTicks: number, { group = 1, levels = 20 } = {}): BookView {
  const cells = (first: number, step: number): Float64Array =>
    Float64Array.from({ length: levels * 2 }, (_, i) => (i % 2 === 0 ? first + (i / 2) * step : (i + 1) / 2))
  const bid = Math.floor(bidTicks / group) * group
  return {
    symbol: BTCUSDT,
    group,
    bids: cells(bid, -group),
    asks: cells(bid + group, group),
    updateId: 1,
    timeMs: 1,
  }
}

/** A ladder of 21 rows on a live market whose best bid is 60,000.0, and what it sent. */
export function ladderScene({ count = 21, isArmed = true, bidTicks = 600_000 } = {}) {
  const desk = deskOf()
  const arming = new Arming(desk)
  const sent: QuickOrder[] = []
  const cancelled: OrderId[] = []
  const moved: { readonly id: OrderId; readonly price: string }[] = []
  const model = new LadderModel({
    app: desk,
    market: desk.market,
    link: FIRST_GROUP,
    onePress: {
      arming,
      sizes: { qty: () => '0.01' as Qty },
      orders: {
        send: async (_market, order) => {
          sent.push(order)
          return null
        },
        move: async (_market, order: Order, price) => void moved.push({ id: order.id, price }),
      },
      actions: { cancel: async (order) => void cancelled.push(order.id), pendingOf: () => null },
    },
  })
  const stop = model.start()
  const market = (ticks: number): void =>
    desk.send({ type: 'book', book: bookAt(ticks, { group: model.group.peek() }), stale: false })
  market(bidTicks)
  model.window.setCount(count)
  if (isArmed) arming.arm()
  const prices = (): readonly number[] => model.rows.peek()?.rows.map(({ ticks }) => ticks) ?? []
  return { desk, model, arming, sent, cancelled, moved, market, prices, stop }
}
