/**
 * `npm run -s vectors -- FILE`: works every published example of a JSON-lines file out with the product's own rules and
 * prints one line of JSON each, `{id, ok, computed}`. `ok` is null where no rule of ours computes what was published. Portfolios
 * with the results of their scenarios are a form of their own (`vectors/portfolios.ts`).
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadModule } from './lib/bundle.mjs'

const argument = process.argv[2]
if (argument === undefined) {
  process.stderr.write('usage: npm run -s vectors -- FILE\n')
  process.exit(2)
}
// npm runs scripts in the project's folder; a relative name may mean the caller's.
const file = existsSync(argument) ? argument : resolve(process.env.INIT_CWD ?? '.', argument)

/** @type {typeof import('./vectors/evaluate')} */
const { workOut, writeLine } = await loadModule('scripts/vectors/evaluate.ts')

for (const line of (await readFile(file, 'utf8')).split('\n')) {
  if (line.trim() !== '') console.log(writeLine(work(line)))
}

/**
 * One example that cannot be read or worked out must not take the others with it.
 * @param {string} line
 * @returns {Parameters<typeof writeLine>[0]}
 */
function work(line) {
  /** @type {string | null} */
  let id = null
  try {
    /** @type {Parameters<typeof workOut>[0]} */
    const row = JSON.parse(line)
    id = row.id ?? null
    return workOut(row)
  } catch (error) {
    return { id, ok: null, computed: {}, error: String(error) }
  }
}
