/**
 * `npm run -s mutants -- [--is-green] [NUMBER …]`: puts each mutant of scripts/mutants/list.mjs into the engine and
 * expects the suite to turn red. Ends with 1 when one survives. `--is-green`: the caller runs the suite without a mutant
 * itself.
 */
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'
import { MUTANTS } from './mutants/list.mjs'

/** The quick tests first: most mutants fall there. */
const ROUNDS = [
  ['tests/exchange/engine/', '--exclude', '**/laws/**'],
  ['tests/exchange/engine/laws/', 'tests/exchange/oracle/', 'tests/scripts/vectors-other-numbers.test.ts'],
]

const args = process.argv.slice(2)
const isGreen = args.includes('--is-green')
const chosen = args.filter((one) => one !== '--is-green').map(Number)
const numbers = chosen.length > 0 ? chosen : [...MUTANTS.keys()]
const tried = numbers.flatMap((number) => {
  const mutant = MUTANTS[number]
  return mutant === undefined ? [] : [{ number, ...mutant }]
})
if (tried.length < numbers.length) {
  process.stderr.write(`usage: npm run -s mutants -- [0…${MUTANTS.length - 1} …]\n`)
  process.exit(2)
}

await ensureInstalled()
// Red says something only where green is what the truth gives.
if (!isGreen && (await turnsRed(null, ROUNDS.slice(0, 1)))) {
  process.stderr.write('the suite is red without a mutant\n')
  process.exit(1)
}
/** @type {number[]} */
const survivors = []
for (const { number, file, rule } of tried) {
  const isKilled = await turnsRed(number, ROUNDS)
  if (!isKilled) survivors.push(number)
  console.log(`${isKilled ? 'killed  ' : 'SURVIVED'} ${number} ${file}: ${rule}`)
}
console.log(`${tried.length - survivors.length} of ${tried.length} mutants killed`)
process.exitCode = survivors.length === 0 ? 0 : 1

/**
 * @param {number | null} number of the mutant; `null`: none
 * @param {readonly (readonly string[])[]} rounds which tests
 */
async function turnsRed(number, rounds) {
  const env = number === null ? {} : { HALYARD_MUTANT: String(number) }
  for (const tests of rounds) {
    const args = ['run', '--passWithNoTests', '--config', 'scripts/mutants/vitest.config.mjs', ...tests]
    if ((await runBin('vitest', args, { env, silent: true })) !== 0) return true
  }
  return false
}
