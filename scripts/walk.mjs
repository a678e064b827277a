/**
 * `npm run walk [-- STEPS [SEED [weaker]]]`: the seeded walk through the hub (tests/workers/walk), as long as one likes; with
 * `weaker` at an exchange that gives less. A failure prints seed and path; the same seed takes the same walk.
 */
import { runBin } from './lib/run.mjs'

const [steps = '5000000', seed = String(Date.now() % 2 ** 31), venue = 'sandbox'] = process.argv.slice(2)
for (const [name, value] of Object.entries({ STEPS: steps, SEED: seed })) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue
  process.stderr.write(`${name} has to be a whole number from 1 to 9999999999, and is ${value}\n`)
  process.exit(2)
}
process.stdout.write(`walking ${steps} steps from seed ${seed}\n`)
const isWeaker = venue === 'weaker'
const env = { [isWeaker ? 'HALYARD_WEAKER_WALK_STEPS' : 'HALYARD_WALK_STEPS']: steps, HALYARD_WALK_SEED: seed }
const project = isWeaker ? 'weaker-venue' : 'together'
process.exit(await runBin('vitest', ['run', '--project', project, 'tests/workers/walk'], { env }))
