import { describe, expect, test } from 'vitest'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { AuctionState, EngineInstrument } from '../../../exchange/engine/instrument'
import { createEngine, restoreEngine } from '../../../exchange/engine/create-engine'
import { equilibrium } from '../../../exchange/engine/matching/auction'
import { Book, Level } from '../../../exchange/engine/matching/book'
import type { Order } from '../../../exchange/engine/entities'
import { createRandom } from '../../../src/base/random'
import { BTC, mark, ofType, place, USDT } from './engine-fixture'

const listed = (auction: AuctionState | null): EngineInstrument => ({ ...BTC, auction, isPreMarket: true })

/** BTCUSDT before its listing, its expected price at 50,000; ann, bob and cat with 100,000 USDT at 10×. */
function auctionDesk(
  kinds: Readonly<Record<string, 'uta2' | 'pm' | 'demo'>> = { ann: 'uta2', bob: 'uta2', cat: 'uta2' },
) {
  const engine = createEngine([listed('open')])
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  for (const [account, kind] of Object.entries(kinds)) {
    run({ type: 'openAccount', account, role: 'user', kind, defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: 100_000 * USDT })
  }
  run(mark(500_000))
  return {
    engine,
    run,
    phase: (auction: AuctionState | null) => engine.updateInstrument(listed(auction), (nowMs += 1)),
    order(command: EngineCommand) {
      const { result } = run(command)
      if (!result.ok) throw new Error(JSON.stringify(result.refusal))
      return result.orderId!
    },
    refusal(command: EngineCommand) {
      const { result } = run(command)
      return result.ok ? null : result.refusal.kind
    },
  }
}

const cancel = (orderId: string): EngineCommand => ({
  type: 'cancel',
  account: 'ann',
  symbol: 'BTCUSDT',
  orderId,
  linkId: null,
})

describe('what the phases of a call auction take (v5 enums, curAuctionPhase)', () => {
  test('call auction: limit orders that wait, to be cancelled and never amended', () => {
    const { order, refusal } = auctionDesk()
    const id = order(place('ann'))
    for (const timeInForce of ['immediateOrCancel', 'fillOrKill', 'postOnly'] as const) {
      expect(refusal(place('ann', { timeInForce }))).toBe('auctionGtcOnly')
    }
    expect(refusal(place('ann', { orderType: 'market' }))).toBe('auctionGtcOnly')
    const leg = { ticks: 600_000, by: 'last', orderType: 'market', limitTicks: 0, slippage: null } as const
    expect(refusal(place('ann', { tpSl: { mode: 'full', takeProfit: leg, stopLoss: null } }))).toBe('auctionNoTpSl')
    expect(refusal(place('ann', { trigger: { ticks: 600_000, by: 'last', direction: 1 } }))).toBe('auctionNoTpSl')
    const amend = { account: 'ann', symbol: 'BTCUSDT', orderId: id, linkId: null, ticks: 490_000, lots: null } as const
    expect(refusal({ type: 'amend', ...amend })).toBe('auctionClosed')
    expect(refusal(cancel(id))).toBeNull()
  })

  test('call auction: from half the expected price up to the largest price', () => {
    const { refusal } = auctionDesk()
    expect(refusal(place('ann', { ticks: 249_999 }))).toBe('priceInvalid')
    expect(refusal(place('ann', { ticks: 250_000 }))).toBeNull()
    expect(refusal(place('ann', { side: 'sell', ticks: 19_999_998, lots: 1 }))).toBeNull()
  })

  test('no-cancel phase: new orders within a tenth beyond the expected price, and none comes back', () => {
    const { order, refusal, phase, engine, run } = auctionDesk()
    const id = order(place('ann'))
    phase('noCancel')
    expect(refusal(cancel(id))).toBe('auctionClosed')
    expect(refusal({ type: 'cancelAll', account: 'ann', symbol: 'BTCUSDT' })).toBe('auctionClosed')
    expect(run({ type: 'cancelAll', account: 'ann', symbol: null }).result).toMatchObject({ ok: true, orderIds: [] })
    expect(engine.openOrders('ann')).toHaveLength(1)
    // Buys 25,000 to 55,000, sells from 45,000.
    expect(refusal(place('ann', { ticks: 550_001 }))).toBe('priceInvalid')
    expect(refusal(place('ann', { ticks: 550_000 }))).toBeNull()
    expect(refusal(place('ann', { side: 'sell', ticks: 449_999 }))).toBe('priceInvalid')
    expect(refusal(place('bob', { side: 'sell', ticks: 450_000 }))).toBeNull()
  })

  test('matching: nothing is taken, changed or taken back', () => {
    const { order, refusal, phase } = auctionDesk()
    const id = order(place('ann'))
    phase('matching')
    expect(refusal(place('ann'))).toBe('auctionClosed')
    expect(refusal(cancel(id))).toBe('auctionClosed')
  })

  test('portfolio-margin and demo accounts do not trade it at all', () => {
    const { refusal, phase } = auctionDesk({ pam: 'pm', dee: 'demo' })
    expect([refusal(place('pam')), refusal(place('dee'))]).toEqual(['preMarketPortfolio', 'preMarketDemo'])
    phase(null)
    expect([refusal(place('pam')), refusal(place('dee'))]).toEqual(['preMarketPortfolio', 'preMarketDemo'])
  })
})

