import { CODE } from '../../../../src/wire/rest/codes'
import { v5CategoryOf } from '../../../../src/wire/v5/category'
import { Refused, type Core } from '../../core'

/**
 * A name that spot and perpetual share (`BTCUSDT`) means the contract here: who says `spot` is refused instead of being
 * given another product. @throws Refused 10001
 */
export function checkCategory(
  core: Core,
  { category, symbol }: { readonly category: string | null; readonly symbol: string },
): void {
  const instrument = category === null ? null : core.catalogue.find(symbol)
  if (instrument !== null && v5CategoryOf(instrument) !== category)
    throw new Refused(CODE.badRequest, 'the symbol is not of this category', { field: 'category' })
}
