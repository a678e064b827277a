import { deliveryOf, type Instrument } from './instrument'

/** Every published name is this short or shorter: the longest of them has 25 characters. */
const NAME_MAX = 64
/** Capitals and digits of ASCII, joined by one sign at a time; no point, which parts the words of a topic. */
const NAME = /^[A-Z0-9]+(?:[-_/][A-Z0-9]+)*$/
/** What is read by a person: printable ASCII, no more than one space in a row and none at an end. */
const LABEL = /^[!-~]+(?: [!-~]+)*$/

/**
 * Whether a symbol or coin is made as every published one is (semantics.md §4): `4USDT`, `WC_BEL_IRN_USDT-21JUN26`,
 * `SOLUSDT_SOL/USDT`. Letters of other scripts, of no width or of twice the width look like these and are others: who
 * trades by the look of a name must not meet them.
 */
export function isSymbolName(text: string): boolean {
  return text.length <= NAME_MAX && NAME.test(text)
}

/** Whether a name that is only shown is one that shows what it is. */
export function isPlainLabel(text: string): boolean {
  return text.length <= NAME_MAX && LABEL.test(text)
}

/** What tells a contract from others on the screen, which names a perpetual after its coins alone. */
export function shownAs(instrument: Instrument): string {
  const { kind, baseCoin, quoteCoin } = instrument
  return `${kind}/${baseCoin}/${quoteCoin}/${deliveryOf(instrument)?.timeMs ?? 0}`
}
