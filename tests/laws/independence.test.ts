import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** `lib/exchange.ts` starts the exchange; everything else knows it from outside. */
const STARTER = 'exchange.ts'

it('the accountant takes nothing from the exchange or the app but its start', () => {
  const folder = new URL('lib/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file !== STARTER)
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const imports = [...readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from]) => from!,
    )
    const foreign = imports.filter((from) => !/^(\.\/|node:|decimal\.js$|vitest$)/.test(from))
    expect(foreign, file).toEqual([])
  }
})
