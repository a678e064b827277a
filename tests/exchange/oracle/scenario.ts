import type { PositionIdx } from '../../../exchange/engine/accounts/account-settings'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../exchange/engine/matching-engine'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { createEngine } from '../../../exchange/engine/create-engine'
import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import type { RiskTier } from '../../../src/domain/instrument/listed'
import type { Side } from '../../../src/domain/order/order'
import type { Payoff } from '../../../src/domain/instrument/payoff'
import { tierDeductions } from '../../../src/domain/risk/risk-tier'
import type { Random } from '../../../src/base/random'

/** One contract in both languages: the engine's integers and the decimals that they stand for. */
export interface Contract {
  readonly symbol: string
  readonly payoff: Payoff
  readonly tick: Exact
  readonly lot: Exact
  readonly takerFee: Rate
  readonly makerFee: Rate
  readonly tiers: readonly RiskTier[]
  readonly engine: EngineInstrument
}

/** What happened to one position, in decimals. */
export interface Fill {
  readonly side: Side
  readonly price: Price
  readonly qty: Qty
  readonly feeRate: Rate
}

export interface Holding {
  readonly contract: Contract
  readonly positionIdx: PositionIdx
  readonly leverage: number
  readonly fills: Fill[]
  readonly fundings: { readonly rate: Rate; readonly mark: Price; readonly afterFills: number }[]
  readonly resting: { readonly side: Side; readonly price: Price; readonly qty: Qty }[]
  extraMargin: Exact
  mark: Price | null
}

/** A random account with its story told, and the engine that it was told to. */
export interface Scenario {
  readonly engine: MatchingEngine
  readonly mode: 'cross' | 'isolated'
  readonly credit: Exact
  readonly holdings: readonly Holding[]
}

const MONEY = 4e15
const pick = <T>(random: Random, from: readonly T[]): T => from[random.int(0, from.length - 1)]!

function drawContract(random: Random, symbol: string, payoff: Payoff): Contract {
  const isInverse = payoff === 'inverse'
  const tick = new Exact(10).pow(isInverse ? -1 : -random.int(1, 3))
  const lot = isInverse ? new Exact(1) : new Exact(10).pow(-random.int(0, 3))
  const [takerE8, makerE8] = [random.int(1_000, 100_000), random.int(-20_000, 40_000)]
  const limits = [random.int(1, 20), random.int(21, 60)].map((n) => n * (isInverse ? 2 : 25_000))
  const rates = [random.int(30, 60), random.int(61, 120), random.int(121, 200)].map((n) => n * 10_000)
  const rows = [...limits, isInverse ? 1_000_000 : 40_000_000].map((limit, index) => ({
    limit: String(limit) as Money,
    maintenanceMarginRate: toText<Rate>(new Exact(rates[index]!).div(1e8)),
  }))
  const deductions = tierDeductions(rows)
  const tiers: readonly RiskTier[] = rows.map((row, index) => ({
    id: index + 1,
    ...row,
    initialMarginRate: '0' as Rate,
    maxLeverage: '100' as Leverage,
    deduction: deductions[index]!,
  }))
  return {
    symbol,
    payoff,
    tick,
    lot,
    takerFee: toText<Rate>(new Exact(takerE8).div(1e8)),
    makerFee: toText<Rate>(new Exact(makerE8).div(1e8)),
    tiers,
    engine: {
      symbol,
      settleCoin: 'C',
      payoff,
      valueUnitE8: (isInverse ? lot.div(tick) : lot.times(tick)).times(1e8).toNumber(),
      minPriceTicks: 1,
      maxPriceTicks: 1e9,
      minLots: 1,
      maxLimitLots: 1e9,
      maxMarketLots: 1e9,
      minNotionalE8: 0,
      maxLeverageE2: 10_000,
      takerRateE8: takerE8,
      makerRateE8: makerE8,
      bandXE8: 50_000_000,
      bandYE8: 50_000_000,
      allowsHedge: !isInverse,
      tiers: tiers.map((tier, index) => ({
        limitE8: Number(tier.limit) * 1e8,
        initialRateE8: 0,
        maintenanceRateE8: rates[index]!,
        maxLeverageE2: 10_000,
        deductionE8: Math.round(Number(tier.deduction) * 1e8),
      })),
    },
  }
}

