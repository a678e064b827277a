import type { Qty } from '../../../../src/domain/decimal'
import { BookModel } from '../../../../src/ui/order-book/book-model'
import { MIDDLE_HEIGHT, type BookRows, type BookSide } from '../../../../src/ui/order-book/book-rows'
import { ClickTrading } from '../../../../src/ui/order-book/click-trading/click-trading'
import { FIRST_GROUP } from '../../../../src/ui/state/link-group'
import { Arming } from '../../../../src/ui/trading-kit/one-press/arming'
import { OnePressChoices } from '../../../../src/ui/trading-kit/one-press/one-press-choices'
import type { QuickOrder } from '../../../../src/ui/trading-kit/one-press/quick-orders'
import { deskOf } from '../../fixtures'
import { bookAt } from '../../ladder/scene'

/** A book of ten rows a side on a live market whose best bid is 60,000.0, and what presses in it sent. */
export function bookScene({ isArmed = true, isChosen = true } = {}) {
  const desk = deskOf()
  const model = new BookModel(desk, desk.market)
  const arming = new Arming(desk)
  const choices = new OnePressChoices({ keepsChart: false })
  choices.choose({ book: isChosen })
  const sent: QuickOrder[] = []
  const trading = new ClickTrading({
    model,
    link: FIRST_GROUP,
    onePress: {
      arming,
      choices,
      sizes: { qty: () => '0.01' as Qty },
      orders: {
        send: async (_market, order) => {
          sent.push(order)
          return null
        },
      },
    },
  })
  const stop = trading.start()
  model.setHeight(2 * 10 * 18 + MIDDLE_HEIGHT)
  const send = (ticks: number): void =>
    desk.send({ type: 'book', book: bookAt(ticks, { group: model.group.peek() }), stale: false })
  /** What the canvas does in a frame. */
  const draw = (): BookRows => {
    model.drawn = model.rows.peek()
    return model.drawn ?? { asks: [], bids: [], maxTotal: 0 }
  }
  send(600_000)
  draw()
  if (isArmed) arming.arm()
  const ticksOf = (rows: BookRows): readonly number[] =>
    [...rows.asks.toReversed(), ...rows.bids].map(({ ticks }) => ticks)
  /** A press from down to up on a level as it is drawn. */
  const press = (side: BookSide, index: number, how: { isTouch?: boolean; isOther?: boolean; ms?: number } = {}) => {
    const { isTouch = false, isOther = false, ms = 60 } = how
    trading.down({ side, index }, { atMs: 1_000, isTouch, isOther })
    trading.up(1_000 + ms)
  }
  return { desk, model, arming, choices, trading, sent, send, draw, ticksOf, press, stop }
}