describe('the price of a call auction', () => {
  /** @param orders `[side, ticks, lots]` */
  const priceOf = (orders: readonly (readonly ['buy' | 'sell', number, number])[], reference = 100) => {
    const book = new Book<Order>()
    for (const [side, ticks, lots] of orders) {
      const { levels } = book.side(side)
      const level = new Level<Order>(side, ticks)
      level.lots = lots
      levels.push(level)
      levels.sort((a, b) => (side === 'buy' ? a.ticks - b.ticks : b.ticks - a.ticks))
    }
    return equilibrium({ book }, reference)
  }

  test('is where most lots change hands', () => {
    // At 100: bought 5 + 3, sold 4 + 2 = 6. At 101: bought 5, sold 6 + 9. At 99: bought 8 + 4, sold 4.
    const orders = [
      ['buy', 101, 5],
      ['buy', 100, 3],
      ['buy', 99, 4],
      ['sell', 99, 4],
      ['sell', 100, 2],
      ['sell', 101, 9],
    ] as const
    expect(priceOf(orders)).toEqual({ ticks: 100, lots: 6 })
  })

  test('of several the one that leaves the least unfilled', () => {
    // 5 lots at 98, 99 and 100; unfilled 3 at 98, 1 at 99 (bought 5 + 1), none at 100.
    const orders = [
      ['buy', 100, 5],
      ['buy', 99, 1],
      ['buy', 98, 2],
      ['sell', 98, 5],
    ] as const
    expect(priceOf(orders)).toEqual({ ticks: 100, lots: 5 })
  })

  test.each([
    ['more is bid for than offered: the highest', [['buy', 100, 9] as const, ['sell', 96, 5] as const], 90, 100],
    ['more is offered than bid for: the lowest', [['buy', 100, 5] as const, ['sell', 96, 9] as const], 110, 96],
    [
      'as much on both sides: the one nearest the reference',
      [['buy', 100, 5] as const, ['sell', 96, 5] as const],
      97,
      96,
    ],
    ['as near both: the higher one', [['buy', 100, 5] as const, ['sell', 96, 5] as const], 98, 100],
  ])('then %s', (_, orders, reference, ticks) => {
    expect(priceOf(orders, reference)).toEqual({ ticks, lots: 5 })
  })

  test('is none where nothing meets', () => {
    expect(
      priceOf([
        ['buy', 99, 5],
        ['sell', 100, 5],
      ]),
    ).toBeNull()
    expect(priceOf([['buy', 99, 5]])).toBeNull()
  })

  test('no other price would trade more, over random books', () => {
    const random = createRandom(20_261_122)
    for (let round = 0; round < 500; round++) {
      const prices = { buy: new Set<number>(), sell: new Set<number>() }
      const orders = Array.from({ length: random.int(2, 14) }, () => {
        const side = random.next() < 0.5 ? 'buy' : 'sell'
        return [side, random.int(90, 110), random.int(1, 9)] as const
      }).filter(([side, ticks]) => !prices[side].has(ticks) && prices[side].add(ticks))
      const traded = (ticks: number) => {
        const sum = (side: 'buy' | 'sell') =>
          orders.reduce(
            (lots, [of, at, size]) => (of === side && (of === 'buy' ? at >= ticks : at <= ticks) ? lots + size : lots),
            0,
          )
        return Math.min(sum('buy'), sum('sell'))
      }
      const most = Math.max(...Array.from({ length: 21 }, (_, n) => traded(90 + n)))
      const found = priceOf(orders)
      expect(found?.lots ?? 0).toBe(most)
      if (found !== null) expect(traded(found.ticks)).toBe(most)
    }
  })
})

