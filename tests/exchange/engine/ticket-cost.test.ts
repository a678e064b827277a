import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { Exact, type Leverage, type Money, type Price, type Qty } from '../../../src/domain/decimal'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Side } from '../../../src/domain/order/order'
import type { Position } from '../../../src/domain/position/position'
import { ticketFigures, type BookMeeting } from '../../../src/ui/trading-kit/ticket/ticket-figures'
import { instrumentOf, positionOf } from '../../ui/fixtures'
import { mark, place, USDT } from './engine-fixture'
import { room } from './modes-fixture'

const MARK = 500_000
const price = (ticks: number) => new Exact(ticks).div(10).toFixed() as Price
const money = (e8: number) => new Exact(e8).div(1e8).toFixed() as Money

/** Both payoffs, with what a lot of each is. */
const CONTRACTS = {
  linear: { symbol: 'BTCUSDT', coin: 'USDT', lots: 200, qty: (lots: number) => new Exact(lots).div(1_000).toFixed() },
  inverse: { symbol: 'BTCUSD', coin: 'BTC', lots: 20_000, qty: (lots: number) => String(lots) },
} as const

function instrument(payoff: keyof typeof CONTRACTS): Contract {
  return instrumentOf(payoff === 'linear' ? {} : { kind: 'inversePerpetual', settleCoin: 'BTC' })
}

