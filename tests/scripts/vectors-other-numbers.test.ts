import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '../../scripts/vectors/evaluate'

/**
 * The format of the worked examples with numbers that nobody published: the exchange's integers and the Decimal rules
 * must give the same, and the exchange must have an answer. Each shape names the results that it asks for.
 */
interface Shape {
  readonly topic: string
  readonly inputs: fc.Arbitrary<Readonly<Record<string, unknown>>>
  readonly results: readonly string[]
}

const SEED = Number(process.env['HALYARD_VECTORS_SEED'] || 20_261_121)

/** A decimal of so many places between two bounds, as text. */
const decimal = (min: number, max: number, places: number) =>
  fc
    .integer({ min: Math.round(min * 10 ** places), max: Math.round(max * 10 ** places) })
    .map((n) => (n / 10 ** places).toFixed(places))

const side = fc.constantFrom('Buy', 'Sell')
const price = decimal(100, 90_000, 1)
const qty = decimal(0.001, 20, 3)
const contracts = decimal(100, 500_000, 0)
const leverage = decimal(1, 100, 0)
const rate = decimal(0.0001, 0.002, 5)
const mmr = decimal(0.003, 0.01, 4)
const linear = { kind: fc.constant('linear'), side, qty, leverage, takerFee: rate }
const inverse = { kind: fc.constant('inverse'), side, qty: contracts, leverage, takerFee: rate }
const isolated = { mode: fc.constant('isolated'), mmr }

const fills = fc.array(fc.tuple(decimal(0.01, 5, 2), price), { minLength: 1, maxLength: 4 })
const tiers = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .map(([a, b, c]) => [
    [a * 100_000, 0.003],
    [(a + b) * 100_000, 0.003 + b / 1_000],
    [(a + b + c) * 100_000, 0.003 + (b + c) / 1_000],
  ])

