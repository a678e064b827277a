import { expect, test } from 'vitest'
import { ReferenceBook } from './reference-book'
import { Walk } from './walk'
import { openWorld, SYMBOLS } from './world'

const SEEDS = [11, 12, 13, 14, 15, 16, 17, 18]
const STEPS = 2_500

/** Orders, amendments and cancels alone: what decides about trades is then the book, and nothing else. */
function followWalk(seed: number): number {
  const engine = openWorld()
  const walk = new Walk(seed, true)
  const books = new Map(SYMBOLS.map((symbol) => [symbol, new ReferenceBook()]))
  let count = 0
  for (let step = 0; step < STEPS; step++) {
    const command = walk.next(engine)
    const before = command.type === 'amend' ? engine.findOrder(command.account, { orderId: command.orderId! }) : null
    const { result, events } = engine.handle(command, 1_000 + step)
    if (!result.ok || !('symbol' in command)) continue
    const trades = events.flatMap((event) =>
      event.type === 'trade' ? [[event.makerOrderId, event.ticks, event.lots] as const] : [],
    )
    count += trades.length
    const book = books.get(command.symbol ?? '')
    const where = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`
    if (command.type === 'place') {
      expect(trades, where).toEqual(book!.place(command, result.orderId!, result.ticks!))
    } else if (command.type === 'amend') {
      expect(trades, where).toEqual(book!.amend(command.orderId!, result.ticks!, command.lots ?? before!.lots))
    } else if (command.type === 'cancel') {
      book!.remove(command.orderId!)
    } else if (command.type === 'cancelAll') {
      for (const id of result.orderIds!) for (const one of books.values()) one.remove(id)
    }
    for (const symbol of SYMBOLS) {
      const total = (side: 'bids' | 'asks') =>
        engine.book(symbol, Number.MAX_SAFE_INTEGER)[side].reduce((lots, [, size]) => lots + size, 0)
      const leaves = (side: 'buy' | 'sell') =>
        books.get(symbol)!.resting.reduce((lots, one) => lots + (one.command.side === side ? one.leaves : 0), 0)
      expect([total('bids'), total('asks')], where).toEqual([leaves('buy'), leaves('sell')])
    }
  }
  return count
}

test('trades follow price and time, as a reference book of fifty lines makes them (spec §8, matching)', () => {
  console.log(`reference book: seeds ${SEEDS.join(', ')}, ${STEPS} commands each`)
  const trades = SEEDS.reduce((sum, seed) => sum + followWalk(seed), 0)
  expect(trades).toBeGreaterThan(2_000)
})
