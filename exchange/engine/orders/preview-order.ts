import { type Account, Cash, Position, Order } from '../entities'
import { checkAuctionOrder, checkPreMarket } from '../matching/auction'
import type { EnginePreview } from '../matching-engine'
import { asIfHeld, asIfOwn, draftOf } from '../draft'
import type { EngineRefusal } from '../result'
import type { EngineBalance } from '../records/position-records'
import { balanceOf, toEngineBalances } from '../records/balance-rows'
import { movePosition } from '../accounts/settle-fill'
import { wouldRestInDebt } from '../risk/no-debt'
import { checkLeverage } from './borrow-for-order'
import { checkLinkId, checkTradable, largestLots } from './order-checks'
import { readWith, withLoan } from './preview-loan'
import { inLots, type LotsCommand } from './amount-lots'
import { additionOf, checkNew, closableLots, closesSide, mayRest, reasonAtBook } from './place-order'
import { planFills } from './planned-fills'
import { asIfTraded } from './preview-spread'
import { checkSpread } from './spread-legs'
import type { EngineState } from '../state'

/**
 * What an order would do to the account's margin: checked as if it were placed, and nothing is placed. What it finds in
 * the book counts as filled at the prices there, what may rest as resting, own orders in its way as cancelled. The
 * functions that act on a real order act on a draft, so the balances are those that the order leaves, to the last unit.
 * Orders that wait for a trigger hold nothing back and are not asked about.
 */
export function previewOrder(state: EngineState, account: Account, asked: LotsCommand): EnginePreview {
  const before = toEngineBalances(account)
  const stop = (refusal: EngineRefusal): EnginePreview => ({ refusal, before, after: null, lending: null })
  const market = state.markets.get(asked.symbol)
  if (market !== undefined && market.instrument.isTrading !== false && asked.amountE8 !== undefined)
    return previewOrder(state, account, inLots(market, account.findPosition(market, 0), asked))
  const wanted = wantedBy(state, account, asked)
  if ('kind' in wanted) return stop(wanted)
  const { position, command } = wanted
  const { refusal, lots, ticks } = asIfHeld(position, () => checkNew(state.rules, position, command))
  if (refusal !== null && refusal.kind !== 'insufficientBalance') return stop(refusal)
  const look = () => ({ refusal, before, ...accountWith(state, position, { command, lots, ticks }) })
  return command.isLeverage === true ? withLoan(position, additionOf(position, command, { lots, ticks }), look) : look()
}

/**
 * The most lots that an order of these terms is taken with now, looked for by halves: what is larger never needs less, but
 * where it closes first, and there it is free. Of one that only closes, what it closes at most.
 * @returns the refusal, where something else than the size is in its way
 */
export function mostLots(state: EngineState, account: Account, asked: LotsCommand): number | EngineRefusal {
  const wanted = wantedBy(state, account, asked)
  if ('kind' in wanted) return wanted
  const { position, command } = wanted
  const refusalOf = (lots: number): EngineRefusal | null =>
    asIfHeld(position, () => checkNew(state.rules, position, { ...command, lots })).refusal
  const { minLots } = position.market.instrument
  const least = refusalOf(minLots)
  if (least !== null && !SIZE_REFUSALS.has(least.kind)) return least
  const fits = (lots: number): boolean => {
    const refusal = refusalOf(lots)
    // A larger one is worth enough.
    return refusal === null || refusal.kind === 'belowMinNotional'
  }
  // More than there is to close is taken, and cut to it: what is taken is what is there.
  const mostClosed = command.reduceOnly ? closableLots(position, command.side) : Number.POSITIVE_INFINITY
  let [low, high] = [0, Math.min(largestLots(position, command), mostClosed)]
  if (fits(high)) low = high
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low < minLots || refusalOf(low) !== null ? 0 : low
}

/** Too small, too large, more than the account carries, or nothing to reduce. */
const SIZE_REFUSALS: ReadonlySet<EngineRefusal['kind']> = new Set([
  'qtyInvalid',
  'belowMinNotional',
  'insufficientBalance',
  'riskLimitExceeded',
  'reduceOnlyRefused',
])

