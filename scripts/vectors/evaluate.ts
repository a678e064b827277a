import { Exact } from '../../src/domain/decimal'
import { TooFine } from './engine/lab'
import { MARKET_ANSWERS } from './engine/market'
import { ORDER_ANSWERS } from './engine/orders'
import { POSITION_ANSWERS } from './engine/positions'
import { RESULT_ANSWERS } from './engine/results'
import { FURTHER_FORMULAS } from './further-formulas'
import { canonicalInputs } from './canonical-inputs'
import type { Inputs, Vector } from './inputs'
import { MARKET_FORMULAS } from './market-formulas'
import { OPTION_FORMULAS } from './option-formulas'
import { ORDER_FORMULAS } from './order-formulas'
import type { AnsweredBy, FailedOutcome, VectorOutcome } from './outcome'
import { evaluatePortfolio, isPortfolio, type CompactPortfolio, type PortfolioRow } from './portfolios'
import { POSITION_FORMULAS } from './position-formulas'
import { PRODUCT_FORMULAS } from './product-formulas'
import { decimal, NUMBER } from './read-inputs'
import type { Answer, Figure, Numeric, Rule } from './rule'

/** What the exchange itself says, in its integers. */
const ANSWERS: readonly Rule<Answer>[] = [...ORDER_ANSWERS, ...RESULT_ANSWERS, ...POSITION_ANSWERS, ...MARKET_ANSWERS]

const RULES: readonly Rule<Figure>[] = [
  ...ORDER_FORMULAS,
  ...POSITION_FORMULAS,
  ...MARKET_FORMULAS,
  ...FURTHER_FORMULAS,
  ...PRODUCT_FORMULAS,
  ...OPTION_FORMULAS,
]

/** Topics by the short names under which their examples are known. */
const TOPIC_NAMES: Readonly<Record<string, string>> = {
  fund: 'funding',
  idx: 'index-mark',
  index: 'index-mark',
  mark: 'index-mark',
  tick: 'index-mark',
  plim: 'price-limit',
  minqty: 'min-qty',
  session: 'session-settlement',
  sess: 'session-settlement',
  bust: 'bankruptcy',
  slip: 'slippage',
  ts: 'trailing-stop',
  liq: 'liquidation',
  oc: 'order-cost',
  im: 'margin',
  mm: 'margin',
  tier: 'margin',
  fill: 'execution',
}

const OUTPUT_NAMES: Readonly<Record<string, string>> = {
  bankruptcyPrice: 'bustPrice',
  liquidationPrice: 'liqPrice',
  breakevenPrice: 'breakEvenPrice',
  exitPrice: 'targetPrice',
  unrealisedPnl: 'upnl',
  uPnl: 'upnl',
  realizedPnl: 'realisedPnl',
  cost: 'orderCost',
  avgEntryPrice: 'avgEntry',
  fundingFee: 'funding',
  fundingRate: 'F',
  avgPremium: 'averagePremium',
  indexPrice: 'index',
  markPrice: 'mark',
  P1: 'p1',
  P2: 'p2',
  maxBuyPrice: 'maxBuy',
  minSellPrice: 'minSell',
  upperLimit: 'maxBuy',
  lowerLimit: 'minSell',
  minQty: 'smallestQty',
  minOrderQty: 'smallestQty',
  stopPrice: 'stop',
  triggerPrice: 'stop',
  sessionPnl: 'settledPnl',
  rankingScore: 'rank',
}

/** Works out a row of a file of examples: a worked example, or a portfolio with its scenarios. */
export function workOut(row: Vector | PortfolioRow | CompactPortfolio): VectorOutcome {
  return isPortfolio(row) ? evaluatePortfolio(row) : evaluate(row)
}

/**
 * Works one published example out twice: by the Decimal rules of src/domain and by the exchange in its integers. Chosen
 * by topic and by the names of its inputs and results, never by its id; the published results are read only to be
 * compared.
 * @returns `ok` null where no rule of ours computes one of the results; false for an example that is inconsistent in
 * itself, whatever it shows
 */
export function evaluate(given: Vector): VectorOutcome {
  const vector = { ...given, topic: TOPIC_NAMES[given.topic] ?? given.topic }
  const x = canonicalInputs(vector)
  const computed: Record<string, Figure> = {}
  const engine: Record<string, Figure> = {}
  const differs: string[] = []
  const names = Object.keys(vector.expected ?? {})
  let isKnown = names.length > 0
  let agrees = true
  for (const name of names) {
    const canonical = OUTPUT_NAMES[name] ?? name
    const value = work(RULES, vector.topic, canonical, x)
    if (value === null) {
      isKnown = false
      continue
    }
    computed[name] = value
    if (!matches(value, vector.expected[name], vector)) agrees = false
    const answer = throughTheEngine(vector.topic, canonical, x)
    if (answer === null) continue
    engine[name] = plainAnswer(answer)
    if (!isSame(answer, value)) differs.push(name)
  }
  const isInconsistent = vector.status === 'inconsistent'
  const status = isInconsistent ? ({ status: 'inconsistent' } as const) : {}
  if (!isKnown) return { id: vector.id, ok: null, computed, ...status }
  const said = Object.keys(engine).length
  return {
    id: vector.id,
    ok: agrees && differs.length === 0 && !isInconsistent,
    computed,
    ...status,
    ...(isInconsistent ? { agrees } : {}),
    answeredBy: answeredBy(said, names.length),
    ...(said === 0 ? {} : { engine }),
    ...(differs.length === 0 ? {} : { engineDiffers: differs }),
  }
}