describe('the end of a call auction', () => {
  test('fills what meets at one price, best prices and then the oldest first, without a fee', () => {
    const { order, run, engine, phase } = auctionDesk()
    order(place('ann', { ticks: 520_000, lots: 60 }))
    order(place('bob', { ticks: 500_000, lots: 60 }))
    const late = order(place('ann', { ticks: 500_000, lots: 60 }))
    order(place('cat', { side: 'sell', ticks: 480_000, lots: 100 }))
    // 100 offered from 48,000: 100 trade at 48,000, 50,000; most bids are left at 48,000 and 50,000 alike, so the higher.
    expect(engine.auction('BTCUSDT')).toEqual({ ticks: 500_000, lots: 100 })
    expect(engine.book('BTCUSDT', 10)).toEqual({ bids: [], asks: [] })
    phase('matching')
    const { result, events } = run({ type: 'uncross', symbol: 'BTCUSDT' })
    expect(result).toMatchObject({ ok: true, ticks: 500_000 })
    expect(
      ofType(events, 'execution').map(({ execution }) => [
        execution.account,
        execution.lots,
        execution.ticks,
        execution.feeE8,
      ]),
    ).toEqual([
      ['ann', 60, 500_000, 0],
      ['cat', 60, 500_000, 0],
      ['bob', 40, 500_000, 0],
      ['cat', 40, 500_000, 0],
    ])
    expect(ofType(events, 'level')).toEqual([])
    expect(engine.findOrder('ann', { orderId: late })).toMatchObject({ status: 'new', filledLots: 0 })
    expect(engine.openInterestLots('BTCUSDT')).toBe(100)
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('what is left stands in the book once trading is continuous, and is told level by level', () => {
    const { order, run, engine, phase } = auctionDesk()
    order(place('ann', { lots: 60 }))
    order(place('bob', { side: 'sell', ticks: 510_000, lots: 20 }))
    order(place('cat', { side: 'sell', lots: 40 }))
    phase('matching')
    run({ type: 'uncross', symbol: 'BTCUSDT' })
    const { events } = phase(null)
    expect(ofType(events, 'level').map(({ side, ticks, lots }) => [side, ticks, lots])).toEqual([
      ['buy', 500_000, 20],
      ['sell', 510_000, 20],
    ])
    expect(engine.book('BTCUSDT', 10)).toEqual({ bids: [[500_000, 20]], asks: [[510_000, 20]] })
    order(place('cat', { side: 'sell', lots: 20 }))
    expect(engine.positions('ann')[0]).toMatchObject({ lots: 60 })
  })

  test('one account does not trade with itself: the younger order makes room or the older', () => {
    const { order, run, engine, phase } = auctionDesk()
    const older = order(place('ann', { lots: 10 }))
    const younger = order(place('ann', { side: 'sell', lots: 10, selfMatch: 'cancelTaker' }))
    order(place('bob', { side: 'sell', lots: 10 }))
    phase('matching')
    run({ type: 'uncross', symbol: 'BTCUSDT' })
    expect(engine.findOrder('ann', { orderId: younger })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelBySmp',
    })
    expect(engine.findOrder('ann', { orderId: older })).toMatchObject({ status: 'filled' })
  })

  test.each(['cross', 'isolated'] as const)(
    'a sell filled above its own price leaves nobody below zero (%s)',
    (mode) => {
      const { order, run, engine, phase } = auctionDesk()
      if (mode === 'isolated') run({ type: 'setMarginMode', account: 'ann', mode })
      run(mark(300_000))
      // Offered at 15,000 while 30,000 is expected: a coin holds back 1,500, 8.25 and 9.075 of fees, and the loss of 15,000
      // with the margin on it, 16,500. 100,000 / 18,017.325 = 5.55.
      expect(run(place('ann', { side: 'sell', ticks: 150_000, lots: 5_551 })).result.ok).toBe(false)
      const lots = 5_550
      order(place('ann', { side: 'sell', ticks: 150_000, lots }))
      run(mark(310_000))
      const held = engine.balances('ann')[0]!.availableE8
      run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: Math.max(1, -held) })
      run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 10_000_000 * USDT })
      order(place('bob', { ticks: 310_000, lots }))
      phase('matching')
      run({ type: 'uncross', symbol: 'BTCUSDT' })
      expect(engine.positions('ann')[0]).toMatchObject({ lots: -lots })
      expect(engine.balances('ann')[0]!.availableE8).toBeGreaterThanOrEqual(0)
    },
  )

  test('a restored engine goes on with the same auction', () => {
    const { order, engine } = auctionDesk()
    order(place('ann', { ticks: 520_000, lots: 60 }))
    order(place('cat', { side: 'sell', ticks: 480_000, lots: 100 }))
    const twin = restoreEngine([listed('matching')], JSON.parse(JSON.stringify(engine.snapshot())))
    engine.updateInstrument(listed('matching'), 2_000)
    const end: EngineCommand = { type: 'uncross', symbol: 'BTCUSDT' }
    expect(twin.handle(end, 3_000)).toEqual(engine.handle(end, 3_000))
  })
})
