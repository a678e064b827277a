/** `npm run replay-day`: the whole recorded crash day with 200 accounts; `npm test` plays its worst four hours. */
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'

await ensureInstalled()
process.exitCode = await runBin('vitest', ['run', 'tests/exchange/replay', '--reporter=default'], {
  env: { HALYARD_REPLAY_WHOLE: '1', HALYARD_REPLAY_SEED: process.argv[2] ?? '' },
})
