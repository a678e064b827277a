import { TradedAccount } from './account'
import { Commands, type Quote } from './commands'
import { readContracts, type Contract } from './contract'
import { ExchangeUnderTest } from './exchange'
import { profit } from './figures'
import { HttpLine } from './http'
import { Laws } from './laws'
import { ZERO, num, toStep, type Num } from './numbers'
import { checkPicture, type MarketFigures } from './picture-laws'
import { Random } from './random'
import { RestReader } from './rest'
import {
  allLives,
  checkCommand,
  checkGuards,
  checkLiquidations,
  isTakenAway,
  NO_REMAINDER,
  type Overdue,
} from './transition-laws'
import type { OrderRow } from './picture'
import type { ClosedPnlRow } from './statement'

const PERPETUALS = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'XRPUSDT', 'BIOUSDT', 'BTCPERP', 'ETHPERP', 'BTCUSD', 'ETHUSD']
/** Contracts whose index is moved; the others of their coin follow. */
const MOVED = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'XRPUSDT', 'BIOUSDT']
const TRADERS = 5
const STEP_MS = 100
/** So many steps until the contracts beside the first eight have taken one, too. */
const QUIET_STEPS = 10
/** The first listing's auction is over after this long, and BIOUSDT trades. */
const UNTIL_LISTED_MS = 7_200_000

export interface LawsReport {
  readonly seed: number
  readonly elapsedMs: number
  readonly laws: Laws
  readonly commands: number
  readonly accepted: number
  readonly executions: number
  readonly liquidations: number
  /** What the exchange itself could not explain. */
  readonly traces: readonly unknown[]
}

/** Sends so many random commands from this seed, and holds every answer against the rules. */
export async function runLaws(commands: number, seed: number): Promise<LawsReport> {
  const startedAt = Date.now()
  const exchange = await ExchangeUnderTest.open(seed)
  try {
    const run = new LawsRun(exchange, seed)
    await run.open()
    for (let n = 1; n <= commands; n++) await run.next(n)
    await run.close()
    return { ...run.report(), seed, commands, elapsedMs: Date.now() - startedAt, traces: exchange.traces }
  } finally {
    await exchange.close()
  }
}

interface TickerRow {
  readonly symbol: string
  readonly lastPrice?: string
  readonly markPrice?: string
  readonly indexPrice?: string
}

class LawsRun {
  readonly #laws = new Laws()
  readonly #random: Random
  readonly #line: HttpLine
  readonly #public: RestReader
  readonly #traders: TradedAccount[] = []
  /** Every contract that ever was traded here. */
  readonly #contracts = new Map<string, Contract>()
  #traded: Contract[] = []
  readonly #tickers = new Map<string, TickerRow>()
  readonly #quotes = new Map<string, Quote>()
  readonly #anchors = new Map<string, Num>()
  readonly #overdue = new Map<TradedAccount, Overdue>()
  /** Those whose picture is of this moment. */
  readonly #current = new Set<TradedAccount>()
  #commands!: Commands
  #accepted = 0
  #executions = 0
  #liquidations = 0
  #takerRate = ZERO

  constructor(
    private readonly exchange: ExchangeUnderTest,
    seed: number,
  ) {
    this.#random = new Random(seed)
    this.#line = new HttpLine(exchange.port)
    this.#public = new RestReader(this.#line)
  }

