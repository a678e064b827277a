import type { TradedAccount } from './account'
import type { Contract } from './contract'
import type { Holding } from './holdings'
import {
  feeToClose,
  isolatedBankruptcyPrice,
  isolatedLiquidationPrice,
  maintenanceMargin,
  profit,
  riskPrice,
  valueAt,
  type IsolatedMargin,
} from './figures'
import type { Laws } from './laws'
import { UNIT, ZERO, max, num, sum, type Num } from './numbers'
import { orderMargin } from './order-margin'
import { keyOf, signOf, type PositionRow } from './picture'

export interface MarketFigures {
  readonly contracts: ReadonlyMap<string, Contract>
  readonly takerRate: Num
  mark(symbol: string): Num
}

/** Holds one account's picture against what the rules make of its executions, orders and marks. */
export function checkPicture(account: TradedAccount, market: MarketFigures, laws: Laws): void {
  const { picture, name } = account
  const { contracts } = market
  const shown = new Set(picture.positions.map(keyOf))
  for (const holding of account.holdings.all()) {
    if (holding.size.isZero()) continue
    const key = `${holding.contract.symbol} ${holding.positionIdx}`
    laws.hold(
      'position list = executions',
      shown.has(key),
      () => `${name} ${key}: ${holding.size.toFixed()} is not shown`,
    )
  }
  for (const row of picture.positions) checkPosition(account, row, market, laws)
  for (const row of picture.coins.values()) {
    const what = () => `${name} ${row.coin}`
    const own = picture.positions.filter(({ symbol }) => contracts.get(symbol)!.settleCoin === row.coin)
    const total = (of: (one: PositionRow) => string) => sum(own.map((one) => num(of(one))))
    laws.equal(
      'coin UPL = Σ positions',
      total((one) => one.unrealisedPnl),
      num(row.unrealisedPnl),
      0,
      what,
    )
    laws.equal(
      'coin IM = Σ positions',
      total((one) => one.positionIM),
      num(row.totalPositionIM),
      0,
      what,
    )
    laws.equal(
      'coin MM = Σ positions',
      total((one) => one.positionMM),
      num(row.totalPositionMM),
      0,
      what,
    )
    const equity = num(row.walletBalance).plus(row.unrealisedPnl)
    laws.equal('equity = wallet + UPL', equity, num(row.equity), 0, what)
    const ordered = orderMarginOf(account, row.coin, market)
    laws.equal('order IM', ordered.margin, num(row.totalOrderIM), ordered.steps, () =>
      orderText(account, row.coin, market),
    )
    // Cross: margin balance − ΣIM; isolated: wallet − Σ position IM − Σ order IM (semantics 1.3); never shown below zero.
    const base = account.isIsolated ? num(row.walletBalance) : num(row.equity)
    const free = base.minus(row.totalPositionIM).minus(row.totalOrderIM)
    laws.equal('available', max(ZERO, free), num(row.availableBalance ?? row.availableToWithdraw), 0, what)
    // A gain on paper backs orders and leaves no account.
    const held = max(ZERO, num(row.walletBalance))
    const leaves = free.gt(held) ? held : max(ZERO, free)
    laws.equal('what can be withdrawn is of the coin itself', leaves, num(row.availableToWithdraw), 0, what)
    laws.hold(
      'no debt: a flat wallet is not negative',
      own.length > 0 || num(row.walletBalance).gte(0),
      () => `${what()} ${row.walletBalance}`,
    )
  }
  const coins = [...picture.coins.values()]
  const values = sum(coins.map(({ usdValue }) => num(usdValue)))
  laws.equal('total equity = Σ coins in USD', values, num(picture.wallet.totalEquity), coins.length, () => name)
}

function checkPosition(account: TradedAccount, row: PositionRow, market: MarketFigures, laws: Laws): void {
  const contract = market.contracts.get(row.symbol)!
  const { takerRate } = market
  const s = signOf(row.side)
  const size = num(row.size)
  const leverage = num(row.leverage)
  const mark = num(row.markPrice)
  const holding = account.holdings.of(contract, row.positionIdx)
  const what = () =>
    `${account.name} ${keyOf(row)} ${row.side} ${row.size} at ${row.avgPrice} mark ${row.markPrice} ${row.leverage}× ${account.isIsolated ? 'isolated' : 'cross'}`
  laws.equal('size = executions', holding.size, size, 0, what)
  laws.hold('side = executions', holding.s === s, what)
  const markValue = valueAt(contract, size, mark)
  // Cash is whole units: the value on the mark is one rounding step, and each split of the entry value since it was flat.
  const steps = 1 + holding.splits
  laws.equal('UPL by fills', profit(contract, s, holding.entryValue, markValue), num(row.unrealisedPnl), steps, what)
  checkAverage(contract, row, holding, laws, what)
  laws.equal('position value', holding.entryValue, num(row.positionValue), holding.splits, what)

  const closing = feeToClose(contract, s, holding.entryValue, leverage, takerRate)
  const extra = num(row.extraMargin ?? 0)
  const initial = (account.isIsolated ? holding.entryValue : markValue).div(leverage)
  laws.equal('position IM', initial.plus(closing).plus(extra), num(row.positionIM), 3 + steps, what)
  laws.equal('position MM', maintenanceMargin(contract, markValue, closing), num(row.positionMM), 3 + steps, what)
  if (account.isIsolated)
    checkRiskPrices(contract, row, { size, entryValue: holding.entryValue, initial, extra }, market, laws, what)
}

