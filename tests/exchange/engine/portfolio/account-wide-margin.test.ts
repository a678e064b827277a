import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { ofType, place, USDT } from '../engine-fixture'
import { COIN } from '../spot-fixture'
import { COIN_LOTS, desk, INSTRUMENTS, LENT } from './account-wide-fixture'

describe('portfolio margin of the whole account (issue 21.5, ADR-960)', () => {
  test('what is long in one coin hedges what is short in another', () => {
    const one = desk()
    one.deal('sell', 'BTCUSDT', COIN_LOTS)
    one.deal('buy', 'BTCPERP', COIN_LOTS)
    // Nothing is lost. 120 for each contract, 1 % of 20,000 that stands against itself, ½ % of it between two coins.
    expect(one.margins()).toEqual([540, 648])
    const [unit] = one.report()
    expect(unit).toMatchObject({ underlying: 'BTC', settleCoin: 'USD', maintenanceE8: 540 * USDT, hedgeE8: 0 })
    expect(unit!.contingency).toEqual({
      shortOptionE8: 0,
      futureE8: 240 * USDT,
      offsetE8: 200 * USDT,
      coinsE8: 100 * USDT,
    })
    // Without either, the other one stands alone: 2,000 and 120.
    expect(unit!.positions.map(({ withoutE8 }) => withoutE8)).toEqual([2_120 * USDT, 2_120 * USDT])
  })

  test('each coin by itself margins both, as before there was a choice', () => {
    const one = desk(0, false)
    one.deal('sell', 'BTCUSDT', COIN_LOTS)
    one.deal('buy', 'BTCPERP', COIN_LOTS)
    expect(one.engine.balances('ann').map(({ coin, maintenanceE8 }) => [coin, maintenanceE8 / USDT])).toEqual([
      ['USDT', 2_120],
      ['USDC', 2_120],
    ])
  })

  test('the balances’ margins sum to that of the account', () => {
    const one = desk()
    one.deal('sell', 'BTCUSDT', 2 * COIN_LOTS)
    one.deal('buy', 'BTCPERP', COIN_LOTS)
    const rows = one.engine.balances('ann')
    // A short of two against a long of one: 2,000, three times 120, 200 and 100.
    expect(one.margins()).toEqual([2_660, 3_192])
    expect(rows.reduce((sum, { maintenanceE8 }) => sum + maintenanceE8, 0)).toBeCloseTo(2_660 * USDT, -1)
  })

  test('an inverse contract moves with the dollar there: a long of it hedges a short in USDT', () => {
    const one = desk(1)
    one.deal('sell', 'BTCUSDT', COIN_LOTS)
    one.deal('buy', 'BTCUSD', 200)
    // Coins of an inverse contract are no whole number: a unit is rounded up.
    expect(one.margins().map(Math.round)).toEqual([540, 648])
  })

  test('a coin in the wallet hedges what is short, once that is chosen', () => {
    const one = desk(1)
    one.deal('sell', 'BTCUSDT', COIN_LOTS)
    expect(one.margins()).toEqual([2_120, 2_544])
    one.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
    expect(one.margins()).toEqual([120, 144])
    expect(one.report()[0]).toMatchObject({ hedgeE8: COIN, maintenanceE8: 120 * USDT })
    // The half of it that is short alone hedges.
    one.deal('buy', 'BTCUSDT', COIN_LOTS / 2)
    expect(one.report()[0]).toMatchObject({ hedgeE8: COIN / 2, maintenanceE8: 60 * USDT })
    one.ok({ type: 'setSpotHedge', account: 'ann', isOn: false })
    expect(one.margins()).toEqual([1_060, 1_272])
  })

  test('an order to sell what is hedged holds back no loss; the order that would take the hedge away does', () => {
    const one = desk(1)
    one.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
    one.ok(one.order('ann', { side: 'sell', symbol: 'BTCUSDT', lots: COIN_LOTS }))
    // 1.2 × 120.
    expect(one.margins()).toEqual([0, 144])
    one.ok(one.order('mm', { side: 'buy', symbol: 'BTCUSDT', lots: COIN_LOTS }))
    expect(one.margins()).toEqual([120, 144])
    // Coins on offer hedge nothing: 1.2 × 2,120, and nothing is lost by the swap of a coin that counts at 95 %.
    one.ok(one.order('ann', { side: 'sell', symbol: 'BTC/USDT', lots: COIN_LOTS }))
    expect(one.margins()).toEqual([2_120, 2_544])
  })

  test('coins that hedge are not sold when the account could not carry what they hedged', () => {
    const one = desk(8)
    one.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
    one.deal('sell', 'BTCUSDT', 8 * COIN_LOTS)
    // 172,000 back 1.2 × 960 = 1,152; without the hedge it would be 1.2 × 16,960 = 20,352 and can be carried.
    one.deal('sell', 'BTC/USDT', 8 * COIN_LOTS)
    expect(one.margins()).toEqual([16_960, 20_352])
    const other = desk(80)
    other.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
    other.deal('sell', 'BTCUSDT', 80 * COIN_LOTS)
    const { initialE8, equityE8 } = other.engine.lending('ann')!.figures!
    expect(initialE8).toBeLessThan(equityE8)
    // However many coins are sold, what is left carries its initial margin.
    for (let tries = 0; tries < 20; tries++) {
      other.run(other.order('mm', { side: 'buy', symbol: 'BTC/USDT', lots: 20 * COIN_LOTS }))
      other.run(other.order('ann', { side: 'sell', symbol: 'BTC/USDT', lots: 20 * COIN_LOTS }))
      const figures = other.engine.lending('ann')!.figures!
      expect(figures.initialE8).toBeLessThanOrEqual(figures.equityE8)
    }
  })

  test('is refused with another margin mode, and where the account could not carry what it has', () => {
    const one = desk(1)
    one.ok({ type: 'setMarginMode', account: 'ann', mode: 'cross' })
    expect(one.refusal({ type: 'setSpotHedge', account: 'ann', isOn: true })).toEqual({
      kind: 'switchRefused',
      why: 'mode',
    })
    const two = desk(20)
    two.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
    two.deal('sell', 'BTCUSDT', 80 * COIN_LOTS)
    two.deal('sell', 'BTCPERP', 80 * COIN_LOTS)
    // 20,000 dollars and 10 × 95 % + 10 × 90 % of 20 coins are 390,000. 160 coins are short: 1.2 × (140 × 2,000 + 160 × 120)
    // is 359,040; without the hedge of 20 it is 48,000 more, and not to be carried.
    const { initialE8, equityE8 } = two.engine.lending('ann')!.figures!
    expect([equityE8 / USDT, initialE8 / USDT]).toEqual([390_000, 359_040])
    expect(two.refusal({ type: 'setSpotHedge', account: 'ann', isOn: false })).toEqual({
      kind: 'switchRefused',
      why: 'margin',
    })
    expect(two.engine.lending('ann')!.hedgesSpot).toBe(true)
  })

  test('a rise takes nothing of whom the coin hedges, and liquidates whom it does not', () => {
    const hedged = desk(4)
    hedged.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
    hedged.deal('sell', 'BTCUSDT', 4 * COIN_LOTS)
    const bare = desk()
    bare.deal('sell', 'BTCUSDT', 4 * COIN_LOTS)
    expect(ofType(hedged.at(26_000).events, 'liquidation')).toEqual([])
    expect(ofType(bare.at(26_000).events, 'liquidation')).not.toEqual([])
    for (const { engine } of [hedged, bare])
      for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('leaves with its mode: every coin stands by itself again, unless something is owed', () => {
    const one = desk()
    one.ok({ type: 'setMarginMode', account: 'ann', mode: 'cross' })
    expect(one.engine.sharesCollateral('ann')).toBe(false)
    one.ok({ type: 'setMarginMode', account: 'ann', mode: 'portfolio', accountWide: true })
    // 12,000 lost in USDT, of which there are 10,000: the rest is owed, and backed by USDC.
    one.deal('buy', 'BTCUSDT', 2 * COIN_LOTS)
    one.at(14_000)
    expect(one.engine.lending('ann')!.figures).not.toBeNull()
    expect(one.refusal({ type: 'setMarginMode', account: 'ann', mode: 'cross' })).toMatchObject({
      kind: 'marginModeRefused',
      // Equity of USDT alone: 10,000 − 12,000.
      reasons: [{ kind: 'wouldLiquidate', symbol: null, coin: 'USDT' }],
    })
    expect(one.engine.marginMode('ann')).toBe('portfolio')
    expect(one.engine.sharesCollateral('ann')).toBe(true)
  })

  test('what coins fall short of together is said once, of the account', () => {
    const one = desk()
    one.ok({ type: 'setMarginMode', account: 'ann', mode: 'cross' })
    one.ok({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 10_000 })
    one.deal('buy', 'BTCUSDT', 10 * COIN_LOTS)
    expect(one.refusal({ type: 'setMarginMode', account: 'ann', mode: 'portfolio', accountWide: true })).toEqual({
      kind: 'marginModeRefused',
      reasons: [{ kind: 'wouldLiquidate', symbol: null }],
    })
  })

  test('a snapshot brings it back', () => {
    const one = desk(1)
    one.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
    one.deal('sell', 'BTCUSDT', COIN_LOTS)
    const again = restoreEngine(INSTRUMENTS, JSON.parse(JSON.stringify(one.engine.snapshot())) as unknown, LENT)
    expect(again.lending('ann')).toEqual(one.engine.lending('ann'))
    expect(again.portfolio('ann')).toEqual(one.engine.portfolio('ann'))
  })
})

/** Of what is rounded up in dollars and then in a coin, a preview's margin may be a unit of each more or less. */
const UNITS = 4

function expectNear(told: object, is: object): void {
  const amounts = (of: object) =>
    Object.entries(of).flatMap(([key, value]) => (typeof value === 'number' ? [[key, value] as const] : []))
  const found = new Map(amounts(told))
  for (const [key, value] of amounts(is)) expect(Math.abs(found.get(key)! - value), key).toBeLessThanOrEqual(UNITS)
}

describe('laws of the whole account', () => {
  const held = fc.array(
    fc.record({
      symbol: fc.constantFrom('BTCUSDT', 'BTCPERP', 'BTCUSD'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      share: fc.integer({ min: 1, max: 10 }),
    }),
    { maxLength: 6 },
  )

  test('it is never above the sum of each coin by itself and what stands between them; a hedge never raises it', () => {
    fc.assert(
      fc.property(held, fc.integer({ min: 0, max: 3 }), (deals, bitcoin) => {
        const [together, apart] = [desk(bitcoin), desk(bitcoin, false)]
        for (const one of [together, apart]) {
          one.ok({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: 5 * COIN })
          for (const { side, symbol, share } of deals)
            one.deal(side, symbol, symbol === 'BTCUSD' ? share * 10 : share * 20)
        }
        const sum = apart.engine
          .balances('ann')
          .reduce((all, { coin, maintenanceE8 }) => all + maintenanceE8 * (coin === 'BTC' ? 20_000 : 1), 0)
        const { maintenanceE8 } = together.engine.lending('ann')!.figures!
        const between = together.report()[0]?.contingency
        const inverse = deals.filter(({ symbol }) => symbol === 'BTCUSD').length
        // An inverse contract's loss in coins is less by a tenth of itself than in dollars of then.
        const curve = inverse === 0 ? 0 : sum * 0.12
        expect(maintenanceE8).toBeLessThanOrEqual(
          sum + curve + (between?.offsetE8 ?? 0) + (between?.coinsE8 ?? 0) + 1_000,
        )
        together.ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
        expect(together.engine.lending('ann')!.figures!.maintenanceE8).toBeLessThanOrEqual(maintenanceE8)
      }),
      { numRuns: 100 },
    )
  })

  test('orders never lower it', () => {
    fc.assert(
      fc.property(held, held, fc.boolean(), (deals, orders, hedges) => {
        const one = desk(2)
        one.ok({ type: 'setSpotHedge', account: 'ann', isOn: hedges })
        for (const { side, symbol, share } of deals)
          one.deal(side, symbol, symbol === 'BTCUSD' ? share * 10 : share * 20)
        let [, before] = one.margins()
        for (const { side, symbol, share } of orders) {
          const ticks = side === 'buy' ? 199_000 : 201_000
          one.run(place('ann', { side, symbol, ticks, lots: symbol === 'BTCUSD' ? share * 10 : share * 20 }))
          const [, after] = one.margins()
          expect(after).toBeGreaterThanOrEqual(before! - 1e-6)
          before = after
        }
      }),
      { numRuns: 100 },
    )
  })

  test('what a preview says of an order is what becomes of it', () => {
    let taken = 0
    fc.assert(
      fc.property(held, held, fc.boolean(), (deals, orders, hedges) => {
        const one = desk(2)
        one.ok({ type: 'setSpotHedge', account: 'ann', isOn: hedges })
        for (const { side, symbol, share } of deals)
          one.deal(side, symbol, symbol === 'BTCUSD' ? share * 10 : share * 20)
        for (const { side, symbol, share } of orders) {
          const lots = symbol === 'BTCUSD' ? share * 10 : share * 20
          const order = place('ann', { side, symbol, ticks: side === 'buy' ? 199_000 : 201_000, lots })
          const preview = one.engine.preview(order)!
          const { result } = one.run(order)
          expect(result.ok).toBe(preview.refusal === null)
          if (!result.ok) continue
          taken += 1
          const balances = one.engine.balances('ann')
          expect(preview.after!.map(({ coin }) => coin)).toEqual(balances.map(({ coin }) => coin))
          balances.forEach((row, at) => expectNear(preview.after![at]!, row))
          expectNear(preview.lending!.figures!, one.engine.lending('ann')!.figures!)
        }
      }),
      { numRuns: 100 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})
