/**
 * `npm run laws [-- COMMANDS [SEED]]`: the accountant (tests/laws) over so many random commands, 200,000 unless
 * another number is given: what was compared law by law, and the first differences of each. The same seed sends the same
 * commands.
 */
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'

const [commands = '200000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)
for (const [name, value] of Object.entries({ COMMANDS: commands, SEED: seed })) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue
  process.stderr.write(`${name} has to be a whole number from 1 to 9999999999, and is ${value}\n`)
  process.exit(2)
}
await ensureInstalled()
process.stdout.write(`sending ${commands} random commands from seed ${seed}\n`)
process.exitCode = await runBin('vitest', ['run', 'tests/laws/laws.test.ts', '--reporter=default'], {
  env: { HALYARD_LAWS_COMMANDS: commands, HALYARD_LAWS_SEED: seed },
})
