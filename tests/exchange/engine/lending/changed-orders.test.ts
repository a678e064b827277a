import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../src/base/random'
import { ofType, place, USDT } from '../engine-fixture'
import { COIN, pair, PAIR } from '../spot-fixture'
import { lendingDesk, type LendingDesk } from './lending-fixture'

/** 0.4 BTC at 50,000 are 20,000 USDT, of which ann has half. */
const onMargin = (change = {}) => pair('ann', { lots: 400, isLeverage: true, ...change })
const amend = (orderId: string, change: { ticks?: number; lots?: number }) =>
  ({
    type: 'amend',
    account: 'ann',
    symbol: PAIR.symbol,
    orderId,
    linkId: null,
    ticks: null,
    lots: null,
    ...change,
  }) as const

function conserved({ engine }: LendingDesk): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
}

describe('an order that may borrow, changed (ADR-486)', () => {
  it('keeps that it may, in every row', () => {
    const desk = lendingDesk()
    const { id, carried } = desk.order(onMargin())
    expect(carried).toEqual({ isLeverage: true })
    desk.ok(amend(id, { ticks: 490_000 }))
    expect(desk.engine.findOrder('ann', { orderId: id })?.carried).toEqual({ isLeverage: true })
  })

  it('borrows what it lacks then, and gives back what it does not', () => {
    const desk = lendingDesk()
    const { id } = desk.order(onMargin())
    const more = desk.ok(amend(id, { lots: 600 }))
    expect(ofType(more.events, 'loan')).toMatchObject([{ move: 'borrow', changeE8: 10_000 * USDT }])
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 20_000 * USDT, borrowedE8: 20_000 * USDT })
    const less = desk.ok(amend(id, { lots: 300 }))
    expect(ofType(less.events, 'loan')).toMatchObject([{ move: 'repay', changeE8: -15_000 * USDT }])
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 5_000 * USDT })
    conserved(desk)
  })

  it('goes as far as a new one would, and is left as it was beyond', () => {
    const desk = lendingDesk()
    const { id } = desk.order(onMargin())
    // As a new order (borrowing.test.ts): of its own 10,000 lose 509.5, each borrowed dollar 0.25095.
    expect(desk.refused(amend(id, { lots: 957 }))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 47_850 * USDT,
      availableE8: 4_781_829_049_611,
    })
    expect(desk.coin('ann', 'USDT').lentE8).toBe(10_000 * USDT)
    desk.ok(amend(id, { lots: 956 }))
    expect(desk.coin('ann', 'USDT').lentE8).toBe(37_800 * USDT)
    conserved(desk)
  })

  it('borrows nothing for an order that may not', () => {
    const desk = lendingDesk()
    const { id } = desk.order(pair('ann', { lots: 200 }))
    expect(desk.refused(amend(id, { lots: 201 }))).toMatchObject({ kind: 'insufficientBalance' })
  })
})

describe('an order that may borrow, looked at and not placed', () => {
  it('shows the debt that it would leave, and no wallet below zero', () => {
    const desk = lendingDesk()
    desk.order(pair('bob', { side: 'sell', lots: 400 }))
    const { refusal, after, lending } = desk.engine.preview(onMargin())!
    expect(refusal).toBeNull()
    expect(after!.map(({ coin, walletE8 }) => [coin, walletE8])).toEqual([
      ['USDT', 0],
      ['BTC', 39_960_000],
    ])
    expect(lending!.coins.find(({ coin }) => coin === 'USDT')).toMatchObject({ lentE8: 10_000 * USDT })
    // 0.3996 × 95 % × 50,000 − 10,000; 20 % and 4 % of the debt.
    expect(lending!.figures).toEqual({
      equityE8: 8_981 * USDT,
      initialE8: 2_000 * USDT,
      maintenanceE8: 400 * USDT,
      availableE8: 6_981 * USDT,
    })
  })

  it('is refused as it would be placed: spot margin off, a pair that is not lent', () => {
    const desk = lendingDesk()
    expect(desk.engine.preview(pair('bob', { isLeverage: true }))!.refusal).toEqual({ kind: 'spotMarginOff' })
    expect(desk.engine.preview(place('ann', { isLeverage: true }))!.refusal).toEqual({ kind: 'pairNotLent' })
  })

  it.each(['cross', 'portfolio'] as const)(
    '200 random orders in %s margin leave what was shown, to the last unit',
    (mode) => {
      const desk = lendingDesk()
      const random = createRandom(21)
      if (mode !== 'cross') desk.ok({ type: 'setMarginMode', account: 'ann', mode })
      desk.ok({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: COIN / 10 })
      let compared = 0
      for (let step = 0; step < 200; step++) {
        const [side, other] = random.next() < 0.5 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
        desk.run(pair('bob', { side: other, lots: random.int(1, 300), ticks: 500_000 + random.int(-300, 300) }))
        if (random.next() < 0.1) desk.run({ type: 'cancelAll', account: 'ann', symbol: null })
        const terms = { side, lots: random.int(1, 800), ticks: 500_000 + random.int(-400, 400) }
        const command = pair('ann', { ...terms, ...(random.next() < 0.7 ? { isLeverage: true as const } : {}) })
        const state = step % 10 === 0 ? JSON.stringify(desk.engine.snapshot()) : null
        const shown = desk.engine.preview(command)!
        if (state !== null) expect(JSON.stringify(desk.engine.snapshot())).toBe(state)
        const { result } = desk.run(command)
        expect(shown.refusal).toEqual(result.ok ? null : result.refusal)
        if (!result.ok) continue
        compared += 1
        const byCoin = (one: { coin: string }, next: { coin: string }) => one.coin.localeCompare(next.coin)
        expect(shown.after!.toSorted(byCoin)).toEqual([...desk.engine.balances('ann')].toSorted(byCoin))
        expect(shown.lending).toEqual(desk.lending('ann'))
      }
      expect(compared).toBeGreaterThan(40)
    },
  )
})
