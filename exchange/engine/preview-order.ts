import { Holding, type Account } from './accounts'
import { checkAuctionOrder, checkPreMarket } from './auction'
import { crosses } from './book'
import type { PlaceCommand } from './commands'
import type { EnginePreview } from './contract'
import type { EngineBalance } from './holdings'
import type { EngineRefusal } from './result'
import { toEngineBalances } from './margin'
import { reach } from './matching'
import { checkLinkId } from './order-checks'
import { orderLossE8 } from './order-loss'
import { orderMarginE8 } from './order-margin'
import { checkNew, closesSide } from './place-order'
import { costShareE8, feeE8, unrealisedE8 } from './risk'
import { mulDiv } from './scaled'
import type { EngineState } from './state'

/**
 * What an order would do to the account's margin: checked as if it were placed, and nothing is placed. What it finds in
 * the book counts as filled at the prices there, what may rest as resting. Own orders in its way, which a real order
 * would cancel, count as they stand. Orders that wait for a trigger hold nothing back and are not asked about.
 */
export function previewOrder(state: EngineState, account: Account, asked: PlaceCommand): EnginePreview {
  const before = toEngineBalances(account)
  const stop = (refusal: EngineRefusal): EnginePreview => ({ refusal, before, after: null })
  const market = state.markets.get(asked.symbol)
  if (market === undefined) return stop({ kind: 'unknownSymbol' })
  if (market.instrument.isTrading === false) return stop({ kind: 'symbolNotTrading' })
  const phaseProblem = checkPreMarket(market, account) ?? checkAuctionOrder(market, asked)
  if (phaseProblem !== null) return stop(phaseProblem)
  const positionIdx = asked.positionIdx ?? 0
  if ((positionIdx !== 0) !== account.isHedged(market)) return stop({ kind: 'positionIdxInvalid' })

  const known = account.findHolding(market, positionIdx)
  const cash = account.cash.get(market.instrument.settleCoin)
  // An account that has never held the coin has none of it, and opens nothing by asking.
  if (cash === undefined) return stop({ kind: 'insufficientBalance', requiredE8: 0, availableE8: 0 })
  const holding = known ?? new Holding(account, market, cash, positionIdx)
  if (known === null && positionIdx !== 0) holding.sibling = account.findHolding(market, positionIdx === 1 ? 2 : 1)
  const command = closesSide(holding, asked.side) ? { ...asked, reduceOnly: true } : asked
  const linkProblem = checkLinkId(holding, command.linkId)
  if (linkProblem !== null) return stop(linkProblem)
  const { refusal, lots, ticks } = checkNew(holding, command)
  if (refusal !== null && refusal.kind !== 'insufficientBalance') return stop(refusal)
  if (known === null) cash.holdings.push(holding)
  try {
    return { refusal, before, after: balancesWith(holding, { command, lots, ticks }) }
  } finally {
    if (known === null) cash.holdings.pop()
  }
}

interface Wanted {
  readonly command: PlaceCommand
  readonly lots: number
  readonly ticks: number
}

/** The account's balances with the order in the sums. They are as before when this returns. */
function balancesWith(holding: Holding, wanted: Wanted): readonly EngineBalance[] {
  const { lots, costE8, buyLots, buyValueE8, sellLots, sellValueE8, cash, market, account } = holding
  const { exact } = cash.wallet
  const { side, reduceOnly } = wanted.command
  const found = findFill(holding, wanted)
  try {
    for (const part of found.parts) fill(holding, side, part)
    // Reduce-only orders never hold anything back.
    const leftLots = reduceOnly ? 0 : found.leftLots
    const leftValue = leftLots === 0 ? 0 : market.valueOf(leftLots, wanted.ticks)
    if (side === 'buy') {
      holding.buyLots += leftLots
      holding.buyValueE8 += leftValue
    } else {
      holding.sellLots += leftLots
      holding.sellValueE8 += leftValue
    }
    const loss = leftLots === 0 ? 0 : orderLossE8(market, side, leftLots, wanted.ticks)
    const lossMargin = orderMarginE8(holding, side, loss) - orderMarginE8(holding)
    return toEngineBalances(account).map((row) =>
      row.coin === cash.coin
        ? { ...row, orderMarginE8: row.orderMarginE8 + lossMargin, availableE8: row.availableE8 - lossMargin }
        : row,
    )
  } finally {
    Object.assign(holding, { lots, costE8, buyLots, buyValueE8, sellLots, sellValueE8 })
    cash.wallet.set(exact)
  }
}

/** What one level of the book would give. */
interface Part {
  readonly lots: number
  readonly valueE8: number
}

interface Found {
  /** Best level first: a position closes at the best prices, and turns round at the others. */
  readonly parts: readonly Part[]
  /** What would rest. */
  readonly leftLots: number
}

/** What the order would find in the book, by its time in force. */
function findFill(holding: Holding, { command, lots, ticks }: Wanted): Found {
  const { market } = holding
  const { side, orderType, timeInForce } = command
  const isLimit = orderType === 'limit'
  if (market.auction !== null) return { parts: [], leftLots: lots }
  const stopsAtOwn = command.selfMatch !== 'cancelMaker'
  const found = reach(market, { side, limitTicks: ticks, lots }, { holding, stopsAtOwn }).lots
  if (isLimit && timeInForce === 'postOnly') return { parts: [], leftLots: found > 0 ? 0 : lots }
  if (isLimit && timeInForce === 'fillOrKill' && found < lots) return { parts: [], leftLots: 0 }
  const { levels } = market.book.opposite(side)
  const parts: Part[] = []
  let left = found
  for (let i = levels.length - 1; i >= 0 && left > 0; i--) {
    const level = levels[i]!
    if (!crosses(side, ticks, level.ticks)) break
    const taken = Math.min(left, level.lots)
    parts.push({ lots: taken, valueE8: market.valueOf(taken, level.ticks) })
    left -= taken
  }
  return { parts, leftLots: isLimit && timeInForce === 'goodTillCancel' ? lots - found : 0 }
}

/** Position and wallet after the fill, as a taker's. */
function fill(holding: Holding, side: 'buy' | 'sell', { lots, valueE8 }: Part): void {
  const { cash, takerRateE8, direction, costE8 } = holding
  const sign = side === 'buy' ? 1 : -1
  const held = Math.abs(holding.lots)
  const closed = holding.lots * sign < 0 ? Math.min(held, lots) : 0
  const closedValue = closed === lots ? valueE8 : mulDiv(valueE8, closed, lots, 'halfUp')
  cash.receive(-feeE8(valueE8, takerRateE8))
  if (closed > 0) {
    const share = costShareE8(costE8, closed, held)
    cash.receive(unrealisedE8(closedValue, share, direction))
    holding.costE8 -= share
  }
  holding.costE8 += valueE8 - closedValue
  holding.lots += sign * lots
}
