import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import { ofType, place, USDT } from '../engine-fixture'
import { COIN_LOTS, desk, INSTRUMENTS, LENT } from './account-wide-fixture'

/*
 * Thirty coins long in USDT against thirty short in USDC, on 20,000 dollars: nothing is lost wherever the price goes. 120 of
 * each of sixty, 1 % of what stands against itself and ½ % between two coins: 7,200 + 6,000 + 3,000 = 16,200 of maintenance
 * margin, 3,800 below the equity. A coin of either closed leaves one that loses 2,000 and frees its own 120 (ADR-1058); what
 * stands against each other counts as before: a rise of 1,880 a coin.
 */
const HEDGED = 30 * COIN_LOTS

function hedgedDesk(rules = PRESENT_RULES) {
  const one = desk(0, true, rules)
  // One leg by itself could not be held (30 × 2,120): they grow beside each other, a fifth of a coin at a time.
  const step = COIN_LOTS / 5
  for (let lots = 0; lots < HEDGED; lots += step) {
    one.deal('buy', 'BTCUSDT', step)
    one.deal('sell', 'BTCPERP', step)
  }
  return one
}

const close = (lots: number, changes: Parameters<typeof place>[1] = {}) =>
  place('ann', { side: 'sell', symbol: 'BTCUSDT', ticks: 200_000, lots, reduceOnly: true, ...changes })

