/**
 * `npm run -s vectors -- FILE`: works every published example of a JSON-lines file out with the product's own rules and
 * prints one line of JSON each, `{id, ok, computed}`. `ok` is null where no rule of ours computes what was published.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const file = process.argv[2]
if (file === undefined) {
  console.error('usage: npm run -s vectors -- FILE')
  process.exit(2)
}

// Node 20 runs no TypeScript, so the rules are bundled first; the process id keeps two runs apart.
const out = join(root, 'node_modules', '.cache', 'halyard', `vectors-${process.pid}.mjs`)
await mkdir(dirname(out), { recursive: true })
await build({
  input: join(root, 'scripts', 'vectors', 'evaluate.mjs'),
  output: { file: out, format: 'esm' },
  platform: 'node',
  logLevel: 'warn',
})
const { evaluate, writeLine } = await import(pathToFileURL(out).href)
await rm(out, { force: true })

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
