import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine, restoreEngine } from '../../../../exchange/engine/create-engine'
import { toText, Exact, type Price, type Qty, type Rate } from '../../../../src/domain/decimal'
import {
  optionInitialMargin,
  optionMaintenanceMargin,
  optionTradeFee,
} from '../../../../src/domain/options/option-margin'
import { BTC, place, USDT } from '../engine-fixture'
import { CALL, COIN, DOLLAR, floor, isConserved, PUT } from './option-fixture'

describe('premium and fee of a fill (semantics.md §1.2, §1.7)', () => {
  test('the buyer pays the premium at once, the seller has it at once, both pay min(0.03 % index, 12.5 % price)', () => {
    const { trade, walletE8, engine } = floor()
    trade('bob', 'sell', 1_000, 2)
    trade('ann', 'buy', 1_000, 2)
    // 0.0003 × 20,250 = 6.075 a coin, less than 12.5 % of 1,000.
    expect(walletE8('ann')).toBe((100_000 - 2_000 - 12.15) * USDT)
    expect(walletE8('bob')).toBe((100_000 + 2_000 - 12.15) * USDT)
    expect(isConserved(engine)).toBe(true)
  })

  test('the fee is capped at an eighth of a small premium', () => {
    const { trade, mark, walletE8 } = floor()
    mark('BTC-C', 10, 20_250)
    trade('bob', 'sell', 10, 1)
    trade('ann', 'buy', 10, 1)
    // 12.5 % of 10 is 1.25, less than 6.075.
    expect(walletE8('ann')).toBe(Math.round((100_000 - 11.25) * USDT))
    expect(walletE8('bob')).toBe(Math.round((100_000 + 8.75) * USDT))
  })

  test('closing pays the premium back and realises the difference', () => {
    const { trade, mark, walletE8, engine } = floor(['ann', 'bob', 'cat'])
    trade('bob', 'sell', 1_000, 1)
    trade('ann', 'buy', 1_000, 1)
    mark('BTC-C', 1_500, 20_250)
    trade('cat', 'buy', 1_500, 1)
    trade('ann', 'sell', 1_500, 1)
    expect(walletE8('ann')).toBe(Math.round((100_000 + 500 - 2 * 6.075) * USDT))
    const [closed] = engine.positions('ann', 'BTC-C')
    expect(closed!.lots).toBe(0)
    const realisedOf = (account: string) => engine.balances(account)[0]!.cumRealisedE8
    expect(realisedOf('ann')).toBe(Math.round((500 - 2 * 6.075) * USDT))
    // A premium is no result while what it bought is held: two fees were all that was lost and won so far.
    expect([realisedOf('bob'), realisedOf('cat')]).toEqual([-6.075 * USDT, -6.075 * USDT])
    expect(closed!.cumRealisedE8).toBe(Math.round((500 - 2 * 6.075) * USDT))
    expect(isConserved(engine)).toBe(true)
  })
})

