import { Cash, Position, type Account } from '../entities'
import { freeCoinsE8 } from '../risk/available'
import { orderBaseE8, orderMarginE8 } from '../risk/order-margin'
import type { EngineState } from '../state'

/** With what an account could trade a pair now, E8 of each coin: its own, and with what it may borrow. */
export interface SpotPower {
  readonly base: { readonly ownE8: number; readonly mostE8: number }
  readonly quote: { readonly ownE8: number; readonly mostE8: number }
}

/** What an order is checked against (`checkCoins`); `null` for what is no pair, and for an unknown account. */
export function spotPowerOf(state: EngineState, accountId: string, symbol: string): SpotPower | null {
  const market = state.markets.get(symbol)
  const account = state.accounts.get(accountId)
  const { baseCoin, settleCoin } = market?.instrument ?? {}
  if (market === undefined || account === undefined || baseCoin === undefined || settleCoin === undefined) return null
  const [base, quote] = [cashOf(account, baseCoin), cashOf(account, settleCoin)]
  const position = account.findPosition(market, 0) ?? new Position(account, market, quote, 0, base)
  const isLent = [baseCoin, settleCoin].every((coin) => (state.coins.find(coin)?.loan ?? null) !== null)
  const mayBorrow = isLent && state.sharing.get(accountId)?.lends === true
  const powerOf = (pays: Cash, receives: Cash, heldE8: number) => {
    const by = { feeRateE8: position.takerRateE8, besides: position }
    const free = (mayBorrow: boolean) => Math.max(0, freeCoinsE8(pays, receives, { ...by, mayBorrow }) - heldE8)
    const ownE8 = free(false)
    return { ownE8, mostE8: mayBorrow ? Math.max(ownE8, free(true)) : ownE8 }
  }
  return {
    base: powerOf(base, quote, orderBaseE8(position)),
    quote: powerOf(quote, base, orderMarginE8(position)),
  }
}

function cashOf(account: Account, coin: string): Cash {
  return account.cash.get(coin) ?? new Cash(account, coin)
}
