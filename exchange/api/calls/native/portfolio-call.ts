import { parseWhatIfTrades, PORTFOLIO_PATH, writePortfolio, writeWhatIf } from '../../../../src/wire/rest/portfolio'
import type { PortfolioReport, WhatIfTrade } from '../../../../src/domain/risk/portfolio-report'
import { Exact } from '../../../../src/domain/decimal'
import { WHAT_IF_MAX } from '../../../../src/domain/limits'
import { isContract } from '../../../../src/domain/instrument/contract'
import { isOption } from '../../../../src/domain/instrument/option'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused, type Core } from '../../core'
import { optional, text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, listOf, maybe, object, orNull, SEQ, TEXT } from '../shared/route/schema'

const SCENARIOS = {
  ...listOf(
    object({
      priceMove: { ...DECIMAL, description: 'move of the price, a fraction' },
      pnls: { ...listOf(DECIMAL), description: 'with the volatility up, the same and down' },
    }),
  ),
  title: 'Scenarios',
}

const MARGINS = {
  ...each('baseCoin settleCoin', TEXT),
  ...each('maintenanceMargin initialMargin', DECIMAL),
  ...each('shortOptionContingency futureContingency offsetContingency coinsContingency', DECIMAL),
  spotHedge: { ...DECIMAL, description: 'coins of the underlying in the wallet that hedge what is short of it' },
  scenarios: SCENARIOS,
}

/** The grid that margins an account (semantics.md §1.8), in full, through the function that margins it. */
export const PORTFOLIO_CALL = route({
  method: 'GET',
  path: PORTFOLIO_PATH,
  about:
    'The 33 scenarios of an account with portfolio margin, by underlying, with its contingency and margin, and what each ' +
    'position adds to them (ours): in US dollars (`USD`) where its coins back each other, else by settle coin, in that ' +
    'coin. Scenarios, contingencies and `maintenanceMargin` are of what is held; `initialMargin` counts orders, with what ' +
    'their fills lose and their fees. `orderQty` is the orders of a position, buys less sells, but for those that only ' +
    'reduce; `coinsContingency` is a share of the smaller of what is long by one settle coin and short by another, by ' +
    'their results at the two smallest moves. Empty with another margin mode',
  who: 'reader',
  input: {
    trades: optional(
      text({
        max: 1_000,
        about:
          'trades that are not made, at the mark: `BTCUSDT:-0.3,BTC-25DEC26-80000-C:1`, a negative quantity sells; ' +
          `at most ${WHAT_IF_MAX}, in a market together no larger than a position or an order may be`,
      }),
    ),
  },
  result: object({
    list: listOf(
      object({
        ...MARGINS,
        ...each('indexPrice closingFee', DECIMAL),
        positions: listOf(
          object({ symbol: TEXT, ...each('size orderQty maintenanceWithout', DECIMAL), scenarios: SCENARIOS }),
        ),
      }),
    ),
    after: maybe({
      ...object({ alone: listOf(orNull(object(MARGINS))), together: listOf(object(MARGINS)) }),
      description:
        'with `trades`: the underlying of each of them alone, in their order, and everything with all of them',
    }),
    seq: SEQ,
  }),
  run({ core, caller, input }) {
    const { venue } = core.journal
    const reports = venue.portfolio(caller.account) ?? []
    const list = reports.map((one) => writePortfolio(one, indexOf(core, one)))
    const after =
      input.trades === null ? null : venue.portfolioAfter(caller.account, tradesOf(core, caller.account, input.trades))
    return { list, ...(after === null ? {} : { after: writeWhatIf(after) }), seq: core.journal.durableSeq() }
  },
})

/** @throws Refused 10001 of what is no list of trades in whole lots of contracts and options that trade */
function tradesOf({ catalogue, journal }: Core, account: string, text: string): readonly WhatIfTrade[] {
  if (text.split(',').length > WHAT_IF_MAX)
    throw new Refused(CODE.badRequest, `trades: ${WHAT_IF_MAX} at most`, { field: 'trades', max: String(WHAT_IF_MAX) })
  const trades = parseWhatIfTrades(text)
  if (trades === null) throw new Refused(CODE.badRequest, 'trades invalid', { field: 'trades' })
  const bySymbol = new Map<string, Exact>()
  for (const { symbol, qty } of trades) {
    const instrument = catalogue.find(symbol)
    const isKnown = instrument !== null && (isContract(instrument) || isOption(instrument))
    if (!isKnown || instrument.status !== 'trading')
      throw new Refused(CODE.badRequest, `trades: ${symbol} is no contract or option that trades`, { field: 'trades' })
    const { lotSize, maxLimitQty } = instrument
    if (new Exact(qty).isZero())
      throw new Refused(CODE.badRequest, `trades: ${symbol} of nothing`, { field: 'trades', min: lotSize })
    if (!new Exact(qty).mod(lotSize).isZero())
      throw new Refused(CODE.badRequest, `trades: ${symbol} in whole lots of ${lotSize}`, {
        field: 'trades',
        step: lotSize,
      })
    const held = journal.venue.mostHeld(account, symbol)
    const max = new Exact(maxLimitQty).gt(held) ? maxLimitQty : held
    const together = new Exact(qty).plus(bySymbol.get(symbol) ?? 0)
    bySymbol.set(symbol, together)
    if (Exact.max(together.abs(), new Exact(qty).abs()).gt(max))
      throw new Refused(CODE.badRequest, `trades: ${symbol} of ${max} at most, the largest position or order`, {
        field: 'trades',
        max,
      })
  }
  return trades
}

/** The index of what is held; empty while none of it has one. */
function indexOf({ journal }: Core, { positions }: PortfolioReport): string {
  for (const { symbol } of positions) {
    const index = journal.venue.ticker(symbol)?.indexPrice ?? null
    if (index !== null) return index
  }
  return ''
}
