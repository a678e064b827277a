import { Cash, Position, type Account, type Legs, type Market, type Order } from '../entities'
import { movePosition } from '../accounts/settle-fill'
import { asIfHeld } from '../draft'
import { legSide } from '../products/leg-prices'
import { crosses } from '../matching/book'
import { stopsAtOwn } from '../matching/self-match'
import type { EngineState } from '../state'
import { mayRest, reasonAtBook } from './place-order'
import { canCarry, legFeeRateE8, legFills, makerCarries, type LegFill } from './spread-legs'

/**
 * Does to an account what a spread's order would do, has that looked at, and puts everything back: fills move the
 * positions of the legs, which many parts of a margin find by their market, so no draft could stand for them.
 *
 * @param look told the coins that may have moved, as `act` leaves them
 */
export function asIfTraded<T>(
  state: EngineState,
  order: Order,
  legs: Legs,
  look: (act: () => void, coins: readonly Cash[]) => T,
): T {
  const { position } = order
  const { account, cash, exchanged } = position
  return asIfHeld(position, () =>
    withLeg(account, legs.first, (first) =>
      withLeg(account, legs.second, (second) => {
        const coins = exchanged === null ? [cash] : [cash, exchanged]
        const putBack = [position, first, second].map(kept).concat(coins.map(keptCoin))
        try {
          return withMakers(order, legs, () => look(() => meetSpreads(state, order, legs), coins))
        } finally {
          for (const back of putBack) back()
        }
      }),
    ),
  )
}

/** Whoever is met is asked about its legs, and may have none yet. */
function withMakers<T>({ position: { market, account }, side }: Order, legs: Legs, look: () => T): T {
  const makers = new Set([...market.book.opposite(side).orders()].map((maker) => maker.position.account))
  makers.delete(account)
  return [...makers].reduce<() => T>(
    (next, maker) => () => withLeg(maker, legs.first, () => withLeg(maker, legs.second, next)),
    look,
  )()
}

function withLeg<T>(account: Account, market: Market, look: (position: Position) => T): T {
  const coinOf = (coin: string): Cash => account.cash.get(coin) ?? new Cash(account, coin)
  const { exchangedCoin, instrument } = market
  const exchanged = exchangedCoin === null ? null : coinOf(exchangedCoin)
  const position =
    account.findPosition(market, 0) ?? new Position(account, market, coinOf(instrument.settleCoin), 0, exchanged)
  return asIfHeld(position, () => look(position))
}

/** @returns what sets a position back to what it is now */
function kept(position: Position): () => void {
  const { lots, costE8, costRestE8, openCostE8, openCostRestE8, openFeeE8, extraMarginE8 } = position
  const { realisedE8, cumRealisedE8, fundingE8, fundingPaidE8, createdAtMs, updatedAtMs } = position
  const { buyLots, buyValueE8, sellLots, sellValueE8, reducingLots } = position
  const held = { lots, costE8, costRestE8, openCostE8, openCostRestE8, openFeeE8, extraMarginE8 }
  const paid = { realisedE8, cumRealisedE8, fundingE8, fundingPaidE8, createdAtMs, updatedAtMs }
  const sums = { buyLots, buyValueE8, sellLots, sellValueE8, reducingLots }
  return () => void Object.assign(position, held, paid, sums)
}

function keptCoin({ wallet, cumRealised }: Cash): () => void {
  const [walletE8, realisedE8] = [wallet.exact, cumRealised.exact]
  return () => {
    wallet.set(walletE8)
    cumRealised.set(realisedE8)
  }
}

/** As `match` has it, by the rules of `SpreadSweep`. */
function meetSpreads(state: EngineState, order: Order, legs: Legs): void {
  if (reasonAtBook(state, order, 'Trade') !== null) return
  const { position } = order
  let isStopped = false
  for (const maker of position.market.book.opposite(order.side).orders()) {
    const leaves = order.lots - order.filledLots
    if (leaves <= 0 || !crosses(order.side, order.ticks, maker.ticks)) break
    if (maker.position === position) {
      if (order.selfMatch !== 'cancelTaker') position.count(maker, maker.lots - maker.filledLots, -1)
      if (stopsAtOwn(order.selfMatch)) {
        isStopped = true
        break
      }
      continue
    }
    const lots = Math.min(maker.lots - maker.filledLots, leaves)
    const fills = legFills(legs, maker.ticks, lots)
    if (fills === null || !makerCarries(state.rules, maker, fills, lots)) continue
    if (!canCarry(state.rules, order, fills, false)) {
      isStopped = true
      break
    }
    for (const place of [0, 1] as const) fillLeg(order, fills[place], place)
    order.filledLots += lots
  }
  const leaves = order.lots - order.filledLots
  if (leaves > 0 && !isStopped && mayRest(order)) position.count(order, leaves, 1)
}

function fillLeg(order: Order, { market, ticks, lots, valueE8 }: LegFill, place: 0 | 1): void {
  const position = order.position.account.position(market)
  const side = legSide(order.side, place)
  const feeE8 = market.product.feeE8({ side, ticks, lots, valueE8 }, legFeeRateE8(position, false), market)
  movePosition(position, { side, lots, valueE8, feeE8 }, 0)
}
