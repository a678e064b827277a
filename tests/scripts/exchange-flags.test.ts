import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCHANGE_FLAGS } from '../../scripts/lib/exchange-flags.mjs'

test.each(['start', 'bench'])('`npm run %s` runs node as tests and benches run the exchange', (name) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  expect(scripts[name]).toBe(`node ${EXCHANGE_FLAGS.join(' ')} scripts/${name}.mjs`)
})
