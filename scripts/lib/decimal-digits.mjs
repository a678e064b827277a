/** Digits kept: the app works with 40 (`src/domain/decimal.ts`), and a logarithm needs some twenty more on the way. */
const DIGITS = 256
const CONSTANT = /\b(LN10|PI) = '(\d\.\d{1000,})'/g

/**
 * The library of decimals has 1,025 digits of ln 10 and of π, which no packing makes smaller: 0.7 kB in each script that
 * reckons. Where more digits are asked for than are there, the library throws.
 * @returns {{ name: string, transform: (code: string, id: string) => { code: string, map: null } | null }} a plugin of the build
 */
export function decimalDigits() {
  return {
    name: 'decimal-digits',
    transform(code, id) {
      if (!/[\\/]decimal\.js[\\/]decimal\.m?js$/.test(id)) return null
      return { code: shortened(code), map: null }
    },
  }
}

/**
 * @param {string} code the library's
 * @throws when another version of it holds them in another way
 */
export function shortened(code) {
  let found = 0
  const short = code.replaceAll(CONSTANT, (_, /** @type {string} */ name, /** @type {string} */ digits) => {
    found++
    return `${name} = '${digits.slice(0, DIGITS)}'`
  })
  if (found !== 2) throw new Error(`decimal.js has ${found} constants where two are made shorter`)
  return short
}