describe('margin (semantics.md §1.7)', () => {
  test('is asked of a market order as of a limit order: for all of it, whatever the book has', () => {
    const { trade, refused, engine } = floor()
    trade('bob', 'buy', 1_000, 1)
    // 200 × 15 % of 20,250 are 607,500, six times what the account has.
    const sell = { symbol: CALL.symbol, side: 'sell', lots: 200 * COIN } as const
    const limit = refused(place('ann', { ...sell, ticks: 1_000 * DOLLAR }))
    const market = refused(place('ann', { ...sell, orderType: 'market', ticks: 0 }))
    expect([limit.kind, market.kind]).toEqual(['insufficientBalance', 'insufficientBalance'])
    expect(engine.positions('ann', CALL.symbol).every(({ lots }) => lots === 0)).toBe(true)
  })

  test('that allows all of a market order leaves the book to end it, and the order says so', () => {
    const { trade, run, engine } = floor()
    trade('bob', 'buy', 1_000, 1)
    const { result } = run(
      place('ann', { symbol: CALL.symbol, side: 'sell', orderType: 'market', ticks: 0, lots: 2 * COIN }),
    )
    expect(result.ok && engine.findOrder('ann', { orderId: result.orderId! })).toMatchObject({
      status: 'canceled',
      filledLots: COIN,
      rejectReason: 'EC_NoImmediateQtyToFill',
    })
  })

  test('a short put of 18,500 at 280, index 20,250, mark 290: IM 2,315, MM 938 (published example)', () => {
    const { trade, engine } = floor()
    trade('ann', 'buy', 280, 1, 'BTC-P')
    trade('bob', 'sell', 280, 1, 'BTC-P')
    const [short] = engine.positions('bob', 'BTC-P')
    expect(short).toMatchObject({ initialMarginE8: 2_315 * USDT, maintenanceMarginE8: 938 * USDT })
    // The buyer has paid all that can be lost.
    const [long] = engine.positions('ann', 'BTC-P')
    expect(long).toMatchObject({ initialMarginE8: 0, maintenanceMarginE8: 0, liquidationTicks: null })
  })

  test('is the domain’s to the last unit, for any price, size and side', () => {
    const dollars = (least: number, most: number) =>
      fc.integer({ min: least * 100, max: most * 100 }).map((n) => n / 100)
    const cases = fc.record({
      index: dollars(5_000, 60_000),
      mark: dollars(0, 8_000),
      steps: fc.integer({ min: 1, max: 200 }),
      lots: fc.integer({ min: 1, max: 300 }),
      isCall: fc.boolean(),
    })
    fc.assert(
      fc.property(cases, ({ index, mark: at, steps, lots, isCall }) => {
        const { engine, mark, run } = floor(['ann', 'bob'], 40_000_000)
        const symbol = isCall ? 'BTC-C' : 'BTC-P'
        // A mark that takes the price into the band.
        mark(symbol, steps * 5, index)
        run(place('bob', { symbol, side: 'sell', ticks: steps * 5 * DOLLAR, lots }))
        run(place('ann', { symbol, side: 'buy', ticks: steps * 5 * DOLLAR, lots }))
        mark(symbol, at, index)
        const [short] = engine.positions('bob', symbol)
        const text = (value: number) => toText<Price>(new Exact(value))
        const input = {
          contract: { strike: text(isCall ? 20_000 : 18_500), isCall },
          side: 'sell',
          qty: toText<Qty>(new Exact(lots).div(COIN)),
          index: text(index),
          mark: text(at),
          average: text(steps * 5),
        } as const
        const e8 = (money: string) => new Exact(money).times(USDT).toNumber()
        // The engine rounds each share up to a unit: two of them at most.
        const over = (found: number, exact: number) => found - exact >= 0 && found - exact < 2
        expect(over(short!.initialMarginE8, e8(optionInitialMargin(input)))).toBe(true)
        expect(over(short!.maintenanceMarginE8, e8(optionMaintenanceMargin(input)))).toBe(true)
        const rate = '0.0003' as Rate
        const fee = optionTradeFee({ qty: input.qty, price: text(steps * 5), index: text(index), rate })
        const wallet = engine.balances('bob')[0]!.walletE8
        const premium = steps * 5 * DOLLAR * lots * 10_000
        expect(Math.abs(40_000_000 * USDT + premium - wallet - e8(fee))).toBeLessThanOrEqual(0.5)
      }),
      { numRuns: 60 },
    )
  })

  test('an order holds premium and fee of a buy, margin and fee less the premium of a sell', () => {
    const { trade, engine } = floor()
    trade('ann', 'buy', 900, 1)
    expect(engine.balances('ann')[0]!.orderMarginE8).toBe(Math.round((900 + 6.075) * USDT))
    // Call 20,000, index 20,250, at 1,100: 15 % of the index is 3,037.5; + 1,100 − 1,100 + 6.075.
    trade('bob', 'sell', 1_100, 1)
    expect(engine.balances('bob')[0]!.orderMarginE8).toBe(Math.round((3_037.5 + 6.075) * USDT))
  })

  test('what a sell closes of a long is free, and a buy that closes a short frees margin', () => {
    const { trade, engine } = floor(['ann', 'bob', 'cat'])
    trade('bob', 'sell', 1_000, 1)
    trade('ann', 'buy', 1_000, 1)
    trade('ann', 'sell', 1_200, 1)
    expect(engine.balances('ann')[0]!.orderMarginE8).toBe(0)
    // Buying back at 900 costs 906.075 and frees 4,037.5: nothing has to be held.
    trade('bob', 'buy', 900, 1)
    expect(engine.balances('bob')[0]!.orderMarginE8).toBe(0)
  })

  test('nobody buys more premium, or sells more risk, than is there', () => {
    const { refused, trade } = floor(['ann', 'bob'], 5_000)
    expect(
      refused(place('ann', { symbol: 'BTC-C', side: 'buy', ticks: 1_000 * DOLLAR, lots: 5 * COIN })),
    ).toMatchObject({
      kind: 'insufficientBalance',
    })
    trade('ann', 'buy', 1_000, 4.9)
    expect(
      refused(place('bob', { symbol: 'BTC-C', side: 'sell', ticks: 1_000 * DOLLAR, lots: 2 * COIN })),
    ).toMatchObject({
      kind: 'insufficientBalance',
    })
    trade('bob', 'sell', 1_000, 1)
  })

  test('an option’s value backs nothing, and a perpetual beside it is backed by the wallet', () => {
    const { trade, engine, mark } = floor()
    trade('bob', 'sell', 1_000, 10)
    trade('ann', 'buy', 1_000, 10)
    const before = engine.balances('ann')[0]!
    mark('BTC-C', 6_000, 25_000)
    const after = engine.balances('ann')[0]!
    expect(after.availableE8).toBe(before.availableE8)
    expect(after.unrealisedE8).toBe(0)
    expect(after.paidValueE8).toBe(60_000 * USDT)
    // The seller has the other side of it.
    expect(engine.balances('bob')[0]!.paidValueE8).toBe(-60_000 * USDT)
  })
})

