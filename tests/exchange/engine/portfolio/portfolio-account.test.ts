import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine, restoreEngine } from '../../../../exchange/engine/create-engine'
import { mark, place, USDT } from '../engine-fixture'
import { desk, INSTRUMENTS } from './portfolio-fixture'

const PORTFOLIO = { type: 'setMarginMode', mode: 'portfolio' } as const

describe('margin of an account by its portfolio (semantics.md §1.8)', () => {
  test('one coin long: 10 % of its price and 0.6 % of the index, IM 1.2 of that', () => {
    const { deal, usdt } = desk({ ann: 10_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    // MM = 2,000 + 120 = 2,120; IM = 2,544; available 10,000 − 2,544.
    expect(usdt('ann')).toMatchObject({
      maintenanceE8: 2_120 * USDT,
      positionMarginE8: 2_544 * USDT,
      orderMarginE8: 0,
      availableE8: 7_456 * USDT,
    })
  })

  test('perpetual against future: nothing of the grid, both contingencies and a hundredth of what stands against', () => {
    const { deal, usdt } = desk({ ann: 10_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    deal('mm', 'ann', 'BTC-FUTURE', 20_000, 1)
    // 2 × 20,000 × 0.006 + 20,000 × 0.01 = 440.
    expect(usdt('ann').maintenanceE8).toBe(440 * USDT)
  })

  test('a call and a written put are a future: a short perpetual hedges them whole', () => {
    const { deal, usdt } = desk({ ann: 10_000 })
    deal('ann', 'mm', 'C20000', 1_900, 1)
    deal('mm', 'ann', 'P20000', 1_900, 1)
    const alone = usdt('ann').maintenanceE8
    // Call − put = forward − strike: 2,000 at −10 %; options of one strike, none short in the net.
    expect(alone / USDT).toBeCloseTo(2_000, 6)
    deal('mm', 'ann', 'BTCUSDT', 20_000, 1)
    expect(usdt('ann').maintenanceE8 / USDT).toBeCloseTo(120, 6)
  })

  test('a box is flat: it asks for no more than what doubles round, a millionth of a dollar', () => {
    const { deal, usdt } = desk({ ann: 20_000 })
    deal('ann', 'mm', 'C18000', 3_150, 1)
    deal('mm', 'ann', 'P18000', 1_150, 1)
    deal('mm', 'ann', 'C22000', 1_150, 1)
    deal('ann', 'mm', 'P22000', 3_150, 1)
    expect(usdt('ann').maintenanceE8).toBeLessThanOrEqual(100)
  })

  test('what an option is worth backs the account: equity and what is available count it', () => {
    const { deal, usdt } = desk({ ann: 10_000 })
    deal('ann', 'mm', 'C20000', 1_900, 1)
    const { walletE8, paidValueE8, positionMarginE8, availableE8, maintenanceE8 } = usdt('ann')
    expect(walletE8).toBe(8_100 * USDT)
    expect(paidValueE8).toBe(1_900 * USDT)
    expect(availableE8).toBe(10_000 * USDT - positionMarginE8)
    // A long option loses no more than it is worth.
    expect(maintenanceE8).toBeLessThanOrEqual(1_960 * USDT)
  })

  test('no position has a margin or a price of liquidation of its own', () => {
    const { deal, engine } = desk({ ann: 10_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    expect(engine.positions('ann', 'BTCUSDT')[0]).toMatchObject({
      initialMarginE8: 0,
      maintenanceMarginE8: 0,
      liquidationTicks: null,
      bankruptcyTicks: null,
      marginMode: 'portfolio',
    })
  })

  test('a hedge raises the margin by no more than it would hold alone', () => {
    const SYMBOLS = ['BTCUSDT', 'C18000', 'P18000', 'C20000', 'P20000', 'C22000', 'P22000'] as const
    const deals = fc.array(fc.tuple(fc.constantFrom(...SYMBOLS), fc.boolean(), fc.integer({ min: 1, max: 30 })), {
      minLength: 1,
      maxLength: 6,
    })
    const PRICE: Readonly<Record<string, number>> = { BTCUSDT: 20_000, C18000: 3_150, P22000: 3_150 }
    fc.assert(
      fc.property(deals, deals, (one, other) => {
        const { deal, usdt } = desk({ ann: 5_000_000, bob: 5_000_000, cat: 5_000_000 })
        const make = (user: string, rows: typeof one) => {
          for (const [symbol, isBuy, tenths] of rows) {
            const price = PRICE[symbol] ?? (symbol.endsWith('20000') ? 1_900 : 1_150)
            deal(isBuy ? user : 'mm', isBuy ? 'mm' : user, symbol, price, tenths / 10)
          }
        }
        make('ann', one)
        make('bob', other)
        make('cat', [...one, ...other])
        const sum = usdt('ann').maintenanceE8 + usdt('bob').maintenanceE8
        expect(usdt('cat').maintenanceE8).toBeLessThanOrEqual(sum + 3)
      }),
      { numRuns: 40 },
    )
  })
})

describe('portfolio margin as an account’s mode (semantics.md §2.8)', () => {
  test('it is chosen for the whole account, and given back', () => {
    const { deal, engine, run, usdt } = desk({ ann: 10_000 }, false)
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    // Cross at 10×: 2,000 without fees.
    expect(usdt('ann').positionMarginE8).toBe(2_000 * USDT)
    expect(run({ ...PORTFOLIO, account: 'ann' }).result).toEqual({ ok: true })
    expect(engine.marginMode('ann')).toBe('portfolio')
    expect(usdt('ann').positionMarginE8).toBe(2_544 * USDT)
    expect(run({ type: 'setMarginMode', account: 'ann', mode: 'cross' }).result).toEqual({ ok: true })
    expect(usdt('ann').positionMarginE8).toBe(2_000 * USDT)
  })

  test('refused with every reason: what the account cannot carry, and sides that are apart', () => {
    const { deal, refused, run, engine } = desk({ ann: 2_300, bob: 2_050, cat: 10_000 }, false)
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    deal('bob', 'mm', 'BTCUSDT', 20_000, 1)
    run({ type: 'setPositionMode', account: 'cat', symbol: 'BTCUSDT', coin: null, mode: 'hedge' })
    const reasons = (account: string) => refused({ ...PORTFOLIO, account })
    // 2,544 of IM and 2,120 of MM.
    expect(reasons('ann')).toEqual({
      kind: 'marginModeRefused',
      reasons: [{ kind: 'insufficientBalance', symbol: null, coin: 'USDT' }],
    })
    expect(reasons('bob')).toEqual({
      kind: 'marginModeRefused',
      reasons: [{ kind: 'wouldLiquidate', symbol: null, coin: 'USDT' }],
    })
    expect(reasons('cat')).toEqual({ kind: 'marginModeRefused', reasons: [{ kind: 'hedgeMode', symbol: 'BTCUSDT' }] })
    expect(engine.marginMode('ann')).toBe('cross')
  })

  test('it has no leverage, no margin of positions and no hedge mode', () => {
    const { deal, refused } = desk({ ann: 10_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    const ann = { account: 'ann', symbol: 'BTCUSDT' } as const
    expect(refused({ type: 'setLeverage', ...ann, leverageE2: 500 })).toEqual({ kind: 'portfolioMargin' })
    expect(refused({ type: 'setPositionMode', ...ann, coin: null, mode: 'hedge' })).toEqual({ kind: 'portfolioMargin' })
    expect(refused({ type: 'addMargin', ...ann, positionIdx: 0, amountE8: USDT })).toEqual({ kind: 'notIsolated' })
    expect(refused({ type: 'setAutoAddMargin', ...ann, positionIdx: 0, isOn: true })).toEqual({
      kind: 'autoMarginNotIsolated',
    })
  })

  test('an account that was opened for it has it for good', () => {
    const { engine, refused, run } = desk({})
    run({ type: 'openAccount', account: 'pam', role: 'user', kind: 'pm', defaultLeverageE2: 1_000 })
    expect(engine.marginMode('pam')).toBe('portfolio')
    expect(refused({ type: 'setMarginMode', account: 'pam', mode: 'cross' })).toEqual({ kind: 'portfolioMargin' })
    expect(refused({ ...PORTFOLIO, account: 'pam' })).toEqual({ kind: 'modeUnchanged' })
  })

  test('it trades nothing that is not listed yet, and is not chosen while such a contract is held', () => {
    const early = { ...INSTRUMENTS[0]!, symbol: 'EARLY', isPreMarket: true }
    const engine = createEngine([early])
    const run = (command: Parameters<typeof engine.handle>[0]) => engine.handle(command, 1).result
    for (const account of ['ann', 'bob']) {
      run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
      run({ type: 'credit', account, coin: 'USDT', amountE8: 10_000 * USDT })
    }
    const order = place('ann', { symbol: 'EARLY', ticks: 200_000, lots: 10 })
    expect(run(order)).toMatchObject({ ok: true })
    const reasons = [{ kind: 'preMarket', symbol: 'EARLY' }]
    expect(run({ ...PORTFOLIO, account: 'ann' })).toEqual({
      ok: false,
      refusal: { kind: 'marginModeRefused', reasons },
    })
    expect(run({ ...PORTFOLIO, account: 'bob' })).toEqual({ ok: true })
    expect(run({ ...order, account: 'bob' })).toEqual({ ok: false, refusal: { kind: 'preMarketPortfolio' } })
  })

  test('a snapshot holds the mode, and what margins by it stands on', () => {
    const { deal, engine } = desk({ ann: 30_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    deal('mm', 'ann', 'C22000', 1_150, 2)
    const restored = restoreEngine(INSTRUMENTS, JSON.parse(JSON.stringify(engine.snapshot())) as unknown)
    expect(restored.balances('ann')).toEqual(engine.balances('ann'))
    const next = mark(198_000, 198_000)
    expect(restored.handle(next, 9_000)).toEqual(engine.handle(next, 9_000))
    expect(restored.balances('ann')).toEqual(engine.balances('ann'))
    expect(restored.snapshot()).toEqual(engine.snapshot())
  })
})
