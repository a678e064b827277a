import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookKey } from '../../../../src/ui/order-book/click-trading/book-keys'
import { FIRST_GROUP } from '../../../../src/ui/state/link-group'
import { pickedPrice } from '../../../../src/ui/state/picked-price'
import { bookScene } from './scene'

/** Decimal text of whole ticks of 0.1, written from the digits: 600013 is 60001.3. */
function priceText(ticks: number): string {
  const [whole, tenth] = [String(ticks).slice(0, -1), String(ticks).slice(-1)]
  return tenth === '0' ? whole : `${whole}.${tenth}`
}

const KEY = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false }

/** How far the market goes at once, in ticks. */
const jump = fc.integer({ min: -40, max: 40 })
const press = fc.record({
  before: fc.array(jump, { maxLength: 3 }),
  isTouch: fc.boolean(),
  isOther: fc.boolean(),
  side: fc.constantFrom('ask' as const, 'bid' as const),
  index: fc.nat({ max: 9 }),
  /** Whether the newest rows have been painted when the pointer comes. */
  isPainted: fc.boolean(),
  between: fc.array(jump, { maxLength: 4 }),
  /** Where it is let go of. */
  end: fc.constantFrom('there' as const, 'there' as const, 'there' as const, 'otherRow' as const, 'outside' as const),
  heldMs: fc.integer({ min: 300, max: 900 }),
})

test('10,000 presses in a moving book: what is sent is the price that was drawn under the pointer when it went down, and nothing else (issue 23.6)', () => {
  let presses = 0
  fc.assert(
    fc.property(fc.array(press, { minLength: 50, maxLength: 50 }), (all) => {
      const { trading, sent, send, draw, ticksOf, stop } = bookScene()
      let bid = 600_000
      let nowMs = 0
      for (const one of all) {
        presses += 1
        let painted = draw()
        for (const by of one.before) {
          send((bid = Math.max(100_000, bid + by)))
          if (one.isPainted) painted = draw()
        }
        const place = { side: one.side, index: one.index }
        if (!one.isTouch) {
          trading.hold('pointer', true)
          trading.over(place)
        }
        const { ticks } = (one.side === 'ask' ? painted.asks : painted.bids)[one.index]!
        const before = sent.length
        trading.down(place, { atMs: nowMs, isTouch: one.isTouch, isOther: one.isOther })
        for (const by of one.between) {
          send((bid = Math.max(100_000, bid + by)))
          // Nothing moves a row under the pointer.
          expect(ticksOf(draw())).toEqual(ticksOf(painted))
        }
        if (one.end === 'outside') trading.over(null)
        if (one.end === 'otherRow') trading.over({ side: one.side, index: (one.index + 1) % 10 })
        nowMs += one.heldMs
        trading.up(nowMs)
        const side = (one.side === 'bid') === one.isOther ? 'sell' : 'buy'
        const asked = sent.slice(before).map((order) => `${order.side} ${order.type} ${order.qty} ${order.price}`)
        expect(asked).toEqual(one.end === 'there' ? [`${side} limit 0.01 ${priceText(ticks)}`] : [])
        trading.over(null)
        trading.hold('pointer', false)
      }
      stop()
    }),
    { numRuns: 200 },
  )
  expect(presses).toBe(10_000)
})

describe('rows of a book that trades', () => {
  test('stand still while it is armed and the pointer is over them, with the sizes that their prices have now', () => {
    const { model, trading, send, draw, ticksOf } = bookScene()
    const before = draw()
    trading.hold('pointer', true)
    // Three ticks up; 20 levels a side are known: asks from 600,004 on, bids from 600,003 down to 599,984.
    send(600_003)
    const held = draw()
    expect(ticksOf(held)).toEqual(ticksOf(before))
    // The asks at 600,001 to 600,003 are gone; 600,004 is the best one, with one lot.
    expect(held.asks.map(({ lots }) => lots)).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7])
    expect(held.asks.map(({ total }) => total)).toEqual([0, 0, 0, 1, 3, 6, 10, 15, 21, 28])
    expect(held.bids.map(({ lots }) => lots)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    // 14 ticks up bids down to 599,995 are known, and what is deeper is not.
    send(600_014)
    expect(draw().bids.map(({ lots }) => lots)).toEqual([15, 16, 17, 18, 19, 20, null, null, null, null])
    expect(draw().bids.at(-1)?.total).toBeNull()
    send(600_003)
    trading.hold('pointer', false)
    expect(ticksOf(draw())[0]).toBe(600_013)
    expect(model.held.peek()).toBeNull()
  })

  test('go with the market while nothing is armed, and from the moment that it is disarmed', () => {
    const { trading, arming, send, draw, ticksOf } = bookScene({ isArmed: false })
    trading.hold('pointer', true)
    send(600_005)
    expect(ticksOf(draw())[0]).toBe(600_015)
    arming.arm()
    send(600_009)
    expect(ticksOf(draw())[0]).toBe(600_015)
    arming.disarm()
    expect(ticksOf(draw())[0]).toBe(600_019)
  })

  test('are others with another step or another height: a press that is under way comes to nothing', () => {
    const { model, trading, sent, draw } = bookScene()
    trading.hold('pointer', true)
    trading.down({ side: 'ask', index: 0 }, { atMs: 0, isTouch: false, isOther: false })
    model.setHeight(300)
    trading.up(50)
    expect(sent).toEqual([])
    // Nothing has been painted since: nobody saw what is there.
    trading.down({ side: 'ask', index: 0 }, { atMs: 100, isTouch: false, isOther: false })
    trading.up(150)
    expect(sent).toEqual([])
    draw()
    trading.down({ side: 'ask', index: 0 }, { atMs: 200, isTouch: false, isOther: false })
    trading.up(250)
    expect(sent).toHaveLength(1)
  })
})

