import { figure } from '../../../../src/wire/figure-text'
import type { Core } from '../../core'
import { optional, text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, listOf, object, TEXT } from '../shared/route/schema'

const GREEKS = ['delta', 'gamma', 'vega', 'theta'] as const

/** What all options of an account on one coin do together. */
export const COIN_GREEKS_CALL = route({
  method: 'GET',
  path: '/v5/asset/coin-greeks',
  about: 'The greeks of all options that the account holds, summed by coin',
  who: 'reader',
  input: { baseCoin: optional(text({ max: 20 })) },
  result: object({
    list: listOf(object({ baseCoin: TEXT, ...each('totalDelta totalGamma totalVega totalTheta', DECIMAL) })),
  }),
  run({ core, caller, input }) {
    const list = coinGreeks(core, caller.account)
    return { list: list.filter(({ baseCoin }) => (input.baseCoin ?? baseCoin) === baseCoin) }
  },
})

/**
 * Σ over positions of size × greek, by coin.
 * @param alsoOf coins that are told where nothing is held on them too, with zeros
 */
export function coinGreeks(
  { journal, catalogue }: Pick<Core, 'journal' | 'catalogue'>,
  account: string,
  alsoOf: Iterable<string> = [],
) {
  const byCoin = new Map<string, Record<(typeof GREEKS)[number], number>>()
  for (const { symbol, side, size } of journal.venue.positions(account, null)) {
    const option = catalogue.find(symbol)
    const greeks = option !== null && 'strike' in option ? journal.venue.ticker(symbol)?.option?.greeks : undefined
    if (option === null || greeks === undefined || side === null) continue
    const sum = byCoin.get(option.baseCoin) ?? { delta: 0, gamma: 0, vega: 0, theta: 0 }
    for (const one of GREEKS) sum[one] += (side === 'buy' ? 1 : -1) * Number(size) * greeks[one]
    byCoin.set(option.baseCoin, sum)
  }
  for (const coin of alsoOf) if (!byCoin.has(coin)) byCoin.set(coin, { delta: 0, gamma: 0, vega: 0, theta: 0 })
  return [...byCoin].map(([baseCoin, sum]) => ({
    baseCoin,
    totalDelta: figure(sum.delta),
    totalGamma: figure(sum.gamma),
    totalVega: figure(sum.vega),
    totalTheta: figure(sum.theta),
  }))
}
