import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ladderScene } from './scene'

/** Decimal text of whole ticks of 0.1, written from the digits: 600013 is 60001.3. */
function priceText(ticks: number): string {
  const digits = String(ticks)
  const [whole, tenth] = [digits.slice(0, -1), digits.slice(-1)]
  return tenth === '0' ? whole : `${whole}.${tenth}`
}

const side = fc.constantFrom('buy' as const, 'sell' as const)
/** How far the market goes at once, in ticks. */
const jump = fc.integer({ min: -60, max: 60 })

/** One press as a hand makes it, with the market moving before, between and after. */
const press = fc.record({
  before: fc.array(jump, { maxLength: 3 }),
  isTouch: fc.boolean(),
  /** Which of the drawn rows, from above, as a share of them. */
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  side,
  between: fc.array(fc.oneof(jump, fc.constantFrom('centre' as const, 'coarser' as const, 'scroll' as const)), {
    maxLength: 4,
  }),
  /** Where it is let go of. */
  end: fc.constantFrom('there' as const, 'there' as const, 'there' as const, 'otherRow' as const, 'outside' as const),
  heldMs: fc.integer({ min: 300, max: 900 }),
})

test('10,000 presses in a moving market: what is sent is the price that was drawn under the pointer when it went down, and nothing else (issue 23.6)', () => {
  let presses = 0
  fc.assert(
    fc.property(fc.array(press, { minLength: 50, maxLength: 50 }), (all) => {
      const { model, sent, market, prices, stop } = ladderScene()
      let bid = 600_000
      const move = (by: number): void => market((bid = Math.max(100_000, bid + by)))
      let nowMs = 0
      for (const one of all) {
        presses += 1
        if (!one.isTouch) model.window.hold('pointer', true)
        one.before.forEach(move)
        // The screen: what stands in the rows when the pointer goes down.
        const drawn = prices()
        const row = Math.floor(one.at * drawn.length)
        const ticks = drawn[row]!
        const before = sent.length
        model.down({ kind: 'cell', side: one.side, ticks }, { atMs: nowMs, isTouch: one.isTouch })
        for (const next of one.between) {
          if (typeof next === 'number') move(next)
          else if (next === 'centre') model.centre()
          else if (next === 'scroll') model.window.scroll(3)
          else model.setGroup(10)
          // Nothing moves a row under the pointer.
          expect(prices()).toEqual(drawn)
        }
        const other = drawn[(row + 1) % drawn.length]!
        if (one.end === 'outside') model.press.over(null)
        if (one.end === 'otherRow') model.press.over({ kind: 'cell', side: one.side, ticks: other })
        nowMs += one.heldMs
        model.up(nowMs)
        const asked = sent.slice(before).map(({ side: s, price, qty, type }) => `${s} ${type} ${qty} ${price}`)
        expect(asked).toEqual(one.end === 'there' ? [`${one.side} limit 0.01 ${priceText(ticks)}`] : [])
        model.window.hold('pointer', false)
      }
      stop()
    }),
    { numRuns: 200 },
  )
  expect(presses).toBe(10_000)
})

test('rows stand still while the pointer is over them, however far the market goes, and are with it again afterwards', () => {
  fc.assert(
    fc.property(fc.array(jump, { minLength: 1, maxLength: 40 }), (jumps) => {
      const { model, market, prices, stop } = ladderScene()
      const drawn = prices()
      model.window.hold('pointer', true)
      let bid = 600_000
      for (const by of jumps) {
        market((bid += by))
        expect(prices()).toEqual(drawn)
      }
      model.window.hold('pointer', false)
      market(bid)
      // Of 21 rows the outer four at each end are no place for the market.
      expect(prices().indexOf(model.middle.peek()!)).toBeGreaterThanOrEqual(4)
      expect(prices().indexOf(model.middle.peek()!)).toBeLessThan(17)
      stop()
    }),
    { numRuns: 100 },
  )
})

test('a finger has to rest for 0.3 s: one that is lifted at once, or slides off, sends nothing', () => {
  const { model, sent } = ladderScene()
  const cell = { kind: 'cell', side: 'buy', ticks: 599_990 } as const
  model.down(cell, { atMs: 0, isTouch: true })
  model.up(299)
  expect(sent).toEqual([])
  model.down(cell, { atMs: 1000, isTouch: true })
  model.press.over({ kind: 'cell', side: 'sell', ticks: 599_990 })
  model.up(1400)
  expect(sent).toEqual([])
  model.down(cell, { atMs: 2000, isTouch: true })
  model.up(2300)
  expect(sent).toMatchObject([{ side: 'buy', price: '59999', qty: '0.01', timeInForce: 'goodTillCancel' }])
})

test('after an hour without a movement of the mouse a press sends, at the price that stands under it', () => {
  const { model, sent, market, prices, arming } = ladderScene()
  model.window.hold('pointer', true)
  const drawn = prices()
  // A market that goes away by half a per cent in the hour.
  for (let second = 0; second < 3600; second++) market(600_000 + Math.round(second * 0.8))
  expect(arming.isArmed.peek()).toBe(true)
  expect(prices()).toEqual(drawn)
  model.down({ kind: 'cell', side: 'sell', ticks: drawn[3]! }, { atMs: 3_600_000, isTouch: false })
  model.up(3_600_050)
  expect(sent).toMatchObject([{ side: 'sell', price: priceText(drawn[3]!) }])
})