describe('what options do not have is refused by name', () => {
  test('leverage, triggers, take-profits, trailing stops, isolated margin', () => {
    const { refused, run, trade } = floor(['ann', 'bob', 'cat'])
    const order = { symbol: 'BTC-C', side: 'buy', ticks: 1_000 * DOLLAR, lots: COIN } as const
    expect(refused({ type: 'setLeverage', account: 'ann', symbol: 'BTC-C', leverageE2: 500 }).kind).toBe('noLeverage')
    const trigger = { ticks: 1_100 * DOLLAR, by: 'last', direction: 1 } as const
    expect(refused(place('ann', { ...order, trigger })).kind).toBe('noTriggers')
    const leg = { ticks: 2_000 * DOLLAR, by: 'last', orderType: 'market', limitTicks: 0, slippage: null } as const
    const tpSl = { mode: 'full', takeProfit: leg, stopLoss: null } as const
    expect(refused(place('ann', { ...order, tpSl })).kind).toBe('noTriggers')
    trade('bob', 'sell', 1_000, 1)
    trade('ann', 'buy', 1_000, 1)
    const guard = { type: 'setTpSl', account: 'ann', symbol: 'BTC-C', mode: 'full', takeProfit: leg } as const
    const rest = { stopLoss: null, lots: 0, takeProfitId: null, stopLossId: null, trailing: null } as const
    expect(refused({ ...guard, ...rest }).kind).toBe('noTriggers')
    expect(refused({ type: 'setMarginMode', account: 'ann', mode: 'isolated' })).toEqual({
      kind: 'marginModeRefused',
      reasons: [{ kind: 'crossOnly', symbol: 'BTC-C' }],
    })
    run({ type: 'setMarginMode', account: 'cat', mode: 'isolated' })
    expect(refused(place('cat', order)).kind).toBe('crossOnly')
  })
})

