import { expect, test } from 'vitest'
import { runThree, runWalk } from './run-walk'

/**
 * The laws of the engine over random commands (a slice here, 200,000 by `npm run laws -- engine`), in every margin and position mode and for every kind of contract:
 * money is conserved to the last unit · price-time priority · no illegal transition · cumExecQty never falls · no
 * negative free balance · position = sum of fills · the book is never crossed · the same inputs and seed give the same
 * events · a snapshot restored at a random step changes nothing.
 *
 * `HALYARD_LAWS_SEED=n` begins elsewhere and `HALYARD_LAWS_STEPS=n` goes further. A failure names its seed.
 */
const FIRST_SEED = Number(process.env['HALYARD_LAWS_SEED'] ?? 20_261_121)
const STEPS = Number(process.env['HALYARD_LAWS_STEPS'] ?? 60_000)
/** What the walks are for. A partial takeover of one contract is met in one walk of ten: a slice goes on until it is. */
const STAGES = ['BTCUSDT', 'ETHPERP', 'BTCUSD'].flatMap((symbol) =>
  ['partial', 'takeover', 'adl'].map((stage) => `${stage} ${symbol}`),
)
const STEPS_MAX = Math.max(STEPS, 200_000)
const STEPS_EACH = 4_000
const SEEDS = Array.from({ length: Math.ceil(STEPS_MAX / STEPS_EACH) }, (_, index) => FIRST_SEED + index)

test(`the laws hold over ${STEPS} random commands`, { timeout: 3_600_000 }, () => {
  const seen = new Map<string, number>()
  const isMet = (): boolean => STAGES.every((stage) => seen.has(stage))
  let walks = 0
  for (const seed of SEEDS) {
    if (walks * STEPS_EACH >= STEPS && isMet()) break
    for (const [name, times] of runWalk(seed, STEPS_EACH).seen) seen.set(name, (seen.get(name) ?? 0) + times)
    walks++
  }
  console.log(`laws: seeds ${FIRST_SEED}–${FIRST_SEED + walks - 1}, ${STEPS_EACH} commands each`)
  if (process.env['HALYARD_LAWS_PRINT'] !== undefined) console.log(Object.fromEntries([...seen].toSorted()))
  expect([...seen.keys()]).toEqual(expect.arrayContaining(STAGES))
})

test.each([
  // A liquidation cut the position that a fill of the same mark had just grown (semantics.md §2.4).
  ['a partial set is never larger than its position', 500_000_625, 2_101],
])('%s: seed %i', (_, seed, steps) => {
  expect(() => runWalk(seed, steps)).not.toThrow()
})

test('the same seed gives the same events', () => {
  for (const seed of SEEDS.slice(0, 3)) {
    expect(runWalk(seed, 2_000, false).crc).toBe(runWalk(seed, 2_000, false).crc)
  }
})

test.each(SEEDS.slice(0, 3))('with a market maker whose orders are not told, seed %i', (seed) => {
  expect(() => runThree(seed, 2_000, 'cat')).not.toThrow()
})
