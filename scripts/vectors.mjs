/**
 * `npm run -s vectors -- FILE`: works every published example of a JSON-lines file out with the product's own rules and
 * prints one line of JSON each, `{id, ok, computed}`. `ok` is null where no rule of ours computes what was published.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/run.mjs'

const argument = process.argv[2]
if (argument === undefined) {
  process.stderr.write('usage: npm run -s vectors -- FILE\n')
  process.exit(2)
}
// npm runs scripts in the project's folder; a relative name may mean the caller's.
const file = existsSync(argument) ? argument : resolve(process.env.INIT_CWD ?? '.', argument)

const { evaluate, writeLine } = await loadRules()

/** Node 20 runs no TypeScript, so the rules are bundled first; the process id keeps two runs apart. */
async function loadRules() {
  if (!existsSync(join(root, 'node_modules', 'rolldown'))) {
    // Standard output is for the answers alone.
    const { status } = spawnSync('npm', ['ci'], { cwd: root, stdio: ['ignore', 2, 2] })
    if (status !== 0) process.exit(1)
  }
  const { build } = await import('rolldown')
  const folder = join(root, 'node_modules', '.cache', 'halyard')
  const out = join(folder, `vectors-${process.pid}.mjs`)
  await mkdir(folder, { recursive: true })
  await build({
    input: join(root, 'scripts', 'vectors', 'evaluate.mjs'),
    output: { file: out, format: 'esm' },
    platform: 'node',
    logLevel: 'warn',
  })
  const rules = await import(pathToFileURL(out).href)
  await rm(out, { force: true })
  return rules
}

for (const line of (await readFile(file, 'utf8')).split('\n')) {
  if (line.trim() !== '') console.log(writeLine(work(JSON.parse(line))))
}

/** One example that cannot be worked out must not take the others with it. */
function work(vector) {
  try {
    return evaluate(vector)
  } catch (error) {
    return { id: vector.id, ok: null, computed: {}, error: String(error) }
  }
}