/**
 * One account in one or two contracts of one coin: fills on both sides, as taker and as maker, funding, added margin,
 * orders at rest and a last mark. The engine is told all of it; what it refuses did not happen.
 */
export function drawScenario(random: Random): Scenario {
  const payoff: Payoff = random.next() < 0.35 ? 'inverse' : 'linear'
  const contracts = [drawContract(random, 'A', payoff), drawContract(random, 'B', payoff)].slice(0, random.int(1, 2))
  const engine = createEngine(contracts.map((contract) => contract.engine))
  const mode = pick(random, ['cross', 'isolated'] as const)
  const credit = new Exact(payoff === 'inverse' ? random.int(20, 900) : random.int(100_000, 9_000_000))
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1)).result.ok
  for (const account of ['one', 'other']) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 10_000 })
    run({ type: 'credit', account, coin: 'C', amountE8: account === 'one' ? credit.times(1e8).toNumber() : MONEY })
  }
  if (mode === 'isolated') run({ type: 'setMarginMode', account: 'one', mode })
  const holdings = contracts.flatMap((contract) => openHoldings(random, contract, run))
  for (const holding of holdings) tell(random, { engine, run, mode }, holding)
  for (const contract of contracts) {
    const priced = holdings.filter((holding) => holding.contract === contract && holding.fills.length > 0)
    const last = priced[0]?.fills.at(-1)
    if (last === undefined) continue
    const mark = onGrid(new Exact(last.price).times(1 + (random.next() - 0.5) * 0.006), contract.tick)
    if (!run(markOf(contract, mark))) continue
    for (const holding of holdings) if (holding.contract === contract) holding.mark = mark
  }
  for (const holding of holdings) rest(random, run, holding)
  return { engine, mode, credit, holdings }
}

function openHoldings(
  random: Random,
  contract: Contract,
  run: (command: EngineCommand) => boolean,
): readonly Holding[] {
  const { symbol } = contract
  const isHedged = contract.payoff === 'linear' && random.next() < 0.3
  if (isHedged) run({ type: 'setPositionMode', account: 'one', symbol, coin: null, mode: 'hedge' })
  const leverage = pick(random, [1, 2, 3, 5, 10, 12.5, 20, 25, 50, 100])
  run({ type: 'setLeverage', account: 'one', symbol, leverageE2: leverage * 100 })
  return (isHedged ? ([1, 2] as const) : ([0] as const)).map((positionIdx) => ({
    contract,
    positionIdx,
    leverage,
    fills: [],
    fundings: [],
    resting: [],
    extraMargin: new Exact(0),
    mark: null,
  }))
}

interface Told {
  readonly engine: MatchingEngine
  readonly run: (command: EngineCommand) => boolean
  readonly mode: 'cross' | 'isolated'
}

