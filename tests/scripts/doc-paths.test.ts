import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `docs/status.md` is left out: it also names what is not there yet. */
const DOCS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...readdirSync('docs').flatMap(markdown)]
/** Places that documents name; below `exchange/` they leave that word out where it is plain. */
const ROOTS = ['src', 'exchange', 'tests', 'scripts', 'docs', 'bench', 'locales', 'public'] as const
const PATH = new RegExp(`^(?:${ROOTS.join('|')})/[\\w\\-./{},]+$`)
/** A word in capitals stands for a name that is to be chosen. */
const CHOSEN = /\/(?:NAME|NAMESPACE|CODE)\b/

function markdown(name: string): string[] {
  return name.endsWith('.md') && name !== 'status.md' ? [`docs/${name}`] : []
}

/** `a/{b,c}` is two paths. */
function spread(path: string): string[] {
  const found = /^(.*)\{([^}]*)\}(.*)$/.exec(path)
  if (found === null) return [path]
  const [, before = '', inside = '', after = ''] = found
  return inside.split(',').flatMap((one) => spread(before + one + after))
}

/** A file may stand without its ending, a test without `.test.ts` or `.spec.ts`. */
function exists(path: string): boolean {
  return ['', '.ts', '.tsx', '.mjs', '.test.ts', '.spec.ts'].some((end) => existsSync(path.replace(/\/$/, '') + end))
}

test('every file that a document names is there', () => {
  const named = DOCS.flatMap((doc) =>
    [...readFileSync(doc, 'utf8').matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) =>
      PATH.test(text) && !CHOSEN.test(text) ? spread(text).map((path) => ({ doc, path })) : [],
    ),
  )
  // Fewer would mean that the pattern above finds nothing any more.
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !exists(path)).map(({ doc, path }) => `${doc}: ${path}`)).toEqual([])
})