/** The average entry gives the profit that is shown: q·(mark − avg), inverse q·(1/avg − 1/mark) (semantics 1.1, 1.8). */
function checkAverage(contract: Contract, row: PositionRow, holding: Holding, laws: Laws, what: () => string): void {
  const { entryValue, exactValue, fills, splits } = holding
  const price = num(row.sessionAvgPrice)
  const size = num(row.size)
  const value = valueAt(contract, size, price)
  // The average is served with eight decimals: that, times the size, is what it may be away.
  const slack = contract.isInverse ? value.times('1e-8').div(price) : size.times('1e-8')
  const isNear = value
    .minus(entryValue)
    .abs()
    // Of inverse contracts it is of what was paid before that was rounded, once for each fill.
    .lte(slack.plus(UNIT.times(1 + splits + (contract.isInverse ? fills : 0))))
  laws.hold(
    'average entry gives the UPL',
    isNear,
    () => `${what()}: ${value.toFixed(10)} for ${entryValue.toFixed(10)}`,
  )
  if (!contract.isInverse) return
  const exact = size.div(exactValue)
  laws.hold(
    'average entry is Σq ÷ Σ(q/p)',
    exact.minus(price).abs().lte('1e-8'),
    () => `${what()}: ${exact.toFixed(10)} exactly`,
  )
}

function checkRiskPrices(
  contract: Contract,
  row: PositionRow,
  held: IsolatedMargin,
  market: MarketFigures,
  laws: Laws,
  what: () => string,
): void {
  const s = signOf(row.side)
  const bust = riskPrice(contract, s, isolatedBankruptcyPrice(contract, s, held))
  const liq = riskPrice(contract, s, isolatedLiquidationPrice(contract, s, held, market.takerRate))
  // A tick, and what four units of cash in margin and value make of the price p = q / (value − margin): each moves it by
  // p / (value − margin), which is much for a small inverse value, and more where leverage is low and p is far.
  const worth = max(UNIT, held.entryValue.minus(held.initial).minus(held.extra))
  const slack = (price: Num) => price.times(UNIT).times(4).div(worth).plus(contract.tick)
  const near = (expected: Num, text: string) => text === '' || expected.minus(text).abs().lte(slack(expected))
  laws.hold(
    'bankruptcy price',
    near(bust, row.bustPrice),
    () => `${what()}: expected ${bust.toFixed()}, got ${row.bustPrice}`,
  )
  laws.hold(
    'liquidation price',
    near(liq, row.liqPrice),
    () => `${what()}: expected ${liq.toFixed()}, got ${row.liqPrice}`,
  )
  if (row.liqPrice === '' || row.bustPrice === '') return
  const isBefore = num(row.liqPrice).minus(row.bustPrice).times(s).gte(0)
  laws.hold(
    'liquidation not past bankruptcy',
    isBefore,
    () => `${what()}: ${row.liqPrice}, bankrupt at ${row.bustPrice}`,
  )
}

function orderMarginOf(account: TradedAccount, coin: string, market: MarketFigures): { margin: Num; steps: number } {
  const { orders, positions } = account.picture
  const symbols = new Set(
    orders.map(({ symbol }) => symbol).filter((symbol) => market.contracts.get(symbol)?.settleCoin === coin),
  )
  let margin = ZERO
  for (const symbol of symbols) {
    const sizeOf = (side: string) =>
      sum(positions.filter((one) => one.symbol === symbol && one.side === side).map(({ size }) => num(size)))
    const { buy, sell } = account.leverageOf(symbol)
    margin = margin.plus(
      orderMargin({
        contract: market.contracts.get(symbol)!,
        orders: orders.filter((one) => one.symbol === symbol),
        longSize: sizeOf('Buy'),
        shortSize: sizeOf('Sell'),
        isHedged: account.hedged.has(symbol),
        buyLeverage: buy,
        sellLeverage: sell,
        takerRate: market.takerRate,
        mark: market.mark(symbol),
        isIsolated: account.isIsolated,
      }),
    )
  }
  // Value and loss of each order are a rounding step each, and so are margin and fees of each contract.
  const count = orders.filter(({ symbol }) => symbols.has(symbol)).length
  return { margin, steps: 2 * (symbols.size + count) }
}

/** What an expected order margin was made of. */
function orderText(account: TradedAccount, coin: string, market: MarketFigures): string {
  const { name, picture, isIsolated } = account
  const isOfCoin = ({ symbol }: { symbol: string }) => market.contracts.get(symbol)?.settleCoin === coin
  const orders = picture.orders.filter((one) => isOfCoin(one) && one.orderStatus !== 'Untriggered')
  const words = orders.map(({ symbol, side, leavesQty, price, reduceOnly, positionIdx }) => {
    const idx = `${reduceOnly ? ' reduce-only' : ''} ${positionIdx}`
    return `${symbol} ${side} ${leavesQty} at ${price}${idx} ${account.leverageOf(symbol).buy.toFixed()}× mark ${market.mark(symbol).toFixed()}`
  })
  const held = picture.positions.filter(isOfCoin).map(({ symbol, side, size }) => `${symbol} ${side} ${size}`)
  return `${name} ${coin} ${isIsolated ? 'isolated' : 'cross'}, orders ${words.join('; ')}, positions ${held.join('; ')}`
}
