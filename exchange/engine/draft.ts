import { refreshOrderLoss } from './risk/refresh-order-loss'
import { Cash, Position } from './entities'

/**
 * A copy of a position with a copy of its wallet (of both where its orders pay with either), for a preview to act on: the functions that move positions and count
 * orders work on it as on the position itself, and what they do to it nobody sees. The account's other positions of the
 * coin stand beside it as they are.
 */
export function draftOf(position: Position): Position {
  const { account, market, positionIdx } = position
  const cash = copyOf(position.cash)
  const base = position.exchanged === null ? null : copyOf(position.exchanged)
  const draft = new Position(account, market, cash, positionIdx, base)
  const { lots, costE8, leverageE2, realisedE8, cumRealisedE8, createdAtMs, updatedAtMs } = position
  const { costRestE8, openCostRestE8, extraMarginE8, openCostE8, openFeeE8, fundingE8, sibling } = position
  Object.assign(draft, { lots, costE8, leverageE2, realisedE8, cumRealisedE8, createdAtMs, updatedAtMs })
  Object.assign(draft, { costRestE8, openCostRestE8, extraMarginE8, openCostE8, openFeeE8, fundingE8, sibling })
  const { buyLots, buyValueE8, sellLots, sellValueE8, reducingLots } = position
  const { openBuys, openSells, firstOrder, lastOrder } = position
  Object.assign(draft, { buyLots, buyValueE8, sellLots, sellValueE8, reducingLots })
  Object.assign(draft, { openBuys, openSells, firstOrder, lastOrder })
  // Made up to date first: afterwards the book would be searched for orders of the draft, which has none there.
  refreshOrderLoss(position)
  draft.orderLoss.copy(position.orderLoss)
  cash.positions.push(...inPlace(position.cash.positions, position, draft))
  cash.basePositions.push(...position.cash.basePositions)
  if (position.exchanged !== null && base !== null) {
    base.positions.push(...position.exchanged.positions)
    base.basePositions.push(...inPlace(position.exchanged.basePositions, position, draft))
  }
  return draft
}

/** Where its position stands: sums of model values end in another last unit when they are added in another order. */
function inPlace(positions: readonly Position[], position: Position, draft: Position): readonly Position[] {
  const placed = positions.map((one) => (one === position ? draft : one))
  return placed.includes(draft) ? placed : [...placed, draft]
}

/**
 * Asks something of an account while a draft stands for its position by name too: margin of spreads at rest finds what
 * their legs close there.
 */
export function asIfOwn<T>(draft: Position, look: () => T): T {
  const { key } = draft
  const { positions } = draft.account
  const position = positions.get(key)
  positions.set(key, draft)
  try {
    return look()
  } finally {
    if (position === undefined) positions.delete(key)
    else positions.set(key, position)
  }
}

/** The same money; what is held in it is the caller's to say. */
function copyOf({ account, coin, wallet, cumRealised }: Cash): Cash {
  const copy = new Cash(account, coin)
  copy.wallet.set(wallet.exact)
  copy.cumRealised.set(cumRealised.exact)
  return copy
}

/**
 * Asks something of an account as if it had been in the market of a position before: a new one stands in none of the lists
 * by which coins and margin are summed, so that its orders would be checked without what they hold back themselves.
 * Nothing of it is left behind.
 */
export function asIfHeld<T>(position: Position, look: () => T): T {
  const { account, key, cash, exchanged } = position
  if (account.positions.has(key)) return look()
  const coins = exchanged === null ? [cash] : [cash, exchanged]
  const opened = coins.filter(({ coin }) => !account.cash.has(coin))
  for (const one of opened) {
    account.cash.set(one.coin, one)
    account.coins.push(one)
  }
  account.positions.set(key, position)
  exchanged?.basePositions.push(position)
  cash.positions.push(position)
  try {
    return look()
  } finally {
    cash.positions.pop()
    exchanged?.basePositions.pop()
    account.positions.delete(key)
    for (const one of opened) {
      account.cash.delete(one.coin)
      account.coins.pop()
    }
  }
}
