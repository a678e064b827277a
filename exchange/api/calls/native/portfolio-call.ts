import { PORTFOLIO_PATH, writePortfolio } from '../../../../src/wire/rest/portfolio'
import type { PortfolioReport } from '../../../../src/domain/risk/portfolio-report'
import type { Core } from '../../core'
import { route } from '../shared/route/route'
import { DECIMAL, each, listOf, object, SEQ, TEXT } from '../shared/route/schema'

const SCENARIOS = {
  ...listOf(
    object({
      priceMove: { ...DECIMAL, description: 'move of the price, a fraction' },
      pnls: { ...listOf(DECIMAL), description: 'with the volatility up, the same and down' },
    }),
  ),
  title: 'Scenarios',
}

/** The grid that margins an account (semantics.md §1.8), in full, through the function that margins it. */
export const PORTFOLIO_CALL = route({
  method: 'GET',
  path: PORTFOLIO_PATH,
  about:
    'The 33 scenarios of an account with portfolio margin, by underlying and settle coin, in that coin, with its ' +
    'contingency and margin, and what each position adds to them (ours). Empty with another margin mode',
  who: 'reader',
  input: {},
  result: object({
    list: listOf(
      object({
        ...each('baseCoin settleCoin', TEXT),
        ...each('indexPrice maintenanceMargin initialMargin closingFee', DECIMAL),
        ...each('shortOptionContingency futureContingency offsetContingency', DECIMAL),
        scenarios: SCENARIOS,
        positions: listOf(object({ symbol: TEXT, ...each('size orderQty', DECIMAL), scenarios: SCENARIOS })),
      }),
    ),
    seq: SEQ,
  }),
  run({ core, caller }) {
    const reports = core.journal.venue.portfolio(caller.account) ?? []
    return { list: reports.map((one) => writePortfolio(one, indexOf(core, one))), seq: core.journal.durableSeq() }
  },
})

/** The index of what is held; empty while none of it has one. */
function indexOf({ journal }: Core, { positions }: PortfolioReport): string {
  for (const { symbol } of positions) {
    const index = journal.venue.ticker(symbol)?.indexPrice ?? null
    if (index !== null) return index
  }
  return ''
}
