import { expect, test } from 'vitest'
import { runMixed } from './run-mixed'
import { MARKETS } from './mixed-world'

/**
 * The laws of the engine over contracts, options, pairs and spreads of one coin at once, held by accounts with cross, isolated and portfolio margin: every
 * coin is conserved to the last unit · positions are the sum of their fills and of each other zero · a spread fills both
 * legs or none · no book is crossed · an account whose market-maker protection is frozen has no protected order at rest · who holds nothing owes nothing but what was lent, and what is lent coins back together · an engine that is killed comes back from its last
 * snapshot and the commands since with the same answers and the same state.
 *
 * The gate takes 200,000 commands; `npm run laws -- mixed` takes 1,000,000. A failure names its seed.
 */
const FIRST_SEED = Number(process.env['HALYARD_MIXED_SEED'] ?? 20_261_125)
const COMMANDS = Number(process.env['HALYARD_MIXED_COMMANDS'] ?? 200_000)
const COMMANDS_EACH = 5_500

test(`they hold over ${COMMANDS} random commands over mixed products, kills among them`, { timeout: 7_200_000 }, () => {
  const seeds = Array.from({ length: Math.ceil(COMMANDS / COMMANDS_EACH) }, (_, index) => FIRST_SEED + index)
  const seen = new Map<string, number>()
  let kills = 0
  for (const seed of seeds) {
    const report = runMixed(seed, Math.min(COMMANDS_EACH, COMMANDS))
    kills += report.kills
    for (const [name, times] of report.seen) seen.set(name, (seen.get(name) ?? 0) + times)
  }
  console.log(`mixed laws: seeds ${seeds[0]}–${seeds.at(-1)}, ${COMMANDS_EACH} commands each, ${kills} kills`)
  if (process.env['HALYARD_MIXED_COMMANDS'] !== undefined) console.log(Object.fromEntries([...seen].toSorted()))
  // The walks must have met what they are for.
  expect(kills).toBeGreaterThan(seeds.length)
  for (const { symbol } of MARKETS) expect(seen.get(`trade ${symbol}`), symbol).toBeGreaterThan(20)
  const times = (name: string): number =>
    [...seen].reduce((sum, [one, count]) => (one.startsWith(name) ? sum + count : sum), 0)
  for (const name of [
    'FutureSpread BTC/USDT',
    'Delivery BTC-',
    'Funding BTCUSD',
    'takeover ',
    'BustTrade ',
    'portfolio fill',
    'borrow with portfolio margin',
    'repay with portfolio margin',
    'convertOut',
    'setMakerProtection taken',
    'resetMakerProtection taken',
    'CancelByMmpTriggered',
  ])
    expect(times(name), name).toBeGreaterThan(0)
})
