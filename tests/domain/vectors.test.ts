import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate, writeLine, type Vector } from '../../scripts/vectors/evaluate.mjs'

const FILE = resolve(import.meta.dirname, '../../../shared/spec/vectors.jsonl')
const COVERED = new Set(['order-cost', 'pnl', 'fee', 'execution', 'margin', 'liquidation', 'bankruptcy'])

function published(): readonly Vector[] {
  if (!existsSync(FILE)) {
    console.log('vectors: ../shared/spec is not here, so the published examples are not checked')
    return []
  }
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector)
}

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
    const wrong = published()
      .filter((vector) => COVERED.has(vector.topic) && vector.status !== 'inconsistent')
      .map((vector) => evaluate(vector))
      .filter((outcome) => outcome.ok !== true)
    expect(wrong).toEqual([])
  })

  it('give the same whatever they are called and however their numbers are written', () => {
    for (const vector of published()) {
      const { id: _, ...plain } = evaluate(vector)
      const { id: __, ...disguised } = evaluate(disguise(vector))
      expect(disguised).toEqual(plain)
    }
  })

  it('show the true value where the published one is wrong', () => {
    const wrong = published()
      .map((vector) => evaluate(vector))
      .filter((outcome) => outcome.ok === false)
    if (wrong.length === 0) return
    for (const outcome of wrong) expect(outcome.status).toBe('inconsistent')
    const byId = new Map(wrong.map((outcome) => [outcome.id, outcome.computed]))
    // semantics.md §6: 7,062.96 and 0.01818182 are the true ones.
    expect(Number(byId.get('pnl-avg-04')?.['avgEntry']).toFixed(2)).toBe('7062.96')
    expect(Number(byId.get('pnl-inv-02')?.['upnl']).toFixed(8)).toBe('0.01818182')
  })
})

const vector = (part: Partial<Vector>): Vector => ({ id: 'one', topic: 'fee', inputs: {}, expected: {}, ...part })

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
    })
    expect(evaluate(vector({ inputs, expected: { fee: 0.3 } }))).toEqual({
      id: 'one',
      ok: false,
      computed: { fee: '0.2' },
    })
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

  it('writes numbers without a detour through a double', () => {
    const outcome = evaluate(
      vector({ inputs: { kind: 'linear', qty: '0.1', price: '0.2', rate: '0.3' }, expected: { fee: 0.006 } }),
    )
    expect(writeLine(outcome)).toBe('{"id":"one","ok":true,"computed":{"fee":0.006}}')
  })
})
