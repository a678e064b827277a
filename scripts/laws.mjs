/**
 * `npm run laws [-- COMMANDS [SEED]]`: the accountant (tests/laws) over so many random commands, 200,000 unless
 * another number is given: what was compared law by law, and the first differences of each. The same seed sends the same
 * commands. `npm run laws -- mixed [COMMANDS [SEED]]` is the engine's own laws over contracts, options, pairs and spreads at
 * once (1,000,000 commands), with the engine killed and recovered among them (tests/exchange/engine/laws/mixed); `npm run
 * laws -- engine [COMMANDS [SEED]]` those over contracts alone, in every mode.
 */
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'

/**
 * Of each: its tests, the names by which they are given count and seed, and how many commands unless a number is given.
 * @type {Readonly<Record<string, readonly [file: string, names: string, commands: string]>>}
 */
const ENGINE = {
  mixed: ['tests/exchange/engine/laws/mixed', 'HALYARD_MIXED_COMMANDS HALYARD_MIXED_SEED', '1000000'],
  engine: ['tests/exchange/engine/laws/laws.test.ts', 'HALYARD_LAWS_STEPS HALYARD_LAWS_SEED', '200000'],
}
const chosen = ENGINE[process.argv[2] ?? '']
const [commands = chosen?.[2] ?? '200000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(
  chosen === undefined ? 2 : 3,
)
for (const [name, value] of Object.entries({ COMMANDS: commands, SEED: seed })) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue
  process.stderr.write(`${name} has to be a whole number from 1 to 9999999999, and is ${value}\n`)
  process.exit(2)
}
await ensureInstalled()
process.stdout.write(`sending ${commands} random commands from seed ${seed}\n`)
const [file, names] = chosen ?? ['tests/laws/laws.test.ts', 'HALYARD_LAWS_COMMANDS HALYARD_LAWS_SEED']
const [commandsName = '', seedName = ''] = names.split(' ')
const env = { [commandsName]: commands, [seedName]: seed }
process.exitCode = await runBin('vitest', ['run', file, '--reporter=default'], { env })
