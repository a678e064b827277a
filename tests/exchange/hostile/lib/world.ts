import { createHash } from 'node:crypto'
import type { Journal } from '../../../../exchange/journal/journal-port'

/** Everything that anyone may hold or see: what an attack must leave as it was. Bookkeeping of refusals is not in it. */
export function stateHash({ venue }: Pick<Journal, 'venue'>): string {
  const hash = createHash('sha256')
  const add = (value: unknown): unknown =>
    hash.update(JSON.stringify(value, (key, one: unknown) => (key === 'seq' ? undefined : one)))
  for (const { account, kind, name } of venue.accounts()) {
    const held = venue.positions(account, null).filter((one) => one.size !== '0')
    add([account, kind, name, venue.wallet(account), venue.marginMode(account), venue.feeTier(account)])
    add([held, venue.openOrders(account, null), venue.strategies(account)])
  }
  for (const instrument of venue.instruments()) {
    add([instrument, venue.book(instrument.symbol, Number.MAX_SAFE_INTEGER), venue.recentTrades(instrument.symbol, 60)])
  }
  add(venue.conservation())
  return hash.digest('hex')
}
