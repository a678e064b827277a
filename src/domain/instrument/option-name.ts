import type { Price } from '../decimal'

/** What an option's name says of what it pays by. */
export interface NamedStrike {
  readonly strike: Price
  readonly isCall: boolean
}

const OPTION_NAME = /^[A-Z0-9]+-\d{1,2}[A-Z]{3}\d{2}-(\d+(?:\.\d*[1-9])?)-([CP])(?:-USDT)?$/

/** Strike and side of `BTC-27MAR26-70000-C` or `…-P-USDT`; `null` for any other name. */
export function readOptionName(symbol: string): NamedStrike | null {
  const found = OPTION_NAME.exec(symbol)
  return found === null ? null : { strike: found[1] as Price, isCall: found[2] === 'C' }
}
