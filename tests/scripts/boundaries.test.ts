import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Runs the import rules of this repository over a tree of these files. */
async function cruise(files: Readonly<Record<string, string>>): Promise<{ code: number; said: string }> {
  const tree = mkdtempSync(join(tmpdir(), 'halyard-tree-'))
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }))
  copyFileSync(join(root, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'))
  copyFileSync(join(root, 'package.json'), join(tree, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const folder of ['src', 'exchange']) mkdirSync(join(tree, folder))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const preload = pathToFileURL(join(root, 'scripts/lib/typescript-five.mjs')).href
  const cruiser = join(root, 'node_modules/.bin/depcruise')
  const args = ['--import', preload, cruiser, '--config', '.dependency-cruiser.cjs', 'src', 'exchange']
  return new Promise((done) =>
    execFile(process.execPath, args, { cwd: tree }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    ),
  )
}

const GROUND = { 'src/base/ground.ts': 'export const ground = 1\n' }

test('a tree that only looks down passes, and its files were really read', async () => {
  const { code, said } = await cruise({
    ...GROUND,
    'src/domain/rule.ts': "import { ground } from '../base/ground'\nexport const rule = ground\n",
    'src/ui/Screen.tsx': "import { rule } from '../domain/rule'\nexport const Screen = () => <p>{rule}</p>\n",
  })
  expect(said).toMatch(/no dependency violations found \(3 modules, 2 dependencies cruised\)/)
  expect(code).toBe(0)
})

const UP: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['base-is-the-ground', 'src/base/up.ts', "import type { Rule } from '../domain/rule'\nexport type Up = Rule\n"],
  ['exchange-knows-no-app', 'exchange/up.ts', "export { screen } from '../src/ui/screen'\n"],
  ['pure-rooms-do-no-io', 'src/wire/io.ts', "import { readFileSync } from 'node:fs'\nexport const io = readFileSync\n"],
  ['service-worker-stands-apart', 'src/sw/up.ts', "export const up = () => import('../ui/screen')\n"],
  ['chart-engine-behind-the-port', 'src/ui/chart/direct.ts', "export { init } from 'klinecharts'\n"],
]

test('each import that looks up is named with its rule, type-only and lazy ones too', async () => {
  const { code, said } = await cruise({
    ...GROUND,
    'src/domain/rule.ts': 'export type Rule = 1\n',
    'src/ui/screen.ts': 'export const screen = 1\n',
    ...Object.fromEntries(UP.map(([, path, text]) => [path, text])),
  })
  for (const [rule, path] of UP) expect(said).toContain(`${rule}: ${path}`)
  expect(code).toBe(UP.length)
})