describe('a reduce-only order that takes a hedge away (ADR-1041)', () => {
  test('is taken as far as its fill does not liquidate', () => {
    const one = hedgedDesk()
    expect(one.margins()[0]).toBe(16_200)
    expect(one.refusal(close(HEDGED))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 56_400 * USDT,
      availableE8: 3_800 * USDT,
      takesHedge: true,
    })
    expect(one.refusal(close(2_022))).toMatchObject({ requiredE8: 3_801.36 * USDT, availableE8: 3_800 * USDT })
    const most = one.engine.mostLots(close(1))
    expect(most).toBe(2_021)
    // More than a plain order may: that is asked for 1.2 of it beside 1.2 × 16,200 = 19,440, so 560 ÷ 2,256 of a coin.
    expect(one.engine.mostLots(close(1, { reduceOnly: false }))).toBe(248)
    one.ok(close(2_021))
    one.ok(place('mm', { side: 'buy', symbol: 'BTCUSDT', ticks: 200_000, lots: 2_021 }))
    expect(ofType(one.at(20_000).events, 'liquidation')).toEqual([])
    expect(one.engine.positions('ann', 'BTCUSDT')[0]).toMatchObject({ lots: HEDGED - 2_021 })
  })

  test('a preview refuses as the order is', () => {
    const one = hedgedDesk()
    expect(one.engine.preview(close(HEDGED))?.refusal).toEqual(one.refusal(close(HEDGED)))
    const told = one.engine.preview(close(1_900, { ticks: 201_000 }))
    one.ok(close(1_900, { ticks: 201_000 }))
    // 1.2 × (16,200 + 1.9 × 1,880).
    expect(told?.lending?.figures?.initialE8).toBe(23_726.4 * USDT)
    expect(one.margins()).toEqual([16_200, 23_726.4])
  })

  test('rests only as long as the equity carries its fill', () => {
    const one = hedgedDesk()
    one.ok(close(2_021, { ticks: 205_000 }))
    // Half a per cent up what is held wins nothing, and everything that margin is made of is half a per cent more: 20,099.
    const ended = ofType(one.at(20_100).events, 'order').map(({ order: { cancelType, status } }) => [
      cancelType,
      status,
    ])
    expect(ended).toEqual([['CancelByPmTrialMmOverEquity', 'canceled']])
    expect(one.engine.positions('ann', 'BTCUSDT')[0]).toMatchObject({ lots: HEDGED })
  })

  test('several at rest count together, as far as there is something to close', () => {
    const one = hedgedDesk()
    one.ok(close(1_000, { ticks: 201_000 }))
    // 1.1 × 1,880, of 3,800 − 1,880.
    expect(one.refusal(close(1_100, { ticks: 202_000 }))).toMatchObject({
      requiredE8: 2_068 * USDT,
      availableE8: 1_920 * USDT,
    })
    one.ok(close(1_021, { ticks: 202_000 }))
    // Of a position of a coin two orders for all of it close one.
    const small = desk()
    small.deal('buy', 'BTCUSDT', COIN_LOTS)
    small.deal('sell', 'BTCPERP', COIN_LOTS)
    small.ok(close(COIN_LOTS, { ticks: 201_000 }))
    const [, before] = small.margins()
    small.ok(close(COIN_LOTS, { ticks: 202_000 }))
    expect(small.margins()[1]).toBe(before)
    // 1.2 × (540 + 1,880), as if it were closed but for what both bear for standing against each other.
    expect(before).toBe(2_904)
  })

  test('an amend that closes more is asked for the more, and one that changes the price is not', () => {
    const one = hedgedDesk()
    const { result } = one.ok(close(1_500, { ticks: 201_000 }))
    const orderId = result.ok ? (result.orderId ?? null) : null
    const amend = { type: 'amend', account: 'ann', symbol: 'BTCUSDT', orderId, linkId: null } as const
    expect(one.refusal({ ...amend, ticks: null, lots: 2_100 })).toMatchObject({ kind: 'insufficientBalance' })
    one.ok({ ...amend, ticks: 202_000, lots: 1_900 })
    one.ok({ ...amend, ticks: 203_000, lots: null })
  })

  test('a stop that has fired ends where its fill would liquidate; what it hedges stays', () => {
    const one = hedgedDesk()
    one.ok(close(HEDGED, { trigger: { ticks: 199_900, by: 'mark', direction: 2 }, orderType: 'market', ticks: 0 }))
    one.ok(place('mm', { side: 'buy', symbol: 'BTCUSDT', ticks: 199_000, lots: HEDGED }))
    const told = [19_980].flatMap((dollars) => {
      const outcomes = INSTRUMENTS.map(({ symbol }) =>
        one.run({ type: 'mark', symbol, markTicks: dollars * 10, indexTicks: dollars * 10 }),
      )
      return outcomes.flatMap(({ events }) => ofType(events, 'order')).map(({ order }) => order)
    })
    expect(told.map(({ status, cancelType }) => [status, cancelType]).at(-1)).toEqual([
      'canceled',
      'CancelByPmTrialMmOverEquity',
    ])
    expect(one.engine.positions('ann', 'BTCUSDT')[0]).toMatchObject({ lots: HEDGED })
  })

  // A trailing stop fires by the same function, `fireProtection`.
  test.each(['full', 'partial'] as const)('a stop-loss (%s) waits while its fill would liquidate', (mode) => {
    const stopped = (one: ReturnType<typeof hedgedDesk>) => {
      one.ok({
        type: 'setTpSl',
        account: 'ann',
        symbol: 'BTCUSDT',
        mode,
        takeProfit: null,
        stopLoss: { ticks: 199_900, by: 'mark', orderType: 'market', limitTicks: 0, slippage: null },
        trailing: null,
        takeProfitId: null,
        stopLossId: null,
        lots: mode === 'partial' ? HEDGED : 0,
      })
      one.ok(place('mm', { side: 'buy', symbol: 'BTCUSDT', ticks: 199_000, lots: HEDGED }))
      for (const { symbol } of INSTRUMENTS) one.run({ type: 'mark', symbol, markTicks: 199_800, indexTicks: 199_800 })
      return one.engine.positions('ann', 'BTCUSDT')[0]?.lots ?? 0
    }
    const one = hedgedDesk()
    expect(stopped(one)).toBe(HEDGED)
    expect(one.engine.openOrders('ann', 'BTCUSDT')).toMatchObject([{ status: 'untriggered', lots: HEDGED }])
    // It says so once, however many prices reach it.
    const reach = (ticks: number) => one.run({ type: 'mark', symbol: 'BTCUSDT', markTicks: ticks, indexTicks: ticks })
    expect(one.engine.openOrders('ann', 'BTCUSDT')).toMatchObject([{ stop: { isHeldBack: true } }])
    expect(ofType(reach(199_795).events, 'order')).toEqual([])
    // With enough behind it the next price that reaches it closes.
    one.ok({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 100_000 * USDT })
    one.run({ type: 'mark', symbol: 'BTCUSDT', markTicks: 199_790, indexTicks: 199_790 })
    expect(one.engine.positions('ann', 'BTCUSDT')[0]?.lots ?? 0).toBe(0)
    // An exchange that began before closes it, and liquidates the other side.
    expect(stopped(hedgedDesk({ ...PRESENT_RULES, checksGuards: false }))).toBe(0)
  })

  test('closing what hedges nothing is never refused, however little is free', () => {
    const one = desk()
    // 8 × 2,544 = 20,352 are more than there is to open with; 7 are 17,808.
    one.deal('buy', 'BTCUSDT', 7 * COIN_LOTS)
    // 700 dollars down the equity is 15,100; of 7 × 19,300 a tenth and 0.6 % are 14,320.6, and 1.2 of that 17,184.72.
    one.at(19_300)
    expect(one.margins()).toEqual([14_320.6, 17_184.72].map((dollars) => expect.closeTo(dollars, 2)))
    one.ok(close(7 * COIN_LOTS, { ticks: 193_500 }))
    one.ok(place('mm', { side: 'buy', symbol: 'BTCUSDT', ticks: 193_500, lots: 7 * COIN_LOTS }))
    expect(one.engine.positions('ann', 'BTCUSDT')[0]?.lots ?? 0).toBe(0)
  })

  /*
   * Sixteen coins long in USDT against nineteen short in USDC, 1,180 dollars above where they were opened: three lose
   * 3 × 2,118 = 6,354; 35 × 127.08 = 4,447.8; 16 × 211.8 = 3,388.8 and 16 × 105.9 = 1,694.4 of what stands against each
   * other. 19 × 1,180 − 10,000 = 12,420 USDC are owed, 4 % of that is 496.8: 16,381.8 of an equity of 20,000 − 3 × 1,180 =
   * 16,460.
   */
  function nearlyFull(rules = PRESENT_RULES) {
    const one = desk(0, true, rules)
    for (let coins = 0; coins < 19; coins++) {
      if (coins < 16) one.deal('buy', 'BTCUSDT', COIN_LOTS)
      one.deal('sell', 'BTCPERP', COIN_LOTS)
    }
    one.at(21_180)
    return one
  }
  const buyBack = (lots: number) =>
    place('ann', { side: 'buy', symbol: 'BTCPERP', ticks: 211_800, lots, reduceOnly: true })

  test('more than twice the net may be closed while the margin does not rise', () => {
    const one = nearlyFull()
    expect(one.margins()[0]).toBeCloseTo(16_381.8, 4)
    // 6.07 coins leave 3.07 that lose 148.26 more, and free 771.38; at rest as at the fill.
    one.ok(buyBack(6_070))
    expect(ofType(one.at(21_180).events, 'order')).toEqual([])
    one.ok(place('mm', { side: 'sell', symbol: 'BTCPERP', ticks: 211_800, lots: 6_070 }))
    expect(ofType(one.at(21_180).events, 'liquidation')).toEqual([])
    // 3.07 × 2,118 + 28.93 × 127.08 + 12.93 × 211.8 + 12.93 × 105.9 + 496.8.
    expect(one.margins()[0]).toBeCloseTo(14_783.35, 1)
    // An exchange that began before counts the contingency of all 35 with the loss of 3.07.
    const former = nearlyFull({ ...PRESENT_RULES, freesContingency: false })
    expect(former.refusal(buyBack(6_070))).toMatchObject({
      requiredE8: expect.closeTo(148.26 * USDT, -5) as number,
      availableE8: expect.closeTo(78.2 * USDT, -5) as number,
    })
  })

  test('what the bound refuses is closed in two orders (ADR-1058)', () => {
    const one = nearlyFull()
    // 2.2 times the net: 0.6 coins lose 0.1 of 12,708 more, of which 6.6 × 127.08 are freed: 432.07, of 78.20.
    expect(one.refusal(buyBack(6_600))).toMatchObject({ requiredE8: expect.closeTo(432.07 * USDT, -6) as number })
    for (const lots of [6_000, 600]) {
      one.ok(buyBack(lots))
      one.ok(place('mm', { side: 'sell', symbol: 'BTCPERP', ticks: 211_800, lots }))
    }
    expect(ofType(one.at(21_180).events, 'liquidation')).toEqual([])
    expect(one.engine.positions('ann', 'BTCPERP')[0]).toMatchObject({ lots: -12_400 })
  })

  test('a snapshot counts them again, and an exchange that began before goes on without', () => {
    const one = hedgedDesk()
    one.ok(close(1_500, { ticks: 201_000 }))
    const again = restoreEngine(INSTRUMENTS, JSON.parse(JSON.stringify(one.engine.snapshot())) as unknown, LENT)
    expect(again.lending('ann')).toEqual(one.engine.lending('ann'))
    const former = hedgedDesk({ ...PRESENT_RULES, countsReducing: false })
    former.ok(close(HEDGED, { ticks: 201_000 }))
    expect(former.margins()).toEqual([16_200, 19_440])
  })
})
