import type { CoinBalance, Wallet } from '../../../domain/account/wallet'
import { Exact, toText, type Money, type Price, type Rate } from '../../../domain/decimal'
import { isContract } from '../../../domain/instrument/contract'
import type { HeldMarket } from '../../../domain/instrument/market-type'
import type { Position } from '../../../domain/position/position'
import { marginRate } from '../../../domain/risk/margin'
import { isOptionKind, kindOfName } from '../../../domain/instrument/product-kind'
import { payoffOf } from '../../../domain/instrument/payoff'
import { exactValue } from '../../../domain/risk/payoff'
import { exhaustionPrice } from '../../../domain/risk/liquidation-price'
import { pricePnl } from '../../../domain/risk/pnl'
import { priceAtRate } from '../../../domain/risk/rate-price'
import { maintenanceMargin } from '../../../domain/risk/risk-tier'
import { entryOf } from '../position-figures'

/** Whose rate a close at a margin rate goes by: isolated, the position's own; else that of the account it stands in. */
export type RateScope = 'position' | 'account'

export function rateScope({ marginMode, isPortfolio }: Position): RateScope {
  return marginMode === 'isolated' && isPortfolio !== true ? 'position' : 'account'
}

/** Maintenance margin and what backs it, in the settle coin. */
interface Backed {
  readonly maintenance: Money
  readonly backing: Money
}

/**
 * The maintenance rate that such an order waits for, as it is now; a fraction of one. Where nothing backs it any more it
 * is `null`, as where something is not known.
 */
export function rateNow(...args: Parameters<typeof backedOf>): Rate | null {
  const [position, , wallet] = args
  // Of coins that back each other the account has one rate.
  if (rateScope(position) === 'account' && sharesMargin(wallet)) return wallet?.maintenanceMarginRate ?? null
  const backed = backedOf(...args)
  return backed === null ? null : marginRate(backed.maintenance, backed.backing)
}

/**
 * The mark price at which that rate becomes another, everything else held still; an estimate, `null` without one. Of a cross
 * position the maintenance margin is held still as well, as in the liquidation price of its row (ADR-027): a rate below 100 %
 * is then reached before that price, as it is.
 */
export function priceOfRate(rate: Rate, ...args: Parameters<typeof backedOf>): Price | null {
  const [position, instrument, , markPrice] = args
  const backed = backedOf(...args)
  const { side, size: qty, isPortfolio } = position
  if (backed === null || side === null || isPortfolio === true) return null
  if (instrument === null || !isContract(instrument) || markPrice === null) return null
  const payoff = payoffOf(instrument.kind)
  if (rateScope(position) === 'position')
    return priceAtRate({ payoff, side, qty, markPrice, tiers: instrument.riskTiers, ...backed }, rate)
  const buffer = toText<Money>(new Exact(backed.backing).minus(new Exact(backed.maintenance).div(rate)))
  return exhaustionPrice({ payoff, side, qty, markPrice, buffer })
}

/**
 * Whether options on the coin of a contract stand in the account whose rate it goes by: they follow the same price, and no
 * estimate that moves the contract alone says where.
 */
export function hasOptionsBeside(
  position: Position,
  instrument: HeldMarket | null,
  wallet: Wallet | null,
  held: readonly Pick<Position, 'symbol' | 'size'>[],
): boolean {
  if (rateScope(position) === 'position') return false
  return held.some(({ symbol, size }) => {
    const kind = kindOfName(symbol)
    if (!isOptionKind(kind) || size === '0') return false
    const isOfCoin = instrument?.settleCoin === (kind === 'usdtOption' ? 'USDT' : 'USDC') || sharesMargin(wallet)
    return isOfCoin && position.symbol.startsWith(symbol.slice(0, symbol.indexOf('-')))
  })
}

/**
 * Whether coins back each other. An account in which each backs what is settled in it has for its rate that of the coin
 * which is nearest to its liquidation; any other rate is one of all together.
 */
export function sharesMargin(wallet: Wallet | null): boolean {
  const known = wallet?.maintenanceMarginRate ?? null
  if (wallet === null || known === null) return false
  const rates = wallet.coins.flatMap((coin) => marginRate(coin.maintenanceMargin, ownBacking(coin, wallet)) ?? [])
  return Exact.max(0, ...rates)
    .minus(known)
    .abs()
    .gt(SAME_RATE)
}

/** A wallet's rate has eight decimals. */
const SAME_RATE = '0.00000001'

/** What backs the margin of a coin by itself. With portfolio margin options back as well, with what they are worth. */
export function ownBacking({ walletBalance, unrealisedPnl, equity }: CoinBalance, { marginMode }: Wallet): Money {
  return marginMode === 'portfolio' ? equity : toText<Money>(new Exact(walletBalance).plus(unrealisedPnl))
}

function backedOf(
  position: Position,
  instrument: HeldMarket | null,
  wallet: Wallet | null,
  markPrice: Price | null,
): Backed | null {
  if (instrument === null || markPrice === null) return null
  if (rateScope(position) === 'position') return ownBacked(position, instrument, markPrice)
  if (wallet === null) return null
  if (sharesMargin(wallet)) {
    // The account's sums are in dollars, which a settle coin of another worth is not.
    if (!isDollar(instrument.settleCoin)) return null
    return { maintenance: wallet.totalMaintenanceMargin, backing: wallet.totalMarginBalance }
  }
  const coin = wallet.coins.find((one) => one.coin === instrument.settleCoin)
  if (coin === undefined) return null
  return { maintenance: coin.maintenanceMargin, backing: ownBacking(coin, wallet) }
}

export function isDollar(coin: string): boolean {
  return coin === 'USDT' || coin === 'USDC'
}

/** MM at the mark; IM at the entry, what was added, and the result at the mark. */
function ownBacked(position: Position, instrument: HeldMarket, markPrice: Price): Backed | null {
  const { side, size: qty, leverage, extraMargin = '0' as Money } = position
  const entryPrice = entryOf(position, instrument)
  if (!isContract(instrument) || entryPrice === null || side === null) return null
  const payoff = payoffOf(instrument.kind)
  const margin = exactValue(payoff, qty, entryPrice).div(leverage).plus(extraMargin)
  return {
    maintenance: maintenanceMargin(toText<Money>(exactValue(payoff, qty, markPrice)), instrument.riskTiers),
    backing: toText<Money>(margin.plus(pricePnl({ payoff, side, qty, entryPrice, price: markPrice }))),
  }
}