function answeredBy(said: number, asked: number): readonly AnsweredBy[] {
  if (said === 0) return ['oracle']
  return said === asked ? ['engine', 'oracle'] : ['engine in part', 'oracle']
}

/** @returns what the first rule that fits gives, `null` where none does or it has no figure */
function work<Result>(rules: readonly Rule<Result>[], topic: string, name: string, x: Inputs): Result | null {
  for (const rule of rules) {
    const give = rule.find(topic, name, x)
    if (give !== null) return give()
  }
  return null
}

/**
 * @returns `null` where the engine has no such figure, or its integers do not hold the example's numbers: it refuses
 * them, or its arithmetic says that a result would pass 2^53 (a RangeError)
 */
function throughTheEngine(topic: string, name: string, x: Inputs): Answer {
  try {
    return work(ANSWERS, topic, name, x)
  } catch (error) {
    if (error instanceof TooFine || error instanceof RangeError) return null
    throw error
  }
}

// `Array.isArray` alone would make an array of anything out of a read-only one.
const isFigures = (value: Figure): value is readonly Figure[] => Array.isArray(value)
const isAnswers = (answer: Answer): answer is readonly Answer[] => Array.isArray(answer)
const isNumeric = (answer: Answer): answer is Numeric =>
  typeof answer === 'object' && answer !== null && 'within' in answer

function plainAnswer(answer: Answer): Figure {
  if (isAnswers(answer)) return answer.map(plainAnswer)
  return isNumeric(answer) ? answer.value : answer
}

/** The engine's answer says itself how far its roundings may take it. */
function isSame(answer: Answer, value: Figure | undefined): boolean {
  if (isAnswers(answer)) {
    if (value === undefined || !isFigures(value)) return false
    return answer.length === value.length && answer.every((one, index) => isSame(one, value[index]))
  }
  if (!isNumeric(answer)) return answer === value
  return typeof value === 'string' && new Exact(answer.value).minus(value).abs().lte(answer.within)
}

function matches(value: Figure | undefined, expected: unknown, vector: Vector): boolean {
  if (Array.isArray(expected)) {
    if (value === undefined || value === null || !isFigures(value)) return false
    return value.length === expected.length && expected.every((one, index) => matches(value[index], one, vector))
  }
  const published = decimal(expected)
  if (published === undefined || typeof value !== 'string' || !NUMBER.test(value)) return value === expected
  const gap = new Exact(value).minus(published).abs()
  const tolerance = vector.tolerance ?? 'rel 1e-9'
  const share = /^rel\s+(\S+)$/.exec(String(tolerance))?.[1]
  const size = new Exact(published).abs()
  const allowed = share === undefined ? allowedGap(published, new Exact(tolerance)) : size.times(share)
  return gap.lte(allowed) || roundings(value, published, String(vector.rounding ?? '')).some((one) => one.eq(published))
}

/** A tolerance finer than the digits that are shown can only be meant as a share of the figure. */
function allowedGap(published: string, tolerance: Exact): Exact {
  const shown = new Exact(10).pow(-new Exact(published).decimalPlaces())
  return tolerance.lt(shown.div(2)) ? Exact.max(tolerance, new Exact(published).abs().times(tolerance)) : tolerance
}

/** The value as its publisher would have rounded it: to the places the example names, or shows. */
function roundings(value: string, published: string, words: string): readonly Exact[] {
  const shown = published.includes('.') ? published.length - published.indexOf('.') - 1 : 0
  const named = [...words.matchAll(/(\d+)\s*dp/g)].map((match) => Number(match[1])).filter((places) => places >= shown)
  const isCut = /truncat/i.test(words)
  if (named.length === 0 && !isCut) return []
  const modes = isCut ? [Exact.ROUND_HALF_UP, Exact.ROUND_DOWN] : [Exact.ROUND_HALF_UP]
  return [...named, shown].flatMap((places) => modes.map((mode) => new Exact(value).toDecimalPlaces(places, mode)))
}

/** One line of JSON, numbers with up to 20 significant digits and not through a double. */
export function writeLine(outcome: VectorOutcome | FailedOutcome): string {
  const { id, ok, computed, ...rest } = outcome
  const parts = Object.entries(rest).map(([name, value]) => {
    const text = 'engine' in rest && value === rest.engine ? writeFigures(rest.engine) : JSON.stringify(value)
    return `,${JSON.stringify(name)}:${text}`
  })
  return `{"id":${JSON.stringify(id)},"ok":${ok},"computed":${writeFigures(computed)}${parts.join('')}}`
}

function writeFigures(figures: Readonly<Record<string, Figure>>): string {
  const fields = Object.entries(figures).map(([name, value]) => `${JSON.stringify(name)}:${writeFigure(value)}`)
  return `{${fields.join(',')}}`
}

function writeFigure(value: Figure): string {
  if (isFigures(value)) return `[${value.map(writeFigure).join(',')}]`
  if (typeof value === 'string' && NUMBER.test(value)) return new Exact(value).toSignificantDigits(20).toFixed()
  return JSON.stringify(value)
}
