/** The most decimals that any of the texts has. */
export function mostDecimals(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, (text.split('.')[1] ?? '').replace(/0+$/, '').length), 0)
}

/** A decimal text as so many of its smallest unit; what is finer is cut off. */
export function wholeOf(text: string, decimals: number): bigint {
  const [integer = '0', fraction = ''] = text.split('.')
  return BigInt(`${integer}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
}

/** So many of the smallest unit as a decimal text. */
export function decimalText(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
