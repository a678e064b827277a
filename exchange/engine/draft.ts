import { refreshOrderLoss } from './refresh-order-loss'
import { Cash, Holding } from './entities'

/**
 * A copy of a holding with a copy of its wallet, for a preview to act on: the functions that move positions and count
 * orders work on it as on the holding itself, and what they do to it nobody sees. The account's other holdings of the
 * coin stand beside it as they are.
 */
export function draftOf(holding: Holding): Holding {
  const { account, market, positionIdx } = holding
  const cash = new Cash(account, holding.cash.coin)
  cash.wallet.set(holding.cash.wallet.exact)
  cash.cumRealised.set(holding.cash.cumRealised.exact)
  const draft = new Holding(account, market, cash, positionIdx)
  const { lots, costE8, leverageE2, realisedE8, cumRealisedE8, createdAtMs, updatedAtMs } = holding
  const { extraMarginE8, openCostE8, openFeeE8, fundingE8, sibling } = holding
  Object.assign(draft, { lots, costE8, leverageE2, realisedE8, cumRealisedE8, createdAtMs, updatedAtMs })
  Object.assign(draft, { extraMarginE8, openCostE8, openFeeE8, fundingE8, sibling })
  const { buyLots, buyValueE8, sellLots, sellValueE8, openBuys, openSells, firstOrder, lastOrder } = holding
  Object.assign(draft, { buyLots, buyValueE8, sellLots, sellValueE8, openBuys, openSells, firstOrder, lastOrder })
  // Made up to date first: afterwards the book would be searched for orders of the draft, which has none there.
  refreshOrderLoss(holding)
  draft.orderLoss.copy(holding.orderLoss)
  const isKnown = holding.cash.holdings.includes(holding)
  cash.holdings.push(...holding.cash.holdings.map((one) => (one === holding ? draft : one)))
  if (!isKnown) cash.holdings.push(draft)
  return draft
}