/** The position that an order would meet, and what of the order its position makes; or why it is refused whatever its size. */
function wantedBy(
  state: EngineState,
  account: Account,
  asked: LotsCommand,
): { readonly position: Position; readonly command: LotsCommand } | EngineRefusal {
  const market = state.markets.get(asked.symbol)
  if (market === undefined) return { kind: 'unknownSymbol' }
  if (market.instrument.isTrading === false) return { kind: 'symbolNotTrading' }
  const phaseProblem =
    checkPreMarket(market, account) ??
    checkAuctionOrder(market, asked) ??
    checkSpread(account, market, asked) ??
    checkTradable(market, account, asked) ??
    checkLeverage(state, account, market, asked)
  if (phaseProblem !== null) return phaseProblem
  const positionIdx = asked.positionIdx ?? 0
  if ((positionIdx !== 0) !== account.isHedged(market)) return { kind: 'positionIdxInvalid' }

  const known = account.findPosition(market, positionIdx)
  const { exchangedCoin } = market
  // An account that has never held a coin has none of it, and opens nothing by asking.
  const coinOf = (coin: string): Cash => account.cash.get(coin) ?? new Cash(account, coin)
  const exchanged = exchangedCoin === null ? null : coinOf(exchangedCoin)
  const position = known ?? new Position(account, market, coinOf(market.instrument.settleCoin), positionIdx, exchanged)
  if (known === null && positionIdx !== 0) position.sibling = account.findPosition(market, positionIdx === 1 ? 2 : 1)
  const command = closesSide(position, asked.side) ? { ...asked, reduceOnly: true } : asked
  return checkLinkId(position, command.linkId) ?? { position, command }
}

interface Wanted {
  readonly command: LotsCommand
  readonly lots: number
  readonly ticks: number
}

/** The account's balances and debts with the order in the sums: what would act on the position acts on a draft of it. */
function accountWith(
  state: EngineState,
  position: Position,
  { command, lots, ticks }: Wanted,
): Pick<EnginePreview, 'after' | 'lending'> {
  const fields = { ...command, number: 0, ticks, lots, createdAtMs: 0 }
  const { legs, auction } = position.market
  if (legs !== null && auction === null)
    return asIfTraded(state, new Order(position, fields), legs, (act, coins) => {
      const { rows, lending } = readWith(state, position, coins, {
        act,
        read: () => toEngineBalances(position.account),
      })
      return { after: rows, lending }
    })
  const draft = draftOf(position)
  const copies = draft.exchanged === null ? [draft.cash] : [draft.cash, draft.exchanged]
  // The book knows the position, not the draft: what is found there is asked for the one, and done to the other.
  const act = () => meetBook(state, new Order(position, fields), new Order(draft, fields))
  const read = () => balancesWith(position.account, copies)
  const { rows, lending } = asIfOwn(draft, () => readWith(state, position, copies, { act, read }))
  return { after: rows, lending }
}

function balancesWith(account: Account, copies: readonly Cash[]): readonly EngineBalance[] {
  const changed = new Map(copies.map((cash) => [cash.coin, balanceOf(cash)]))
  const known = toEngineBalances(account).map((row) => changed.get(row.coin) ?? row)
  // A coin that the account has never had comes with the order.
  return [...known, ...[...changed.values()].filter(({ coin }) => !account.cash.has(coin))]
}

function meetBook(state: EngineState, asked: Order, order: Order): void {
  const { position: draft } = order
  const { market } = draft
  if (market.auction !== null) {
    draft.count(order, order.lots, 1)
    return
  }
  if (reasonAtBook(state, asked, 'Trade') !== null) return
  const { fills, canceled, isStopped } = planFills(asked, 'Trade')
  for (const own of canceled) if (own.position === asked.position) draft.count(own, own.lots - own.filledLots, -1)
  for (const { ticks, lots } of fills) {
    const valueE8 = market.valueOf(lots, ticks)
    const { side } = order
    const feeE8 = market.product.feeE8({ side, ticks, lots, valueE8 }, draft.takerRateE8, market)
    movePosition(draft, { side, lots, valueE8, feeE8 }, 0)
    order.filledLots += lots
  }
  const leaves = order.lots - order.filledLots
  if (leaves > 0 && !isStopped && mayRest(order) && !wouldRestInDebt(order)) draft.count(order, leaves, 1)
}
