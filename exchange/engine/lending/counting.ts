import type { Cash } from '../entities'
import { ONE_E8 } from '../scaled'
import type { CoinTable } from './coin-table'
import { countedBetweenE8 } from './collateral-value'
import type { EngineCoin } from './engine-coin'
import type { Counting } from './swap-loss'

/** What the coins of an account count for, by their slices and by what it switched off. */
export function countingBy(account: {
  readonly coins: CoinTable
  isOn(terms: EngineCoin): boolean
  netE8(cash: Cash): number
  cashOf(coin: string): Cash | null
}): Counting {
  return {
    get countsFees() {
      return account.coins.rules.asksSwapsExactly
    },
    priceE8: ({ coin }) => account.coins.priceE8(coin),
    countedE8: (cash, fromE8, toE8) => {
      const { coins } = account
      const [terms, priceE8] = [coins.find(cash.coin), coins.priceE8(cash.coin)]
      // A position at rest names the account's own coin, a preview has a copy in its place.
      const netE8 = account.netE8(account.cashOf(cash.coin) ?? cash)
      if (terms === null || priceE8 === null) return 0
      const between = { fromE8: netE8 + fromE8, toE8: netE8 + toE8 }
      return countedBetweenE8(terms, account.isOn(terms), between) * (priceE8 / ONE_E8)
    },
  }
}
