import { describe, expect, it } from 'vitest'
import { evaluate, writeLine } from '../../scripts/vectors/evaluate'
import type { Vector } from '../../scripts/vectors/inputs'
import { workedExamples } from '../data/worked-examples'

/** Topics in which every example has a rule of ours; the others say so with `ok: null`. */
const COVERED = new Set([
  'order-cost',
  'pnl',
  'fee',
  'execution',
  'margin',
  'liquidation',
  'bankruptcy',
  'session-settlement',
  'funding',
  'index-mark',
  'price-limit',
  'slippage',
  'trailing-stop',
  'tpsl',
  'adl',
])
/** The exchange has no spot market yet: the fee's coin and the four places of a spot ticker are the oracle's alone. */
const SPOT = new Set(['feeCoin', 'price24hPcnt'])

/** Every number as text, and another id: neither may matter. */
function disguise(vector: Vector): Vector {
  const asText = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(asText) : typeof value === 'number' ? String(value) : value
  const all = (values: Vector['inputs']) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]))
  return { ...vector, id: 'x', inputs: all(vector.inputs), expected: all(vector.expected) }
}

describe('published examples', () => {
  it('agree wherever their own arithmetic does', () => {
    const wrong = workedExamples()
      .filter((vector) => COVERED.has(vector.topic) && vector.status !== 'inconsistent')
      .map((vector) => evaluate(vector))
      .filter((outcome) => outcome.ok !== true)
    expect(wrong).toEqual([])
  })

  it('go through the engine as well as the oracle, and both agree', () => {
    for (const vector of workedExamples().filter(({ topic }) => COVERED.has(topic))) {
      const { engine = {}, engineDiffers } = evaluate(vector)
      expect(engineDiffers, vector.id).toBeUndefined()
      const missing = Object.keys(vector.expected).filter((name) => !(name in engine))
      expect(
        missing.filter((name) => !SPOT.has(name)),
        vector.id,
      ).toEqual([])
    }
  })

  it('give the same whatever they are called and however their numbers are written', () => {
    for (const vector of workedExamples()) {
      const { id: _, ...plain } = evaluate(vector)
      const { id: __, ...disguised } = evaluate(disguise(vector))
      expect(disguised).toEqual(plain)
    }
  })

  it('show the true value where the published one is wrong', () => {
    const wrong = workedExamples()
      .map((vector) => evaluate(vector))
      .filter((outcome) => outcome.ok === false)
    for (const outcome of wrong) expect(outcome.status).toBe('inconsistent')
    // Three of them expect the true value already; they are told apart by `agrees`.
    expect(wrong.filter(({ agrees }) => agrees === true).map(({ id }) => id)).toEqual([
      'pnl-calc-02',
      'pnl-calc-03',
      'adl-02',
    ])
    const byId = new Map(wrong.map((outcome) => [outcome.id, outcome.computed]))
    // semantics.md §6: 7,062.96 and 0.01818182 are the true ones.
    expect(Number(byId.get('pnl-avg-04')?.['avgEntry']).toFixed(2)).toBe('7062.96')
    expect(Number(byId.get('pnl-inv-02')?.['upnl']).toFixed(8)).toBe('0.01818182')
  })
})

describe('examples of options, portfolio margin, collateral and borrowing', () => {
  const outcomes = workedExamples('worked-examples-products').map((one) => evaluate(one))

  it('are right, each of the seventeen', () => {
    expect(outcomes).toHaveLength(17)
    expect(outcomes.filter(({ ok }) => ok !== true)).toEqual([])
  })
})

const vector = (part: Partial<Vector>): Vector => ({ id: 'one', topic: 'fee', inputs: {}, expected: {}, ...part })

function one(topic: string, inputs: Vector['inputs'], expected: Vector['expected']): boolean | null {
  return evaluate(vector({ topic, inputs, expected })).ok
}

describe('evaluate', () => {
  it('says that it does not know', () => {
    expect(evaluate(vector({ topic: 'weather', expected: { rain: 1 } })).ok).toBeNull()
    expect(evaluate(vector({ inputs: { kind: 'linear', qty: 1 }, expected: { fee: 1 } })).ok).toBeNull()
    expect(evaluate(vector({ inputs: { kind: 'linear', qty: 1 } })).ok).toBeNull()
  })

  it('compares and does not copy', () => {
    const inputs = { kind: 'linear', qty: 2, price: 100, rate: 0.001 }
    // 2 × 100 × 0.1 % = 0.2
    expect(evaluate(vector({ inputs, expected: { fee: 0.2 } }))).toEqual({
      id: 'one',
      ok: true,
      computed: { fee: '0.2' },
      answeredBy: ['engine', 'oracle'],
      engine: { fee: '0.2' },
    })
    expect(evaluate(vector({ inputs, expected: { fee: 0.3 } }))).toMatchObject({ ok: false, computed: { fee: '0.2' } })
  })

  it('honours the tolerance and the rounding of the example', () => {
    const inputs = {
      kind: 'inverse',
      fills: [
        [1000, 5000],
        [2000, 6000],
      ],
    }
    const expected = { totalValue: 0.533 }
    expect(evaluate(vector({ topic: 'pnl', inputs, expected })).ok).toBe(false)
    expect(evaluate(vector({ topic: 'pnl', inputs, expected, tolerance: 0.001 })).ok).toBe(true)
    expect(evaluate(vector({ topic: 'pnl', inputs, expected, rounding: '3 dp' })).ok).toBe(true)
    expect(evaluate(vector({ topic: 'pnl', inputs, expected: { totalValue: 0.534 }, rounding: '3 dp' })).ok).toBe(false)
  })

  it('reads the names that other sources use', () => {
    const closed = { kind: 'linear', side: 'long', size: 0.2, entryPrice: 7000, exitPrice: 7500, takerFeeRate: 0.00055 }
    // 0.2 × 500 = 100, less 1,400 and 1,500 at 0.055 %: 0.77 and 0.825.
    expect(one('pnl', closed, { closedPnl: 98.405, openFee: 0.77, closeFee: 0.825 })).toBe(true)
    // A spot buyer pays in the coin bought: 0.5 × 0.1 %.
    const spot = { kind: 'spot', side: 'Buy', qty: 0.5, price: 20000, feeRate: 0.001 }
    expect(one('execution', spot, { execFee: 0.0005, execValue: 10000 })).toBe(true)
    const both = { kind: 'linear', qty: 1, price: 20000, takerRate: 0.001, makerRate: -0.0002 }
    expect(one('fee', both, { takerFee: 20, makerFee: -4 })).toBe(true)
    // 10,000 − (3,000 + 200 − 100)/2
    const cross = { kind: 'linear', mode: 'cross', side: 'Buy', qty: 2, entry: 10000, leverage: 100, mmr: 0.005 }
    expect(one('liquidation', { ...cross, availableBalance: 3000 }, { liqPrice: 8450 })).toBe(true)
    // A cross price without the balance behind it is not ours to guess.
    expect(one('liquidation', cross, { liqPrice: 8450 })).toBeNull()
  })

  it('writes numbers without a detour through a double', () => {
    const outcome = evaluate(
      vector({ inputs: { kind: 'linear', qty: '0.1', price: '0.2', rate: '0.3' }, expected: { fee: 0.006 } }),
    )
    expect(writeLine(outcome)).toBe(
      '{"id":"one","ok":true,"computed":{"fee":0.006},"answeredBy":["engine","oracle"],"engine":{"fee":0.006}}',
    )
  })
})
