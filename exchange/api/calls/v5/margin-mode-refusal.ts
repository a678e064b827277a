import { CODE } from '../../../../src/wire/rest/codes'
import type { MarginMode } from '../../../engine/accounts/account-settings'
import type { MarginModeReason } from '../../../engine/result'
import { Refused, type Core } from '../../core'

/** The words of `reasons`: the engine's, and what stands behind those that are of the whole account. */
export type MarginReason = MarginModeReason['kind'] | 'owed' | 'spotMarginOn' | 'collateral' | 'spreadOrders'

/** What is asked of a refused change: who asked, and for what. */
interface Asked {
  readonly account: string
  readonly mode: MarginMode
}

/**
 * A refused change of the margin mode with what stands in its way, each as `kind`, `kind:symbol` or `kind::coin`, and as
 * published: an item with a code and words for each. The engine's answer is a line of the ledger as it stands, and says of
 * the whole account that it is shared or owes; which of its settings and debts that is, is told here.
 */
export function withReasons(core: Core, asked: Asked, refused: Refused): Refused {
  const reasons = reasonsOf(core, asked, refused)
  if (reasons === null) return refused
  const extMap = reasons.length === 0 ? refused.extMap : { ...refused.extMap, reasons: reasons.join(',') }
  return new Refused(refused.retCode, refused.message, extMap, { reasons: reasons.map(published) })
}

/** `null` of a refusal that has none. */
function reasonsOf(core: Core, asked: Asked, { retCode, extMap }: Refused): readonly string[] | null {
  if (retCode === CODE.spreadInProgress) return openSpreads(core, asked.account)
  if (retCode !== CODE.marginModeFailed) return null
  const reasons = (extMap['reasons'] ?? '').split(',').filter((one) => one !== '')
  const told = reasons.flatMap((one) => {
    const causes = one === 'crossOnly' ? sharing(core, asked) : one === SHORT ? debtsAlone(core, asked) : []
    return causes.length === 0 ? [one] : causes
  })
  // Last, and in the same answer: they would be refused for next.
  return [...told, ...openSpreads(core, asked.account)]
}

/** Without a coin: of coins that back each other, or of what is owed where none would any more. */
const SHORT = 'insufficientBalance'

function openSpreads({ journal, catalogue }: Core, account: string): readonly string[] {
  const open = journal.venue.openOrders(account, null).filter(({ symbol }) => catalogue.find(symbol)?.kind === 'spread')
  return [...new Set(open.map(({ symbol }) => symbol))].map((symbol) => `spreadOrders:${symbol}`)
}

/** In the order in which they can be mended: while something is owed, spot margin stays on. */
function sharing(core: Core, { account }: Asked): readonly string[] {
  const lending = core.journal.venue.lending.of(account)
  if (lending === null) return []
  const switched = lending.coins.filter(({ isSwitchedOn }) => isSwitchedOn)
  return [
    ...owed(core, account),
    ...(lending.lends ? ['spotMarginOn'] : []),
    ...switched.map(({ coin }) => `collateral::${coin}`),
  ]
}

/** Where only the mode that is left has coins back each other, its debts have nothing to stand on after it. */
function debtsAlone(core: Core, { account, mode }: Asked): readonly string[] {
  const lending = core.journal.venue.lending.of(account)
  const staysShared = lending === null || lending.lends || lending.coins.some(({ isSwitchedOn }) => isSwitchedOn)
  return staysShared || mode === 'portfolio' ? [] : owed(core, account)
}

function owed(core: Core, account: string): readonly string[] {
  const coins = core.journal.venue.lending.of(account)?.coins ?? []
  return coins.flatMap(({ coin, lentE8, interestE8 }) => (lentE8 + interestE8 > 0 ? [`owed::${coin}`] : []))
}

/** Codes and words are the house's own. */
function published(reason: string): { readonly reasonCode: string; readonly reasonMsg: string } {
  const [reasonCode = '', symbol = '', coin = symbol] = reason.split(':')
  const words = reasonCode.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return { reasonCode, reasonMsg: coin === '' ? words : `${words}: ${coin}` }
}