describe('a press in a book', () => {
  test('buys at a bid, sells at an ask, and the other way round with Shift', () => {
    const { sent, press } = bookScene()
    press('bid', 1)
    press('ask', 2)
    press('ask', 0, { isOther: true })
    expect(sent.map(({ side, price }) => `${side} ${price}`)).toEqual(['buy 59999.9', 'sell 60000.3', 'buy 60000.1'])
  })

  test('sends nothing while it is not armed, or not chosen for the book; then the canvas offers prices', () => {
    for (const state of [{ isArmed: false }, { isChosen: false }]) {
      const { model, sent, press } = bookScene(state)
      press('bid', 0)
      expect([sent, model.isTraded.peek()]).toEqual([[], false])
    }
    expect(bookScene().model.isTraded.peek()).toBe(true)
  })

  test('sends nothing where disarming comes between down and up, or a finger is lifted at once', () => {
    const { trading, arming, sent, press } = bookScene()
    press('bid', 0, { isTouch: true, ms: 299 })
    trading.down({ side: 'bid', index: 0 }, { atMs: 0, isTouch: false, isOther: false })
    arming.disarm()
    trading.up(100)
    expect(sent).toEqual([])
  })

  test('says what it would do before it does', () => {
    const { trading } = bookScene()
    trading.over({ side: 'ask', index: 0 })
    expect(trading.aimed.peek()).toMatchObject({ side: 'sell', ticks: 600_001 })
    trading.down({ side: 'ask', index: 0 }, { atMs: 0, isTouch: false, isOther: true })
    expect(trading.aimed.peek()).toMatchObject({ side: 'buy', ticks: 600_001 })
    trading.over({ side: 'ask', index: 1 })
    expect(trading.aimed.peek()).toBeNull()
  })
})

describe('the keyboard in a book', () => {
  test('goes over the middle and to the ends, and stays where it is while the market moves', () => {
    const { trading, send } = bookScene()
    trading.hold('focus', true)
    expect(trading.cursor.peek()?.ticks).toBe(600_000)
    trading.key({ kind: 'go', levels: -1 })
    expect(trading.cursor.peek()?.ticks).toBe(600_001)
    send(600_007)
    expect(trading.cursor.peek()?.ticks).toBe(600_001)
    trading.key({ kind: 'go', levels: 10 })
    expect(trading.cursor.peek()?.ticks).toBe(599_991)
    trading.key({ kind: 'go', levels: 99 })
    expect(trading.cursor.peek()?.ticks).toBe(599_991)
  })

  test('Home goes to the market as it is now', () => {
    const { trading, send } = bookScene()
    trading.hold('focus', true)
    send(600_050)
    trading.key({ kind: 'market' })
    send(600_070)
    expect(trading.cursor.peek()?.ticks).toBe(600_050)
  })

  test('Enter sends while it is armed, at the price that has the focus; else it fills the ticket', () => {
    const { trading, arming, sent } = bookScene()
    trading.key({ kind: 'press', isOther: false })
    trading.key({ kind: 'press', isOther: true })
    expect(sent.map(({ side, price }) => `${side} ${price}`)).toEqual(['buy 60000', 'sell 60000'])
    arming.disarm()
    trading.key({ kind: 'go', levels: 1 })
    trading.key({ kind: 'press', isOther: false })
    expect(sent).toHaveLength(2)
    expect(pickedPrice(FIRST_GROUP).peek()?.price).toBe('59999.9')
  })

  test('a key that sends counts once however long it is down, and keys of the browser are left to it', () => {
    expect(bookKey({ ...KEY, key: 'Enter' })).toEqual({ kind: 'press', isOther: false })
    expect(bookKey({ ...KEY, key: 'Enter', shiftKey: true })).toEqual({ kind: 'press', isOther: true })
    expect(bookKey({ ...KEY, key: 'Enter', repeat: true })).toBe('again')
    expect(bookKey({ ...KEY, key: 'ArrowDown', repeat: true })).toEqual({ kind: 'go', levels: 1 })
    expect(bookKey({ ...KEY, key: 'Home', ctrlKey: true })).toBeNull()
    expect(bookKey({ ...KEY, key: 'Tab' })).toBeNull()
  })
})
