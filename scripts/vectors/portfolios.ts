import { holdingsOf, scenarioPnls, worstScenario } from '../../src/domain/risk/portfolio-margin'
import { reprice } from '../../src/domain/risk/reprice'
import { gridOf } from '../../src/domain/risk/scenario-values'
import type { VectorOutcome } from './outcome'

type Way = 1 | 0 | -1

interface OptionRow {
  readonly sec: number
  readonly forward: number
  readonly strike: number
  readonly call: boolean
  readonly vol: number
  readonly discount: number
  readonly qty: number
}

interface ScenarioRow {
  readonly move: number
  readonly vol: Way
  readonly damp: number
  readonly pnl: number
}

/** A portfolio with what it would win or lose in each scenario. */
export interface PortfolioRow {
  readonly id: string
  readonly perpQty: number
  readonly perpPrice: number
  readonly spotHedgeValue: number
  readonly options: readonly OptionRow[]
  readonly volShock: Readonly<Record<string, number>>
  /** By seconds to the expiry: of a gain, and of a loss. */
  readonly staticDiscount: Readonly<Record<string, readonly [number, number]>>
  readonly scenarios: readonly ScenarioRow[]
}

/** The same with lists in the place of fields (`tests/data/README.md` says what they hold). */
export interface CompactPortfolio {
  readonly id: string
  readonly linearValue: readonly [qty: number, price: number, hedge: number]
  readonly shock: readonly [number, number, number, number, number, number]
  readonly discounts: PortfolioRow['staticDiscount']
  readonly options: readonly (readonly [number, number, number, 0 | 1, number, number, number])[]
  readonly scenarios: readonly (readonly [move: number, vol: Way, damp: number, pnl: number])[]
}

const SHOCK_NAMES = [
  'VOLRANGEUP',
  'VOLRANGEDOWN',
  'SHORTTERMPOWER',
  'LONGTERMPOWER',
  'DTE_FLOOR',
  'MIN_VOL_EVAL_SHOCKED',
] as const
const WAY = { 1: 'up', 0: 'same', [-1]: 'down' } as const
const YEAR_SECONDS = 365 * 86_400
/** What a published result and ours may be apart, as a share of it. */
const RELATIVE = 1e-6
const ABSOLUTE = 1e-9

/** Whether a row of a file of examples is a portfolio, in the one form or the other. */
export function isPortfolio(row: object): row is PortfolioRow | CompactPortfolio {
  return 'scenarios' in row && 'options' in row
}

/**
 * Works every scenario of a portfolio out through the function that margins accounts.
 * @returns `ok` where each is as published, to 1e-6 of it, and the worst one is the same (of equal ones either)
 */
export function evaluatePortfolio(row: PortfolioRow | CompactPortfolio): VectorOutcome {
  const { id, ...portfolio } = 'linearValue' in row ? widened(row) : row
  const found = pnlsOf({ id, ...portfolio })
  const published = portfolio.scenarios.map(({ pnl }) => pnl)
  const isClose = (ours: number, theirs: number) => Math.abs(ours - theirs) <= RELATIVE * Math.abs(theirs) + ABSOLUTE
  const [ours, theirs] = [worstScenario(found), worstScenario(published)]
  const differs = published.filter((pnl, at) => !isClose(found[at]!, pnl)).length
  const isSameWorst = ours.at === theirs.at || isClose(published[ours.at]!, published[theirs.at]!)
  return {
    id,
    ok: published.length > 0 && differs === 0 && isSameWorst,
    computed: {
      worstLoss: String(ours.loss),
      worstScenario: String(ours.at),
      scenarios: String(published.length),
      scenariosThatDiffer: String(differs),
    },
    answeredBy: ['engine'],
  }
}

function pnlsOf({ perpQty, perpPrice, spotHedgeValue, options, volShock, staticDiscount, scenarios }: PortfolioRow) {
  const [rangeUp, rangeDown, shortPower, longPower, leastDays, leastUp] = SHOCK_NAMES.map((name) => volShock[name]!)
  const rules = {
    grid: gridOf(scenarios.map(({ move, vol, damp }) => ({ move, volatility: WAY[vol], weight: damp }))),
    shock: {
      rangeUp: rangeUp!,
      rangeDown: rangeDown!,
      shortPower: shortPower!,
      longPower: longPower!,
      leastDays: leastDays!,
      leastUp: leastUp!,
    },
    reprice,
    staticDiscounts: new Map(Object.entries(staticDiscount)),
  }
  const portfolio = {
    linearValue: perpQty * perpPrice + spotHedgeValue,
    options: options.map(({ sec, forward, strike, call, vol, discount, qty }) => ({
      expiry: String(sec),
      years: sec / YEAR_SECONDS,
      forward,
      strike,
      isCall: call,
      volatility: vol,
      discount,
      qty,
    })),
  }
  return scenarioPnls(holdingsOf(portfolio, rules), rules)
}

function widened({ id, linearValue, shock, discounts, options, scenarios }: CompactPortfolio): PortfolioRow {
  const [perpQty, perpPrice, spotHedgeValue] = linearValue
  return {
    id,
    perpQty,
    perpPrice,
    spotHedgeValue,
    options: options.map(([sec, forward, strike, isCall, vol, discount, qty]) => ({
      sec,
      forward,
      strike,
      call: isCall === 1,
      vol,
      discount,
      qty,
    })),
    volShock: Object.fromEntries(SHOCK_NAMES.map((name, at) => [name, shock[at]!])),
    staticDiscount: discounts,
    scenarios: scenarios.map(([move, vol, damp, pnl]) => ({ move, vol, damp, pnl })),
  }
}
