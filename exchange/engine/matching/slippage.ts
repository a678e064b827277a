import type { Side } from '../../../src/domain/order/order'
import type { AccountKind } from '../../../src/domain/account/wallet'
import type { Account, Market } from '../entities'
import type { EngineSlippage } from '../orders/order-terms'
import type { EngineRefusal } from '../result'
import { protectedTicks } from './price-band'
import { mulDiv } from '../scaled'

/** Whole hundredths of a per cent in one. */
const HUNDREDTHS = 10_000
const TICKS_MAX = 10_000
const PERCENT_MAX = 1_000

/** Accounts of the newest kind alone bound the slippage of what they send (spec §6); a demo account is none of them. */
const BOUNDING_KIND: AccountKind = 'uta2'

/** Who may bound it, and by how much: 1–10,000 ticks or 0.01–10 % (semantics.md §1.9). */
export function checkSlippage(
  { role, kind }: Pick<Account, 'role' | 'kind'>,
  slippage: EngineSlippage | null | undefined,
): EngineRefusal | null {
  if (slippage === null || slippage === undefined) return null
  if (role === 'user' && kind !== BOUNDING_KIND) return { kind: 'slippageNotAllowed' }
  const { unit, value } = slippage
  const isFine = Number.isSafeInteger(value) && value >= 1 && value <= (unit === 'tick' ? TICKS_MAX : PERCENT_MAX)
  return isFine ? null : { kind: 'slippageInvalid', unit }
}

/**
 * The worst price a market order may take: the protected price, and no further from the best opposite price than its
 * tolerance: ask + n ticks, ask × (1 + v) down for a buy; bid − n ticks, bid × (1 − v) up for a sell.
 */
export function marketTicks(market: Market, side: Side, slippage: EngineSlippage | null): number {
  const guarded = protectedTicks(market, side)
  const best = market.book.opposite(side).best()
  if (slippage === null || best === null) return guarded
  const { unit, value } = slippage
  if (side === 'buy') {
    const most = unit === 'tick' ? best.ticks + value : mulDiv(best.ticks, HUNDREDTHS + value, HUNDREDTHS, 'down')
    return Math.min(guarded, most)
  }
  const least = unit === 'tick' ? best.ticks - value : mulDiv(best.ticks, HUNDREDTHS - value, HUNDREDTHS, 'up')
  return Math.max(guarded, least)
}
