import { refreshOrderLoss } from './risk/refresh-order-loss'
import { Cash, Position } from './entities'

/**
 * A copy of a position with a copy of its wallet, for a preview to act on: the functions that move positions and count
 * orders work on it as on the position itself, and what they do to it nobody sees. The account's other positions of the
 * coin stand beside it as they are.
 */
export function draftOf(position: Position): Position {
  const { account, market, positionIdx } = position
  const cash = new Cash(account, position.cash.coin)
  cash.wallet.set(position.cash.wallet.exact)
  cash.cumRealised.set(position.cash.cumRealised.exact)
  const draft = new Position(account, market, cash, positionIdx)
  const { lots, costE8, leverageE2, realisedE8, cumRealisedE8, createdAtMs, updatedAtMs } = position
  const { extraMarginE8, openCostE8, openFeeE8, fundingE8, sibling } = position
  Object.assign(draft, { lots, costE8, leverageE2, realisedE8, cumRealisedE8, createdAtMs, updatedAtMs })
  Object.assign(draft, { extraMarginE8, openCostE8, openFeeE8, fundingE8, sibling })
  const { buyLots, buyValueE8, sellLots, sellValueE8, openBuys, openSells, firstOrder, lastOrder } = position
  Object.assign(draft, { buyLots, buyValueE8, sellLots, sellValueE8, openBuys, openSells, firstOrder, lastOrder })
  // Made up to date first: afterwards the book would be searched for orders of the draft, which has none there.
  refreshOrderLoss(position)
  draft.orderLoss.copy(position.orderLoss)
  const isKnown = position.cash.positions.includes(position)
  cash.positions.push(...position.cash.positions.map((one) => (one === position ? draft : one)))
  if (!isKnown) cash.positions.push(draft)
  return draft
}