describe('the ticket’s cost is what the exchange’s preview takes from the available balance (issue 18)', () => {
  test('a long of 0.1 at 50,000 turned round by a sell of 0.3 at 50,010, 50×, mark 50,000', () => {
    const { engine, run, deal } = room()
    run(mark(MARK))
    deal('ann', 'bob', MARK, 100)
    run(place('bob', { side: 'buy', ticks: 500_100, lots: 300 }))
    const preview = engine.preview(place('ann', { side: 'sell', ticks: 500_100, lots: 300 }))!
    // Fee 0.3·50,010·0.00055 = 8.25165. Opens 0.2: margin at the mark 200, to close 10,002·(1 + 1/50)·0.00055 = 5.611122,
    // a gain of 2 on the mark. Closes 0.1: margin at the mark 100, fee to close held 5,000·(1 − 1/50)·0.00055 = 2.695, a
    // gain of 1. 8.25165 + 200 + 5.611122 − 2 − 100 − 2.695 − 1 = 108.167772.
    const taken = (preview.before[0]!.availableE8 - preview.after![0]!.availableE8) / USDT
    expect(taken).toBeCloseTo(108.167772, 6)
    const { cost, freeBefore } = ticketFigures({
      side: 'sell',
      price: price(500_100),
      qty: '0.3' as Qty,
      feeRate: instrumentOf().takerFeeRate,
      leverage: '50' as Leverage,
      instrument: instrumentOf(),
      position: positionOf({ side: 'buy', size: '0.1' as Qty, value: '5000' as Money, leverage: '50' as Leverage }),
      balance: null,
      marginMode: 'cross',
      meeting: {
        levels: [{ price: price(500_100), qty: '0.3' as Qty }],
        limit: price(500_100),
        timeInForce: 'goodTillCancel',
        markPrice: price(MARK),
      },
    })
    expect(cost).toBe('108.167772')
    // Before it is taken all that opens has to be free, which the ticket says beside it: 0.2·50,010/50 = 200.04, to open
    // 10,002·0.00055 = 5.5011, to close 5.611122.
    expect(freeBefore).toBe('211.152222')
  })

  test.each([
    ['linear', 'cross'],
    ['linear', 'isolated'],
    ['inverse', 'cross'],
    ['inverse', 'isolated'],
  ] as const)('500 random tickets, %s, %s', (payoff, mode) => {
    const random = createRandom(19_000 + payoff.length + mode.length)
    const below = (count: number): number => Math.floor(random.next() * count)
    const { symbol, coin, qty, lots: most } = CONTRACTS[payoff]
    const seen = { turned: 0, reduced: 0, free: 0 }
    for (let i = 0; i < 500; i++) {
      const { engine, run, deal } = room()
      if (mode === 'isolated') run({ type: 'setMarginMode', account: 'ann', mode })
      const leverage = [1, 3, 10, 25, 50, 100][below(6)]!
      run({ type: 'setLeverage', account: 'ann', symbol, leverageE2: leverage * 100 })
      run(mark(MARK, MARK, symbol))
      const side: Side = below(2) === 0 ? 'buy' : 'sell'
      const other: Side = side === 'buy' ? 'sell' : 'buy'
      const sign = side === 'buy' ? 1 : -1
      // Mostly a position on the other side, sometimes one on the same, sometimes none.
      const held = below(8)
      if (held > 0) {
        const [buyer, seller] =
          (held < 7 ? other : side) === 'buy' ? (['ann', 'cat'] as const) : (['cat', 'ann'] as const)
        deal(buyer, seller, MARK + below(4_000) - 2_000, 1 + below(most), symbol)
        if (mode === 'isolated' && below(3) === 0)
          run({ type: 'addMargin', account: 'ann', symbol, positionIdx: 0, amountE8: 1 + below(USDT / 10) })
      }
      const now = MARK + below(2_000) - 1_000
      run(mark(now, now, symbol))
      for (let k = 0; k <= below(4); k++)
        run(
          place('bob', {
            symbol,
            side: other,
            ticks: now + sign * (below(500) + 300 * k - 150),
            lots: 1 + below(most),
          }),
        )

      const ticks = now + sign * (below(2_000) - 500)
      const lots = 1 + below(3 * most)
      const reduceOnly = below(6) === 0
      const isEnding = below(4) === 0
      const timeInForce = isEnding ? 'immediateOrCancel' : 'goodTillCancel'
      const asked = place('ann', { symbol, side, ticks, lots, reduceOnly, timeInForce })
      const preview = engine.preview(asked)!
      if (preview.after === null) continue
      const available = (rows: typeof preview.before) => rows.find((row) => row.coin === coin)!.availableE8
      const taken = Math.max(0, available(preview.before) - available(preview.after))

      const book = engine.book(symbol, 50)
      const meeting: BookMeeting = {
        levels: (side === 'buy' ? book.asks : book.bids).map(([at, size]) => ({
          price: price(at),
          qty: qty(size) as Qty,
        })),
        limit: price(ticks),
        timeInForce: isEnding ? 'immediateOrCancel' : 'goodTillCancel',
        markPrice: price(now),
      }
      const [row] = engine.positions('ann', symbol)
      const position: Position | null =
        row === undefined
          ? null
          : positionOf({
              side: row.lots > 0 ? 'buy' : 'sell',
              size: qty(Math.abs(row.lots)) as Qty,
              value: money(row.costE8),
              leverage: String(leverage) as Leverage,
              extraMargin: money(row.extraMarginE8 ?? 0),
            })
      const { cost } = ticketFigures({
        side,
        price: price(ticks),
        qty: qty(lots) as Qty,
        feeRate: instrument(payoff).takerFeeRate,
        leverage: String(leverage) as Leverage,
        instrument: instrument(payoff),
        position,
        balance: null,
        marginMode: mode,
        reduceOnly,
        meeting,
      })
      const closes = row !== undefined && row.lots > 0 !== (side === 'buy')
      if (closes && !reduceOnly && lots > Math.abs(row.lots) && taken > 0) seen.turned++
      if (closes && reduceOnly) seen.reduced++
      if (taken === 0) seen.free++
      // Fee, margin and fee to close are rounded apart, of each fill and of the position before and after.
      expect(Math.abs(new Exact(cost!).times(1e8).toNumber() - taken), `ticket ${i}`).toBeLessThanOrEqual(25)
    }
    expect(seen.turned).toBeGreaterThan(100)
    expect(Math.min(seen.reduced, seen.free)).toBeGreaterThan(20)
  })
})