  async open(): Promise<void> {
    await this.exchange.step(UNTIL_LISTED_MS)
    for (let i = 0; i < 30; i++) await this.exchange.step(STEP_MS)
    await this.#list()
    await this.#readQuotes()
    for (const symbol of MOVED) this.#anchors.set(symbol, this.#quoteOf(symbol)!.index)
    for (let i = 0; i < TRADERS; i++) {
      const rest = new RestReader(this.#line)
      await rest.signIn()
      const trader = new TradedAccount(`trader ${i}`, rest, this.#contracts, this.#laws)
      trader.isBold = i === 1 || i === 2
      this.#traders.push(trader)
      this.#overdue.set(trader, new Map())
      if (i % 2 === 1) {
        await rest.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
        trader.isIsolated = true
      }
      // The last one is rich: a balance whose units no binary fraction holds exactly.
      if (i === TRADERS - 1)
        for (let k = 0; k < 44; k++) await rest.post('/sandbox/faucet', { coin: 'USDT', amount: '999999.99999999' })
      for (const contract of this.#traded) await trader.readLeverage(contract)
      await trader.look(true)
      await trader.follow()
    }
    const { list } = await this.#traders[0]!.rest.get<{ list: { takerFeeRate: string }[] }>(
      '/v5/account/fee-rate?category=linear&symbol=BTCUSDT',
    )
    this.#takerRate = num(list[0]!.takerFeeRate)
    this.#commands = new Commands(this.#random, [], (symbol) => this.#quoteOf(symbol))
    this.#renew()
  }

  async next(n: number): Promise<void> {
    this.#laws.command = n
    const random = this.#random
    if (random.chance(1 / 18)) await this.#movePrice()
    else if (random.chance(1 / 400)) await this.#advance()
    else if (random.chance(1 / 600)) await this.#deliver()
    else if (random.chance(0.1)) await this.#step(random.chance(0.95) ? 1 : QUIET_STEPS)
    const trader = random.pick(this.#traders)
    if (!this.#current.has(trader)) await this.#lookAt(trader, 'what others did')
    const before = trader.picture
    const sent = await this.#commands.send(trader)
    if (sent.answer.retCode === 0) this.#accepted++
    const lives = allLives(trader)
    // What was refused has changed no order; money and positions are read in any case.
    await trader.look(sent.answer.retCode === 0 || random.chance(0.1))
    const isTraded = before.holdings !== trader.picture.holdings
    trader.fresh = []
    if (isTraded) await this.#follow(trader)
    checkPicture(trader, this.#figures(), this.#laws)
    checkCommand(trader, before, sent, this.#laws)
    if (!sent.touchesGuards) await this.#guards(trader, before, lives, sent.name)
    if (!isTraded) return
    // A fill may have been another trader's, and may have fired what waits for a price.
    this.#current.clear()
    this.#current.add(trader)
    await this.#lookAround(sent.name)
  }

  /** Looks at some of those whose last picture is from before the last change; everybody's turn comes. */
  async #lookAround(why: string, part = 0.12): Promise<void> {
    for (const trader of this.#traders)
      if (!this.#current.has(trader) && this.#random.chance(part)) await this.#lookAt(trader, why)
  }

  async #lookAt(trader: TradedAccount, why: string): Promise<void> {
    const before = trader.picture
    const lives = allLives(trader)
    this.#current.add(trader)
    await trader.look(this.#random.chance(0.1))
    if (before.holdings !== trader.picture.holdings) await this.#follow(trader)
    checkPicture(trader, this.#figures(), this.#laws)
    await this.#guards(trader, before, lives, why)
  }

  async #follow(trader: TradedAccount): Promise<void> {
    await trader.follow()
    this.#executions += trader.fresh.length
    this.#liquidations += trader.fresh.filter(({ execType }) => execType === 'BustTrade').length
  }

  async #guards(
    trader: TradedAccount,
    before: TradedAccount['picture'],
    lives: Map<string, number>,
    why: string,
  ): Promise<void> {
    for (const { order, position } of checkGuards(trader, before, lives, this.#laws)) {
      const path = `/v5/order/realtime?category=all&orderId=${order.orderId}`
      const now = (await trader.rest.get<{ list: OrderRow[] }>(path)).list[0]!
      const text = () => {
        const was = `${trader.name} after ${why}: ${order.stopOrderType} of ${order.symbol} ${order.qty}`
        const is = `is ${now.orderStatus} with ${now.cumExecQty} done (${now.cancelType} ${now.rejectReason})`
        return `${was} ${is}, ${position.side} ${position.size} is open`
      }
      this.#laws.hold(NO_REMAINDER, isTakenAway(now), text)
    }
  }

  /** @param part how many of the traders are looked at now; the others when it is their turn */
  async #step(count: number, part = 0.12): Promise<void> {
    for (let i = 0; i < count; i++) await this.exchange.step(STEP_MS)
    await this.#readQuotes()
    this.#current.clear()
    await this.#lookAround('a step', part)
    const { steps } = this.exchange
    for (const one of this.#current) checkLiquidations(one, this.#overdue.get(one)!, steps, this.#laws)
  }

  /** Around where the index began: most moves are small, one in twenty is a jump that liquidates. */
  async #movePrice(): Promise<void> {
    const random = this.#random
    const symbol = random.pick(MOVED)
    const now = this.#quoteOf(symbol)
    const anchor = this.#anchors.get(symbol)
    if (now === null || anchor === undefined) return
    const kind = random.next()
    const wanted =
      kind < 0.7
        ? now.index.times(1 + random.between(-0.01, 0.01))
        : kind < 0.95
          ? anchor.times(1 + random.between(-0.08, 0.08))
          : anchor.times(1 + random.between(-0.35, 0.35))
    const price = toStep(wanted, this.#contracts.get(symbol)!.tick, 'near').toFixed()
    const body = random.chance(0.8)
      ? { symbol, index: price, last: price }
      : random.chance(0.5)
        ? { symbol, index: price }
        : { symbol, last: price }
    await this.#public.control('price', body)
    await this.#step(random.chance(0.85) ? 2 : QUIET_STEPS, 1)
  }

  /** Fundings, settlements, deliveries. */
  async #advance(): Promise<void> {
    const hours = this.#random.chance(0.5) ? 8 : 0.5
    await this.exchange.step(Math.round(hours * 3_600_000))
    await this.#list()
    await this.#step(1, 1)
    await this.#checkDelivered()
    this.#renew()
    for (const trader of this.#traders) for (const contract of this.#traded) await trader.readLeverage(contract)
  }

  /** A dated contract that somebody holds where there is one, before its day. */
  async #deliver(): Promise<void> {
    const held = new Set(this.#traders.flatMap(({ picture }) => picture.positions.map(({ symbol }) => symbol)))
    const dated = this.#traded.filter(({ isDated }) => isDated)
    const wanted = dated.find(({ symbol }) => held.has(symbol)) ?? dated[0]
    if (wanted === undefined) return
    await this.#public.control('expire', { symbol: wanted.symbol })
    await this.#list()
    await this.#step(QUIET_STEPS, 1)
    await this.#checkDelivered()
    this.#renew()
    for (const trader of this.#traders) for (const contract of this.#traded) await trader.readLeverage(contract)
  }

  /** The perpetuals, and of each category the two dated contracts of bitcoin that are delivered next. */
  async #list(): Promise<void> {
    this.#traded = await readContracts(this.#public, (rows) => [
      ...rows.filter(({ symbol }) => PERPETUALS.includes(symbol)),
      ...rows
        .filter(
          ({ deliveryTime, symbol, status }) =>
            deliveryTime !== '0' && symbol.startsWith('BTC') && status === 'Trading',
        )
        .toSorted((a, b) => Number(a.deliveryTime) - Number(b.deliveryTime))
        .slice(0, 2),
    ])
    for (const contract of this.#traded) this.#contracts.set(contract.symbol, contract)
  }

  /** What is delivered leaves no order and no position behind (semantics 2.1, CancelBySettle). */
  async #checkDelivered(): Promise<void> {
    for (const trader of this.#traders) {
      const { orders, positions } = await trader.look(true)
      const left = [...orders, ...positions].filter(({ symbol }) => this.#quoteOf(symbol) === null)
      const text = () => `${trader.name} ${left.map(({ symbol, side }) => `${symbol} ${side}`).join(', ')}`
      this.#laws.hold('nothing is left of a delivered contract', left.length === 0, text)
    }
  }

  #renew(): void {
    // What is delivered may still have rows of orders for a moment; they name contracts that were known.
    const known = [...this.#contracts.values()]
    this.#commands = new Commands(
      this.#random,
      known.filter(({ symbol }) => this.#quoteOf(symbol) !== null),
      (symbol) => this.#quoteOf(symbol),
    )
  }

  async #readQuotes(): Promise<void> {
    this.#quotes.clear()
    this.#tickers.clear()
    for (const category of ['linear', 'inverse']) {
      const { list } = await this.#public.get<{ list: TickerRow[] }>(`/v5/market/tickers?category=${category}`)
      for (const row of list) this.#tickers.set(row.symbol, row)
    }
  }

  /** @returns `null` for a contract that has no prices now */
  #quoteOf(symbol: string): Quote | null {
    const known = this.#quotes.get(symbol)
    const row = this.#tickers.get(symbol)
    if (known !== undefined || row?.markPrice === undefined || row.indexPrice === undefined) return known ?? null
    const mark = num(row.markPrice)
    const last = num(row.lastPrice === undefined || row.lastPrice === '' ? 0 : row.lastPrice)
    const quote = { last: last.isZero() ? mark : last, mark, index: num(row.indexPrice) }
    this.#quotes.set(symbol, quote)
    return quote
  }

  #figures(): MarketFigures {
    return {
      contracts: this.#contracts,
      takerRate: this.#takerRate,
      mark: (symbol) => this.#quoteOf(symbol)?.mark ?? ZERO,
    }
  }

  /** Everybody goes flat; then what the records say has to be what the wallets say. */
  async close(): Promise<void> {
    const { conservation } = await this.#public.controlState<{
      conservation: { coin: string; sumE8: string; creditedE8: string }[]
    }>()
    for (const { coin, sumE8, creditedE8 } of conservation)
      this.#laws.hold(
        'conservation: what was credited is there',
        sumE8 === creditedE8,
        () => `${coin}: ${sumE8} of ${creditedE8}`,
      )
    for (const trader of this.#traders) await this.#closedPnl(trader)
    this.#line.close()
  }

  /** Closed P&L of a contract that is flat is all its fills, fees and fundings together brought (semantics 1.1). */
  async #closedPnl(trader: TradedAccount): Promise<void> {
    const open = new Set(trader.picture.positions.map(({ symbol }) => symbol))
    for (const [symbol, realised] of trader.realised) {
      if (open.has(symbol)) continue
      const contract = this.#contracts.get(symbol)!
      const rows = await trader.statement.closedPnl(contract.category, symbol)
      for (const row of rows) this.#checkClosed(trader, contract, row)
      const last = new Map(rows.toReversed().map((row) => [`${row.orderId} ${row.createdTime}`, row]))
      const total = [...last.values()].reduce((sum, row) => sum.plus(row.closedPnl), ZERO)
      this.#laws.equal(
        'Σ closed P&L = Σ log of a flat contract',
        realised,
        total,
        0,
        () => `${trader.name} ${symbol}, ${rows.length} rows`,
      )
    }
  }

  /** A row: price result − fee to open − fee to close − funding paid (semantics 1.1). The side is the closing order's. */
  #checkClosed(trader: TradedAccount, contract: Contract, row: ClosedPnlRow): void {
    const s = row.side === 'Sell' ? 1 : -1
    const result = profit(contract, s, num(row.cumEntryValue), num(row.cumExitValue))
    const made = result.minus(row.openFee).minus(row.closeFee).minus(row.fundingFee)
    this.#laws.equal(
      'closed P&L = result − fees − funding',
      made,
      num(row.closedPnl),
      0,
      () => `${trader.name} ${JSON.stringify(row)}`,
    )
  }

  report(): Omit<LawsReport, 'seed' | 'elapsedMs' | 'commands' | 'traces'> {
    return {
      laws: this.#laws,
      accepted: this.#accepted,
      executions: this.#executions,
      liquidations: this.#liquidations,
    }
  }
}
