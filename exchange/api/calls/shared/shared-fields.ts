import { V5_CATEGORIES, v5CategoryOf } from '../../../../src/wire/v5/category'
import type { Core } from '../../core'
import { choice, integer, optional, text, withDefault, word } from './route/field'

/** Parameters that many calls have under one name. */
export const SYMBOL = text({ max: 40 })
export const POSITION_IDX = withDefault(choice([0, 1, 2], { about: '0 one-way, 1 long, 2 short' }), 0)
export const CATEGORY = word(V5_CATEGORIES)
export const TIME_MS = integer({ min: 0, max: 1e14, about: 'milliseconds' })

/** v5's word for the one kind of account that there is; any other is refused by its name. */
export const ACCOUNT_TYPE = optional(word(['UNIFIED'], { about: 'there is no other' }))

export const EXPIRY_DAY = optional(text({ max: 7, about: 'day of expiry, such as `25DEC26`' }))
export const SYMBOL_TYPE = optional(text({ max: 20, about: 'sort of contract, such as `innovation`' }))

/** Ids of one order: either will do, `orderId` wins. */
export const ORDER_REFERENCE = {
  orderId: optional(text({ max: 64 })),
  orderLinkId: optional(text({ max: 64 })),
} as const

/** One page of a list, newest first. */
export function pageFields(rows: number, most: number) {
  return {
    limit: withDefault(integer({ min: 1, max: most, about: 'rows a page' }), rows),
    cursor: optional(text({ max: 300, about: '`nextPageCursor` of the page before' })),
  }
}

/** A page of what lies in time. */
export function historyFields(rows: number, most: number) {
  return {
    symbol: optional(SYMBOL),
    startTime: optional(TIME_MS),
    endTime: optional(TIME_MS),
    ...pageFields(rows, most),
  }
}

/** The native dialect's own word beside v5's: rows of every contract, so that an account is read in one call, as of one sequence. */
export const EVERY_CATEGORY = 'all'
export const ACCOUNT_CATEGORY = word([...V5_CATEGORIES, EVERY_CATEGORY])

/** Which contracts a list of records is of. */
export const RECORD_FIELDS = { category: CATEGORY, baseCoin: optional(text({ max: 20 })) } as const
/** The same under the native names, which answer for all contracts where no category is named. */
export const NATIVE_RECORD_FIELDS = { ...RECORD_FIELDS, category: optional(CATEGORY) } as const

/** Which contracts a list of an account is of. */
export const LISTED_FIELDS = {
  category: ACCOUNT_CATEGORY,
  symbol: optional(SYMBOL),
  settleCoin: optional(text({ max: 20 })),
  baseCoin: optional(text({ max: 20 })),
} as const

/** Whether a row of this symbol belongs to the category, and to the coins, that were asked for. */
export function isListed(
  core: Core,
  asked: { readonly category: string; readonly settleCoin: string | null; readonly baseCoin: string | null },
  symbol: string,
): boolean {
  const instrument = core.catalogue.find(symbol)
  if (instrument === null) return false
  if (asked.category !== EVERY_CATEGORY && v5CategoryOf(instrument) !== asked.category) return false
  const { settleCoin, baseCoin } = instrument
  return (asked.settleCoin ?? settleCoin) === settleCoin && (asked.baseCoin ?? baseCoin) === baseCoin
}
