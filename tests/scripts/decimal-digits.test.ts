import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { shortened } from '../../scripts/lib/decimal-digits.mjs'

const LIBRARY = fileURLToPath(import.meta.resolve('decimal.js')).replace(/decimal\.js$/, 'decimal.mjs')

test('with shorter constants the library reckons as it did, with the digits that the app asks for', async () => {
  const code = readFileSync(LIBRARY, 'utf8')
  const file = join(tmpdir(), `decimal-${process.pid}.mjs`)
  writeFileSync(file, shortened(code))
  try {
    const results = []
    for (const url of [LIBRARY, file]) {
      const { Decimal } = (await import(pathToFileURL(url).href)) as typeof import('decimal.js')
      const Exact = Decimal.clone({ precision: 40, toExpNeg: -40, toExpPos: 60, rounding: Decimal.ROUND_HALF_UP })
      results.push(
        ['0.000000001', '1.000000001', '2', '64000.1', '9e59'].flatMap((text) => {
          const one = new Exact(text)
          return [one.ln(), one.log(10), one.sqrt(), one.pow('0.37'), one.pow('-1.5')].map(String)
        }),
        [String(new Exact('0.5').sin()), String(new Exact('-20').exp())],
      )
    }
    expect(results.slice(2)).toEqual(results.slice(0, 2))
  } finally {
    rmSync(file)
  }
  expect(code.length - shortened(code).length).toBeGreaterThan(1_400)
})

test('a library that holds them in another way stops the build', () => {
  expect(() => shortened("PI = '3.14'")).toThrow('decimal.js has 0 constants')
})
