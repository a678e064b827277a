import type { Contract } from './contract'
import { valueAt } from './figures'
import { Holdings, type Holding } from './holdings'
import type { Laws } from './laws'
import { ZERO, cash, num, type Num } from './numbers'
import { takePicture, type Picture, type PositionRow } from './picture'
import type { RestReader } from './rest'
import { Statement, type ExecutionRow, type TransactionRow } from './statement'

/** One trader's account and what the reader knows of it from REST alone. */
export class TradedAccount {
  isIsolated = false
  /** Trades large and at high leverage: who is liquidated. */
  isBold = false
  readonly hedged = new Set<string>()
  readonly #leverage = new Map<string, { readonly buy: Num; readonly sell: Num }>()
  readonly holdings = new Holdings()
  /** Wallet by coin as the transaction log chains it. */
  readonly #balances = new Map<string, Num>()
  /** What closing brought, by symbol: cash flow − fees + funding since the position was last flat or ever. */
  readonly realised = new Map<string, Num>()
  readonly statement: Statement
  picture!: Picture
  /** Executions of the last follow, oldest first. */
  fresh: readonly ExecutionRow[] = []

  constructor(
    readonly name: string,
    readonly rest: RestReader,
    private readonly contracts: ReadonlyMap<string, Contract>,
    private readonly laws: Laws,
  ) {
    this.statement = new Statement(rest)
  }

  /** As the exchange took it. */
  leverageOf(symbol: string): { readonly buy: Num; readonly sell: Num } {
    return this.#leverage.get(symbol)!
  }

  /** What the next order of a contract meets (`/v5/position/list` with a symbol shows empty positions too). */
  async readLeverage(contract: Contract): Promise<void> {
    const { symbol, category } = contract
    const { list } = await this.rest.get<{ list: PositionRow[] }>(
      `/v5/position/list?category=${category}&symbol=${symbol}`,
    )
    const of = (idx: number) => num((list.find(({ positionIdx }) => positionIdx === idx) ?? list[0]!).leverage)
    this.#leverage.set(symbol, { buy: of(1), sell: of(2) })
  }

  /** @param isThorough whether orders are read again where nothing shows that they changed */
  async look(isThorough: boolean): Promise<Picture> {
    this.picture = await takePicture(this.rest, this.isIsolated, isThorough ? null : this.picture)
    return this.picture
  }

  /** Reads what the records gained, and holds each row against the book kept here. */
  async follow(): Promise<void> {
    this.fresh = await this.statement.executions.next()
    const rows = await this.statement.transactions.next()
    const byTrade = new Map(rows.map((row) => [row.tradeId, row]))
    for (const row of this.fresh) this.#book(row, byTrade.get(row.execId))
    for (const row of rows) this.#chain(row)
    for (const { coin, walletBalance } of this.picture.wallet.coin) {
      const chained = this.#balances.get(coin) ?? ZERO
      this.laws.equal(
        'wallet = last cashBalance of the log',
        chained,
        num(walletBalance),
        0,
        () => `${this.name} ${coin}`,
      )
    }
  }

  #book(row: ExecutionRow, log: TransactionRow | undefined): void {
    const contract = this.contracts.get(row.symbol)
    const what = () => `${this.name} ${row.symbol} ${row.execType} ${row.side} ${row.execQty} at ${row.execPrice}`
    this.laws.hold('every execution is in the log', log !== undefined, what)
    if (contract === undefined || log === undefined) return
    const { holding, closed, opened, pnl } = this.holdings.book(contract, row, this.hedged.has(row.symbol))
    const change = num(log.change)
    this.realised.set(row.symbol, (this.realised.get(row.symbol) ?? ZERO).plus(change))
    this.#checkValue(contract, row, what)
    if (row.execType !== 'Funding') {
      // What an execution closes and what that brings (semantics 1.1, average cost).
      const cashFlow = num(log.cashFlow)
      this.laws.equal('cash flow = price P&L of the closed part', pnl, cashFlow, 1 + holding.splits, what)
      holding.ahead = holding.ahead.plus(cashFlow).minus(pnl)
      // From flat to flat nothing is lost: what closing brought is exactly what was sold less what was bought.
      if (!closed.isZero() && (holding.size.isZero() || !opened.isZero()))
        this.laws.equal('Σ cash flow from flat to flat is exact', ZERO, holding.ahead, 0, what)
      if (row.execType !== 'Settle')
        this.laws.equal('closedSize = what the execution closed', closed, num(row.closedSize), 0, what)
    }
    if (row.execType === 'Funding') this.#checkFunding(contract, row, holding, what)
    const paid = row.execType === 'Funding' ? num(log.funding === '' ? 0 : log.funding).neg() : num(log.fee)
    this.laws.equal('fee of execution = fee of log', num(row.execFee), paid, 0, what)
  }

  /** Value and fee of an execution: q·p (inverse q/p) and value × rate, each half up (semantics 1.2, decisions 26). */
  #checkValue(contract: Contract, row: ExecutionRow, what: () => string): void {
    if (row.execType !== 'Trade') return
    const qty = num(row.execQty)
    const value = cash(contract.isInverse ? qty.div(row.execPrice) : qty.times(row.execPrice))
    this.laws.equal('execValue', value, num(row.execValue), 0, what)
    this.laws.equal('execFee = value × rate', cash(value.times(row.feeRate)), num(row.execFee), 0, what)
  }

  /** Funding: value on the mark × rate; a rate above zero is paid by longs to shorts (semantics 1.6). */
  #checkFunding(contract: Contract, row: ExecutionRow, holding: Holding, what: () => string): void {
    const value = cash(valueAt(contract, num(row.execQty), num(row.execPrice)))
    const paid = value.times(row.feeRate).times(holding.s)
    this.laws.equal('funding = mark value × rate', paid, num(row.execFee), 1, what)
    this.laws.equal('funding is of the whole position', holding.size, num(row.execQty), 0, what)
  }

  /** change = cash flow + funding − fee, and each balance is the one before plus the change (semantics 1.2). */
  #chain(row: TransactionRow): void {
    const what = () =>
      `${this.name} ${row.currency} ${row.type} ${row.symbol} change ${row.change} → ${row.cashBalance}`
    const part = (text: string) => num(text === '' ? 0 : text)
    const change = num(row.change)
    const made = part(row.cashFlow).plus(part(row.funding)).minus(part(row.fee))
    this.laws.equal('change = cashFlow + funding − fee', made, change, 0, what)
    const before = this.#balances.get(row.currency) ?? ZERO
    this.laws.equal('cashBalance chain', before.plus(change), num(row.cashBalance), 0, what)
    this.#balances.set(row.currency, num(row.cashBalance))
  }
}
