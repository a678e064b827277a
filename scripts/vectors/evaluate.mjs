import { Exact } from '../../src/domain/decimal'
import { TooFine } from './engine/lab.mjs'
import { MARKET_ANSWERS } from './engine/market.mjs'
import { ORDER_ANSWERS } from './engine/orders.mjs'
import { POSITION_ANSWERS } from './engine/positions.mjs'
import { RESULT_ANSWERS } from './engine/results.mjs'
import { FORMULAS } from './formulas.mjs'
import { FURTHER_FORMULAS } from './further-formulas.mjs'

/** What the exchange itself says, in its integers. */
const ANSWERS = [...ORDER_ANSWERS, ...RESULT_ANSWERS, ...POSITION_ANSWERS, ...MARKET_ANSWERS]

const RULES = [...FORMULAS, ...FURTHER_FORMULAS]
/** Topics by the short names under which their examples are known. */
const TOPIC_NAMES = {
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

/** Other names of the same thing. What a name means is the same in every topic. */
const INPUT_NAMES = {
  size: 'qty',
  orderQty: 'qty',
  orderPrice: 'price',
  limitPrice: 'price',
  entryPrice: 'entry',
  avgEntry: 'entry',
  avgEntryPrice: 'entry',
  exitPrice: 'exit',
  markPrice: 'mark',
  indexPrice: 'index',
  lastPrice: 'last',
  taker: 'takerFee',
  takerFeeRate: 'takerFee',
  takerRate: 'takerFee',
  feeRate: 'rate',
  tickSize: 'tick',
  closedSide: 'positionSide',
  maintenanceMarginRate: 'mmr',
  addedMargin: 'extraMargin',
  makerRate: 'makerFee',
  makerFeeRate: 'makerFee',
  fundingFee: 'fundingPaid',
  availableBalance: 'available',
  mmDeduction: 'deduction',
  minOrderQty: 'minQty',
  minOrderValue: 'minNotional',
  minNotionalValue: 'minNotional',
  qtyStep: 'lot',
  lotSize: 'lot',
  basisAverage: 'basisMean',
  movingAverage: 'basisMean',
  lastFunding: 'fundingRate',
  lastFundingRate: 'fundingRate',
  hoursToFunding: 'timeToFunding',
  fundingInterval: 'interval',
  P1: 'p1',
  P2: 'p2',
  prem30s: 'premium',
  priceLimitRatioX: 'X',
  priceLimitRatioY: 'Y',
  α: 'alpha',
  retracementRate: 'rate',
  callbackRate: 'rate',
  activationPrice: 'activation',
  activePrice: 'activation',
  trailingStop: 'distance',
  upperFundingRate: 'upper',
  lowerFundingRate: 'lower',
  premium8h: 'P',
  interestRate: 'I',
  fundingFeeRate: 'rate',
}
const OUTPUT_NAMES = {
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
const SIDES = { buy: 'buy', long: 'buy', sell: 'sell', short: 'sell' }
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

function plain(value) {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value))) return new Exact(value).toFixed()
  return value
}

/** The inputs under canonical names, numbers as decimal text, and what follows from them at once. */
function canonicalInputs(vector) {
  const x = {}
  for (const [name, value] of Object.entries(vector.inputs)) x[INPUT_NAMES[name] ?? name] = plain(value)
  for (const name of ['side', 'positionSide']) {
    if (typeof x[name] === 'string') x[name] = SIDES[x[name].toLowerCase()] ?? x[name]
  }
  const kind = String(x.kind ?? '')
  const formula = String(vector.formula ?? '')
  // Without a kind, a formula that speaks of inverse contracts alone says which it is.
  const isInverse = kind === 'inverse' || (kind === '' && /inverse/.test(formula) && !/linear/.test(formula))
  x.payoff = isInverse ? 'inverse' : 'linear'
  x.now = x.now ?? x.mark ?? x.price ?? x.exit
  x.backing = x.balance ?? x.positionMargin
  x.orderCost = x.orderCost ?? x.cost ?? x.balance
  x.spotReceived = x.filledBase ?? x.filledQuote
  if (kind === 'spot' && x.spotReceived === undefined && x.qty !== undefined && x.price !== undefined) {
    x.spotReceived = x.side === 'buy' ? x.qty : new Exact(x.qty).times(x.price).toFixed()
  }
  // Funding paid out of a position's margin is margin taken away (semantics.md §1.4).
  if (vector.topic === 'liquidation' && x.extraMargin === undefined && x.fundingPaid !== undefined) {
    x.extraMargin = new Exact(x.fundingPaid).negated().toFixed()
  }
  x.bandPrice = x.mark ?? x.ltp ?? x.last ?? x.price
  x.X = x.X ?? x.ratio
  x.rate = x.rate ?? x.takerFee ?? x.makerFee
  if (x.value === undefined && x.qty !== undefined && x.price !== undefined && x.tiers !== undefined) {
    x.value = new Exact(x.qty).times(x.price).toFixed()
  }
  for (const name of Object.keys(x)) if (x[name] === undefined) delete x[name]
  return x
}