function tell(random: Random, { engine, run, mode }: Told, holding: Holding): void {
  const { contract, positionIdx } = holding
  const { symbol, tick, payoff } = contract
  const start = payoff === 'inverse' ? random.int(1_000, 60_000) : random.int(50, 40_000)
  const count = random.int(1, 4)
  for (let i = 0; i < count; i++) {
    const price = onGrid(new Exact(start).times(1 + (random.next() - 0.5) * 0.004), tick)
    const qty = drawQty(random, contract, price)
    const held = heldOf(holding)
    const side = positionIdx === 1 ? 'buy' : positionIdx === 2 ? 'sell' : pick(random, ['buy', 'sell'] as const)
    // Hedge mode closes on its own side by an order of the other direction.
    const closes = positionIdx !== 0 && !held.isZero() && random.next() < 0.3
    const way = closes ? opposite(side) : side
    const size = closes ? toText<Qty>(Exact.min(qty, held.abs())) : qty
    const isMaker = random.next() < 0.3 && !closes
    const ours = orderOf(contract, 'one', way, price, size, positionIdx)
    const theirs = orderOf(contract, 'other', opposite(way), price, size, 0)
    const [first, second] = isMaker ? [ours, theirs] : [theirs, ours]
    if (run(first) && run(second)) {
      holding.fills.push({ side: way, price, qty: size, feeRate: isMaker ? contract.makerFee : contract.takerFee })
    } else {
      for (const account of ['one', 'other']) run({ type: 'cancelAll', account, symbol })
    }
    const isPaid = positionIdx === 0 && random.next() < 0.15
    if (isPaid && !heldOf(holding).isZero() && run(markOf(contract, price))) {
      const rateE8 = random.int(-20_000, 20_000)
      run({ type: 'funding', symbol, rateE8 })
      holding.fundings.push({
        rate: toText<Rate>(new Exact(rateE8).div(1e8)),
        mark: price,
        afterFills: holding.fills.length,
      })
    }
  }
  if (mode === 'isolated' && !heldOf(holding).isZero() && random.next() < 0.4) {
    const amountE8 = random.int(1, 500) * (payoff === 'inverse' ? 10_000 : 10_000_000)
    const before = engine.positions('one', symbol).find((one) => one.positionIdx === positionIdx)!.extraMarginE8!
    if (run({ type: 'addMargin', account: 'one', symbol, positionIdx, amountE8 })) {
      holding.extraMargin = new Exact(before + amountE8).div(1e8)
    }
  }
}

/** Orders that open or add, away from the market. */
function rest(random: Random, run: (command: EngineCommand) => boolean, holding: Holding): void {
  const { contract, positionIdx, mark } = holding
  if (mark === null) return
  for (let i = random.int(0, 3); i > 0; i--) {
    const side = positionIdx === 1 ? 'buy' : positionIdx === 2 ? 'sell' : pick(random, ['buy', 'sell'] as const)
    const away = 1 + (side === 'buy' ? -1 : 1) * (0.01 + random.next() * 0.1)
    const price = onGrid(new Exact(mark).times(away), contract.tick)
    const qty = drawQty(random, contract, price)
    if (run(orderOf(contract, 'one', side, price, qty, positionIdx))) holding.resting.push({ side, price, qty })
  }
}

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** Signed sum of the fills. */
export function heldOf({ fills }: Holding): Exact {
  return fills.reduce((sum, { side, qty }) => (side === 'buy' ? sum.plus(qty) : sum.minus(qty)), new Exact(0))
}

function onGrid(value: Exact, step: Exact): Price {
  return toText<Price>(Exact.max(step, value.div(step).toDecimalPlaces(0).times(step)))
}

/** Worth 50 to 500,000 of the settle coin's dollars. */
function drawQty(random: Random, { payoff, lot }: Contract, price: Price): Qty {
  const dollars = new Exact(50 * 10_000 ** random.next())
  const qty = payoff === 'inverse' ? dollars : dollars.div(price)
  return toText<Qty>(Exact.max(lot, qty.div(lot).toDecimalPlaces(0).times(lot)))
}

function orderOf(
  { symbol, tick, lot }: Contract,
  account: string,
  side: Side,
  price: Price,
  qty: Qty,
  positionIdx: PositionIdx,
): EngineCommand {
  return {
    type: 'place',
    account,
    linkId: '',
    symbol,
    side,
    orderType: 'limit',
    ticks: new Exact(price).div(tick).toNumber(),
    lots: new Exact(qty).div(lot).toNumber(),
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    selfMatch: 'cancelMaker',
    createType: 'CreateByUser',
    positionIdx,
  }
}

function markOf({ symbol, tick }: Contract, price: Price): EngineCommand {
  const ticks = new Exact(price).div(tick).toNumber()
  return { type: 'mark', symbol, markTicks: ticks, indexTicks: ticks }
}
