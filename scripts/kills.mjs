/**
 * `npm run kills [-- COUNT [SEED]]`: `kill -9` of the exchange at random moments under load (tests/exchange/kill), five
 * hundred unless another number is given. What had been acknowledged is looked for after each one.
 */
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'

const [count = '500', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)
for (const [name, value] of Object.entries({ COUNT: count, SEED: seed })) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue
  process.stderr.write(`${name} has to be a whole number from 1 to 9999999999, and is ${value}\n`)
  process.exit(2)
}
await ensureInstalled()
process.stdout.write(`killing the exchange ${count} times from seed ${seed}\n`)
process.exitCode = await runBin('vitest', ['run', 'tests/exchange/kill/', '--reporter=default'], {
  env: { HALYARD_KILLS: count, HALYARD_KILLS_SEED: seed },
})
