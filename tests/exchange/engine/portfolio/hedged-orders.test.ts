import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import { place, USDT } from '../engine-fixture'
import { COINS } from '../lending/lending-fixture'
import { DOLLAR } from '../options/option-fixture'
import { COIN, PAIR } from '../spot-fixture'
import { coinLots, INSTRUMENTS } from './portfolio-fixture'

const MARKET = [...INSTRUMENTS, { ...PAIR, takerRateE8: 0, makerRateE8: 0 }]
/** Dollars at an index of 20,000: contracts stand at it, options at something near what they are worth at 60 %. */
const MARKS: Readonly<Record<string, number>> = {
  C18000: 3_150,
  P18000: 1_150,
  C20000: 1_900,
  P20000: 1_900,
  C22000: 1_150,
  P22000: 3_150,
}
const ticksOf = (symbol: string): number => (MARKS[symbol] === undefined ? 200_000 : MARKS[symbol] * DOLLAR)

/** Ann has portfolio margin, a million dollars and some coins that hedge. */
function hedgingDesk(bitcoin: number, { rules = PRESENT_RULES, hedges = true } = {}) {
  const engine = createEngine(MARKET, COINS, rules)
  let nowMs = 1_000
  const ok = (command: EngineCommand) => {
    const { result } = engine.handle(command, (nowMs += 1))
    if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  }
  for (const account of ['ann', 'mm']) {
    ok({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    ok({ type: 'credit', account, coin: 'USDT', amountE8: 1_000_000 * USDT })
  }
  if (bitcoin > 0) ok({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: bitcoin * COIN })
  for (const { symbol, terms } of MARKET) {
    const indexTicks = terms?.kind === 'option' ? 20_000 * DOLLAR : 200_000
    const ofOption = terms?.kind === 'option' ? { forwardTicks: indexTicks, volatilityE8: 60_000_000 } : {}
    ok({ type: 'mark', symbol, markTicks: ticksOf(symbol), indexTicks, ...ofOption })
  }
  ok({ type: 'setMarginMode', account: 'ann', mode: 'portfolio', accountWide: true })
  if (hedges) ok({ type: 'setSpotHedge', account: 'ann', isOn: true })
  return {
    engine,
    order: (account: string, side: 'buy' | 'sell', symbol: string, tenths: number) =>
      ok(place(account, { side, symbol, ticks: ticksOf(symbol), lots: coinLots(symbol, tenths / 10) })),
    /** Whole dollars, with all orders at the mark and no fees: 1.2 × the margin of the fills that lose most. */
    initial: () => engine.lending('ann')!.figures!.initialE8 / USDT,
    /** Once so much was traded besides. */
    maintenanceAfter: (trades: readonly { readonly symbol: string; readonly lots: number }[]) =>
      engine.portfolioAfter('ann', trades)!.reduce((sum, { maintenanceE8 }) => sum + maintenanceE8, 0) / USDT,
  }
}

test('an order beside a spot hedge holds at rest what it holds once filled', () => {
  // A perpetual short by a tenth against coins, and a put sold: filled, it takes of the hedge what it adds to the delta.
  const margins = [PRESENT_RULES, { ...PRESENT_RULES, hedgesWorstFills: false, freesContingency: false }].map(
    (rules) => {
      const desk = hedgingDesk(1, { rules })
      desk.order('mm', 'buy', 'BTCUSDT', 1)
      desk.order('ann', 'sell', 'BTCUSDT', 1)
      desk.order('ann', 'sell', 'P20000', 1)
      const filled = 1.2 * desk.maintenanceAfter([{ symbol: 'P20000', lots: -coinLots('P20000', 0.1) }])
      return { atRest: desk.initial(), filled }
    },
  )
  const [now, former] = margins
  expect(now!.atRest).toBeCloseTo(now!.filled, 2)
  // Exchanges that began before go on as they did: some 5 % too little.
  expect(former!.atRest).toBeLessThan(former!.filled * 0.96)
})

const deals = fc.array(
  fc.record({
    symbol: fc.constantFrom(...INSTRUMENTS.map(({ symbol }) => symbol)),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    tenths: fc.integer({ min: 1, max: 30 }),
  }),
  { maxLength: 4 },
)

/** All choices of which of the orders fill, as trades. */
function choicesOf(
  orders: readonly { readonly symbol: string; readonly side: 'buy' | 'sell'; readonly tenths: number }[],
) {
  return Array.from({ length: 1 << orders.length }, (_, choice) =>
    orders
      .filter((_one, at) => (choice & (1 << at)) !== 0)
      .map(({ side, symbol, tenths }) => ({ symbol, lots: coinLots(symbol, tenths / 10) * (side === 'buy' ? 1 : -1) })),
  )
}

test('no choice of fills needs more than the orders hold at rest, with a spot hedge or without', () => {
  fc.assert(
    fc.property(deals, deals, fc.integer({ min: 0, max: 5 }), (held, orders, bitcoin) => {
      const desk = hedgingDesk(bitcoin, { hedges: bitcoin > 0 })
      for (const { side, symbol, tenths } of held) {
        desk.order('mm', side === 'buy' ? 'sell' : 'buy', symbol, tenths)
        desk.order('ann', side, symbol, tenths)
      }
      // Of a market one side alone: both would meet.
      const resting = orders.filter(({ symbol }, at) => orders.findIndex((one) => one.symbol === symbol) === at)
      for (const { side, symbol, tenths } of resting) desk.order('ann', side, symbol, tenths)
      const atRest = desk.initial()
      for (const trades of choicesOf(resting))
        expect(1.2 * desk.maintenanceAfter(trades)).toBeLessThanOrEqual(atRest + 0.001)
    }),
    { numRuns: 200 },
  )
})

const sized = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  tenths: fc.integer({ min: 1, max: 30 }),
})

test('one contract and one option of each strike hold exactly what their dearest fills need (ADR-1058)', () => {
  const markets = ['BTCUSDT', 'C18000', 'P20000', 'C22000']
  fc.assert(
    fc.property(fc.array(sized, { minLength: 8, maxLength: 8 }), (all) => {
      const desk = hedgingDesk(0, { hedges: false })
      const orders = markets.map((symbol, at) => ({ symbol, ...all[4 + at]! }))
      for (const [at, symbol] of markets.entries()) {
        const { side, tenths } = all[at]!
        desk.order('mm', side === 'buy' ? 'sell' : 'buy', symbol, tenths)
        desk.order('ann', side, symbol, tenths)
      }
      for (const { side, symbol, tenths } of orders) desk.order('ann', side, symbol, tenths)
      const dearest = Math.max(...choicesOf(orders).map((trades) => 1.2 * desk.maintenanceAfter(trades)))
      expect(desk.initial()).toBeCloseTo(dearest, 3)
    }),
    { numRuns: 100 },
  )
})