function findFormula(formulas, topic, name, x) {
  return formulas.find(
    (formula) =>
      formula.topics.includes(topic) &&
      name in formula.gives &&
      formula.needs.every((need) => x[need] !== undefined) &&
      (formula.when?.(x) ?? true),
  )
}

/**
 * Works one published example out twice: by the Decimal rules of src/domain and by the exchange in its integers. Chosen
 * by topic and by the names of its inputs and results, never by its id; the published results are read only to be
 * compared.
 * @returns `ok` null where no rule of ours computes one of the results; false for an example that is inconsistent in
 * itself, whatever it shows
 */
export function evaluate(given) {
  const vector = { ...given, topic: TOPIC_NAMES[given.topic] ?? given.topic }
  const x = canonicalInputs(vector)
  const computed = {}
  const engine = {}
  const differs = []
  const names = Object.keys(vector.expected ?? {})
  let isKnown = names.length > 0
  let agrees = true
  for (const name of names) {
    const canonical = OUTPUT_NAMES[name] ?? name
    const value = findFormula(RULES, vector.topic, canonical, x)?.gives[canonical](x) ?? null
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
  const status = isInconsistent ? { status: 'inconsistent' } : {}
  if (!isKnown) return { id: vector.id, ok: null, computed, ...status }
  const said = Object.keys(engine).length
  const answeredBy =
    said === 0 ? ['oracle'] : said === names.length ? ['engine', 'oracle'] : ['engine in part', 'oracle']
  return {
    id: vector.id,
    ok: agrees && differs.length === 0 && !isInconsistent,
    computed,
    ...status,
    ...(isInconsistent ? { agrees } : {}),
    answeredBy,
    ...(said === 0 ? {} : { engine }),
    ...(differs.length === 0 ? {} : { engineDiffers: differs }),
  }
}

/**
 * @returns `null` where the engine has no such figure, or its integers do not hold the example's numbers: it refuses
 * them, or its arithmetic says that a result would pass 2^53 (a RangeError)
 */
function throughTheEngine(topic, name, x) {
  try {
    return findFormula(ANSWERS, topic, name, x)?.gives[name](x) ?? null
  } catch (error) {
    if (error instanceof TooFine || error instanceof RangeError) return null
    throw error
  }
}

const isNumeric = (answer) => typeof answer === 'object' && 'within' in answer

function plainAnswer(answer) {
  if (Array.isArray(answer)) return answer.map(plainAnswer)
  return isNumeric(answer) ? answer.value : answer
}

/** The engine's answer says itself how far its roundings may take it. */
function isSame(answer, value) {
  if (Array.isArray(answer)) {
    return answer.length === value.length && answer.every((one, index) => isSame(one, value[index]))
  }
  return isNumeric(answer) ? new Exact(answer.value).minus(value).abs().lte(answer.within) : answer === value
}

function matches(value, expected, vector) {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((one, index) => matches(value[index], one, vector))
    )
  }
  const published = plain(expected)
  const areNumbers = [published, value].every((one) => typeof one === 'string' && NUMBER.test(one))
  if (!areNumbers) return value === expected
  const gap = new Exact(value).minus(published).abs()
  const { tolerance } = vector
  const relative = /^rel\s+(\S+)$/.exec(String(tolerance ?? 'rel 1e-9'))
  const allowed = relative === null ? new Exact(tolerance) : new Exact(published).abs().times(relative[1])
  return gap.lte(allowed) || roundings(value, published, String(vector.rounding ?? '')).some((one) => one.eq(published))
}

/** The value as its publisher would have rounded it: to the places the example names, or shows. */
function roundings(value, published, words) {
  const shown = published.includes('.') ? published.length - published.indexOf('.') - 1 : 0
  const named = [...words.matchAll(/(\d+)\s*dp/g)].map((match) => Number(match[1])).filter((places) => places >= shown)
  const isCut = /truncat/i.test(words)
  if (named.length === 0 && !isCut) return []
  const modes = isCut ? [Exact.ROUND_HALF_UP, Exact.ROUND_DOWN] : [Exact.ROUND_HALF_UP]
  return [...named, shown].flatMap((places) => modes.map((mode) => new Exact(value).toDecimalPlaces(places, mode)))
}

/** One line of JSON, numbers with up to 20 significant digits and not through a double. */
export function writeLine(outcome) {
  const write = (value) => {
    if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
    if (typeof value === 'string' && NUMBER.test(value)) return new Exact(value).toSignificantDigits(20).toFixed()
    return JSON.stringify(value)
  }
  const object = (values) =>
    `{${Object.entries(values)
      .map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`)
      .join(',')}}`
  const { id, ok, computed, ...rest } = outcome
  const head = `{"id":${JSON.stringify(id)},"ok":${ok},"computed":${object(computed)}`
  const tail = Object.entries(rest).map(
    ([name, value]) => `,${JSON.stringify(name)}:${name === 'engine' ? object(value) : JSON.stringify(value)}`,
  )
  return `${head}${tail.join('')}}`
}