describe('price limits', () => {
  test('half of the mark, or a fortieth of the index where that is more, in steps of the option', () => {
    const { engine, run, mark } = floor()
    // 2.5 % of 20,250 is 506.25, half of the mark 500: 1,000 ± 506.25, inward to 5 dollars.
    expect(engine.priceBand('BTC-C')).toEqual({ maxBuyTicks: 1_505 * DOLLAR, minSellTicks: 495 * DOLLAR })
    mark('BTC-C', 2_001.11, 20_250)
    expect(engine.priceBand('BTC-C')).toEqual({ maxBuyTicks: 3_000 * DOLLAR, minSellTicks: 1_005 * DOLLAR })
    mark('BTC-C', 0, 20_250)
    expect(engine.priceBand('BTC-C')).toEqual({ maxBuyTicks: 505 * DOLLAR, minSellTicks: 5 * DOLLAR })
    const { result } = run(place('ann', { symbol: 'BTC-C', side: 'buy', ticks: 900 * DOLLAR, lots: COIN }))
    expect(result).toMatchObject({ ok: true, ticks: 505 * DOLLAR })
  })
})

test('an engine goes on from a snapshot exactly as the one that took it', () => {
  const { engine, trade, mark } = floor()
  trade('bob', 'sell', 1_000, 3)
  trade('ann', 'buy', 1_000, 2)
  mark('BTC-C', 1_400, 20_900)
  const back = restoreEngine([BTC, CALL, PUT], JSON.parse(JSON.stringify(engine.snapshot())))
  const deliver = { type: 'deliver', symbol: 'BTC-C', ticks: 21_000 * DOLLAR, feeRateE8: 15_000 } as const
  expect(back.handle(deliver, 9_000)).toEqual(engine.handle(deliver, 9_000))
  expect(back.snapshot()).toEqual(engine.snapshot())
})

describe('open orders', () => {
  test('are at most 50 of an account in all options of one coin, however they are spread over strikes', () => {
    const other = { ...CALL, symbol: 'ETH-C', underlying: 'ETH' }
    const engine = createEngine([BTC, { ...CALL, underlying: 'BTC' }, { ...PUT, underlying: 'BTC' }, other])
    let nowMs = 1_000
    const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1)).result
    for (const account of ['ann', 'bob']) {
      run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
      run({ type: 'credit', account, coin: 'USDT', amountE8: 1_000_000 * USDT })
    }
    for (const { symbol } of [CALL, PUT, other])
      run({ type: 'mark', symbol, markTicks: 1_000 * DOLLAR, indexTicks: 20_250 * DOLLAR })
    const bid = (account: string, symbol: string) =>
      run(place(account, { symbol, side: 'buy', ticks: 500 * DOLLAR, lots: 1 }))
    const first = bid('ann', 'BTC-C')
    for (let n = 1; n < 50; n++) expect(bid('ann', n % 2 === 0 ? 'BTC-C' : 'BTC-P')).toMatchObject({ ok: true })
    for (const symbol of ['BTC-C', 'BTC-P'])
      expect(bid('ann', symbol)).toEqual({ ok: false, refusal: { kind: 'tooManyOrders', limit: 50 } })
    // Another coin has its own, another account too; and what cannot rest needs no place.
    expect(bid('ann', 'ETH-C')).toMatchObject({ ok: true })
    expect(bid('bob', 'BTC-C')).toMatchObject({ ok: true })
    const takes = place('ann', { symbol: 'BTC-C', side: 'buy', ticks: 500 * DOLLAR, lots: 1 })
    expect(run({ ...takes, timeInForce: 'immediateOrCancel' })).toMatchObject({ ok: true })
    const { orderId } = first as { orderId: string }
    run({ type: 'cancel', account: 'ann', symbol: 'BTC-C', orderId, linkId: null })
    expect(bid('ann', 'BTC-P')).toMatchObject({ ok: true })
  })
})