const shapes: Readonly<Record<string, Shape>> = {
  'order cost, linear': {
    topic: 'order-cost',
    inputs: fc.record({ ...linear, price }),
    results: ['initialMargin', 'feeToOpen', 'feeToClose', 'orderCost'],
  },
  'order cost, inverse': {
    topic: 'order-cost',
    inputs: fc.record({ ...inverse, price }),
    results: ['initialMargin', 'feeToOpen', 'feeToClose', 'orderCost', 'bustPrice'],
  },
  'quantity for a cost': {
    topic: 'order-cost',
    inputs: fc.record({ kind: linear.kind, side, orderCost: decimal(10, 9_000, 2), price, leverage, takerFee: rate }),
    results: ['qty'],
  },
  fee: { topic: 'fee', inputs: fc.record({ kind: linear.kind, qty, price, rate }), results: ['fee'] },
  'fee, inverse with a rebate': {
    topic: 'fee',
    inputs: fc.record({ kind: inverse.kind, qty: contracts, price, rate: decimal(-0.001, 0.001, 5) }),
    results: ['fee'],
  },
  'fees of a round': {
    topic: 'fee',
    inputs: fc.record({
      kind: inverse.kind,
      qty: contracts,
      entry: price,
      exit: price,
      taker: rate,
      makerRebate: rate,
    }),
    results: ['takerTaker', 'makerMakerRebate'],
  },
  execution: {
    topic: 'execution',
    inputs: fc.record({
      kind: linear.kind,
      qty,
      price,
      rate,
      cashFlow: decimal(-50, 50, 2),
      funding: decimal(-5, 5, 4),
    }),
    results: ['execValue', 'execFee', 'change'],
  },
  'closing execution': {
    topic: 'execution',
    inputs: fc.record({ kind: linear.kind, side, qty, execPrice: price, entry: price }),
    results: ['execPnl'],
  },
  'average entry': {
    topic: 'pnl',
    inputs: fc.record({ kind: linear.kind, fills }),
    results: ['avgEntry', 'totalValue'],
  },
  'average entry, inverse': {
    topic: 'pnl',
    inputs: fc.record({
      kind: inverse.kind,
      fills: fc.array(fc.tuple(contracts, price), { minLength: 1, maxLength: 4 }),
    }),
    results: ['avgEntry', 'totalValue'],
  },
  'unrealised result': {
    topic: 'pnl',
    inputs: fc.record({ ...linear, entry: price, price }),
    results: ['upnl', 'initialMargin', 'feeToClose', 'roiPercent'],
  },
  'unrealised result, inverse': {
    topic: 'pnl',
    inputs: fc.record({ ...inverse, entry: price, mark: price }),
    results: ['upnl', 'positionValue', 'pnlPercent'],
  },
  'closed result': {
    topic: 'pnl',
    inputs: fc.record({ kind: linear.kind, side, qty, entry: price, exit: price, takerFee: rate }),
    results: ['closedPnl', 'openFee', 'closeFee'],
  },
  'price of a return': {
    topic: 'pnl',
    inputs: fc.record({
      kind: linear.kind,
      side,
      entry: price,
      leverage: decimal(5, 100, 0),
      roiPercent: decimal(-90, 300, 1),
    }),
    results: ['targetPrice'],
  },
  'position margin': {
    topic: 'margin',
    inputs: fc.record({ ...linear, mode: fc.constantFrom('cross', 'isolated'), entry: price, mark: price }),
    results: ['initialMargin', 'feeToClose', 'positionIM'],
  },
  'risk tiers': {
    topic: 'margin',
    inputs: fc.record({ tiers, value: decimal(1_000, 2_500_000, 2) }),
    results: ['maintenanceMargin', 'tier', 'deduction', 'deductions'],
  },
  'liquidation, linear': {
    topic: 'liquidation',
    inputs: fc.record({
      ...linear,
      ...isolated,
      leverage: decimal(2, 50, 0),
      entry: price,
      extraMargin: decimal(0, 5, 2),
    }),
    results: ['liqPrice', 'bustPrice', 'initialMargin', 'maintenanceMargin'],
  },
  'liquidation on the mark': {
    topic: 'liquidation',
    inputs: fc.record({
      ...linear,
      ...isolated,
      basis: fc.constant('mark'),
      leverage: decimal(2, 50, 0),
      entry: price,
    }),
    results: ['liqPrice'],
  },
  'liquidation, inverse': {
    topic: 'liquidation',
    inputs: fc.record({ ...inverse, ...isolated, leverage: decimal(2, 50, 0), entry: price }),
    results: ['liqLong', 'liqShort', 'positionValue'],
  },
  'liquidation, inverse on a balance': {
    topic: 'liquidation',
    inputs: fc.record({
      kind: inverse.kind,
      mode: fc.constant('cross'),
      side: fc.constant('Buy'),
      qty: decimal(20_000, 500_000, 0),
      entry: decimal(1_000, 20_000, 1),
      balance: decimal(0.1, 5, 3),
      mmr,
      takerFee: rate,
      tick: fc.constant('0.5'),
    }),
    results: ['bustPrice', 'liqPrice'],
  },
  bankruptcy: {
    topic: 'bankruptcy',
    inputs: fc.record({ ...linear, leverage: decimal(2, 100, 0), entry: price }),
    results: ['bustPrice'],
  },
  'session settlement': {
    topic: 'session-settlement',
    inputs: fc.record({ fills, price, mark: price }).map(({ fills: made, price: at, mark }) => ({
      kind: 'linear-usdc',
      fills: made,
      close: [made[0]![0], at],
      mark,
    })),
    results: ['avgEntry', 'realisedPnl', 'unrealisedPnl'],
  },
  'session before': {
    topic: 'session-settlement',
    inputs: fc.record({ side, size: qty, mark: price, realisedPnl: decimal(-90, 90, 2) }),
    results: ['previousSessionAvg', 'newSessionAvg'],
  },
  funding: {
    topic: 'funding',
    inputs: fc.record({ kind: linear.kind, side, qty, mark: price, rate: decimal(-0.00375, 0.00375, 8) }),
    results: ['funding', 'change'],
  },
  'funding rate': {
    topic: 'funding',
    inputs: fc.record({
      I: decimal(0.0001, 0.0003, 4),
      P: fc.array(decimal(-0.002, 0.002, 6), { minLength: 1, maxLength: 5 }),
    }),
    results: ['F'],
  },
  'average premium': {
    topic: 'funding',
    inputs: fc.record({ premiums: fc.array(decimal(-0.002, 0.002, 6), { minLength: 1, maxLength: 60 }) }),
    results: ['averagePremium'],
  },
  'price limit': {
    topic: 'price-limit',
    inputs: fc.record({ mark: price, X: decimal(0.01, 0.05, 3), tick: fc.constantFrom('0.1', '0.5') }),
    results: ['buyLmt', 'sellLmt'],
  },
  'price limit in force': {
    topic: 'price-limit',
    inputs: fc.record({ mark: price, away: fc.integer({ min: -30, max: 30 }) }).map(({ mark, away }) => ({
      mark,
      index: (Number(mark) * (1 + away / 1_000)).toFixed(1),
      X: '0.01',
      Y: '0.02',
      tick: '0.1',
    })),
    results: ['maxBuy', 'minSell'],
  },
  slippage: {
    topic: 'slippage',
    inputs: fc
      .record({ bid: price, spread: fc.integer({ min: 1, max: 99 }), percent: decimal(0.01, 10, 2) })
      .map(({ bid, spread, percent }) => ({ bid1: bid, ask1: (Number(bid) + spread / 10).toFixed(1), percent })),
    results: ['buyLimit', 'sellLimit'],
  },
  ticker: {
    topic: 'index-mark',
    inputs: fc.record({ last: price, prev24h: price, openInterest: decimal(1, 500_000, 2), mark: price, index: price }),
    results: ['price24hPcnt', 'openInterestValue', 'basis', 'basisRate'],
  },
  'insurance pool': {
    topic: 'adl',
    inputs: fc
      .record({
        maxPnl: decimal(0, 900_000, 0),
        loss: decimal(0, 900_000, 0),
        maxBalance: decimal(900_000, 3_000_000, 0),
      })
      .map(({ maxPnl, loss, maxBalance }) => ({
        pnl: String(Number(maxPnl) - Number(loss)),
        maxPnl,
        maxBalance,
        balance: String(Number(maxBalance) - Number(loss)),
        threshold: 1,
      })),
    results: ['pnlRatio', 'triggered', 'adlNotional'],
  },
  'trailing stop': {
    topic: 'trailing-stop',
    inputs: fc
      .record({ side, start: fc.integer({ min: 5_000, max: 9_000 }), moves: fc.array(fc.integer({ min: 0, max: 90 })) })
      .map(({ side: of, start, moves }) => ({
        side: of,
        distance: 100,
        prices: moves.reduce((all, move) => [...all, all.at(-1)! + (of === 'Buy' ? move : -move)], [start]),
      })),
    results: ['stop'],
  },
  'sleeping trailing stop': {
    topic: 'trailing-stop',
    inputs: fc
      .record({ ltp: decimal(1_000, 9_000, 1), up: decimal(1, 900, 1) })
      .map(({ ltp, up }) => ({ side: 'Buy', ltp, activation: (Number(ltp) + Number(up)).toFixed(1), distance: '7.5' })),
    results: ['active', 'firstStop'],
  },
  'guards of a position': {
    topic: 'tpsl',
    inputs: fc
      .record({ size: fc.integer({ min: 1, max: 9 }), qty: fc.integer({ min: 1, max: 20 }), isSell: fc.boolean() })
      .map(({ size, qty: lots, isSell }) => ({
        position: size,
        tp: 51_000,
        sl: 48_000,
        newOrder: {
          side: isSell ? 'Sell' : 'Buy',
          qty: lots,
          tp: isSell ? 47_500 : 50_500,
          sl: isSell ? 50_000 : 47_000,
        },
      })),
    results: ['position', 'tp', 'sl'],
  },
}

test.each(Object.entries(shapes))('%s: engine and oracle agree on any numbers', (_, { topic, inputs, results }) => {
  let answered = 0
  let cases = 0
  fc.assert(
    fc.property(inputs, (drawn) => {
      const expected = Object.fromEntries(results.map((name) => [name, 0]))
      const outcome = evaluate({ id: 'x', topic, inputs: drawn, expected })
      expect(outcome.engineDiffers).toBeUndefined()
      cases += 1
      if (outcome.answeredBy?.includes('engine') === true) answered += 1
    }),
    { numRuns: 60, seed: SEED },
  )
  // The engine refuses what no exchange would take (a price beyond its range, a stop that has fired), now and then.
  expect(answered / cases).toBeGreaterThan(0.5)
})
