/**
 * `npm run replay-day [SEED [FILE]]`: the whole crash day with 200 accounts; `npm test` plays its worst four hours. FILE,
 * a `.csv.gz` of recorded one-minute bars, takes the place of the day that is made from the outline.
 */
import { resolve } from 'node:path'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'

await ensureInstalled()
const [seed = '', file] = process.argv.slice(2)
const bars = file === undefined ? {} : { HALYARD_REPLAY_BARS: resolve(process.env.INIT_CWD ?? '.', file) }
process.exitCode = await runBin('vitest', ['run', 'tests/exchange/replay', '--reporter=default'], {
  env: { HALYARD_REPLAY_WHOLE: '1', HALYARD_REPLAY_SEED: seed, ...bars },
})
