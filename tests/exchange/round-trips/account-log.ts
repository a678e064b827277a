import { cash, num, sum, ZERO, type Num } from '../../laws/lib/numbers'
import type { RestReader } from '../../laws/lib/rest'
import type { ExecutionRow, TransactionRow } from '../../laws/lib/statement'
import type { Listed } from './listed'

/** A fill's line of `ledger.jsonl` (docs/ledger.md). */
export interface LedgerFill {
  readonly execId: string
  readonly symbol: string
  readonly price: string
  readonly qty: string
}

export interface AccountLog {
  readonly fills: readonly LedgerFill[]
  readonly executions: readonly ExecutionRow[]
  readonly transactions: readonly TransactionRow[]
  readonly balances: ReadonlyMap<string, string>
}

/** Reads the whole of an account's records, oldest first. @param ledger the text of `ledger.jsonl`; nobody else trades */
export async function readAccountLog(rest: RestReader, ledger: string): Promise<AccountLog> {
  const executions = await pages<ExecutionRow>(rest, '/v5/execution/list?category=all&limit=100')
  // The native names, which the ledger has, too.
  const transactions = await pages<TransactionRow>(rest, '/contract/v5/account/transaction-history?limit=50')
  const { list } = await rest.get<{
    readonly list: readonly [{ readonly coin: readonly { readonly coin: string; readonly walletBalance: string }[] }]
  }>('/v5/account/wallet-balance?accountType=UNIFIED')
  return {
    fills: fillsOf(ledger),
    executions,
    transactions,
    balances: new Map(list[0].coin.map(({ coin, walletBalance }) => [coin, walletBalance])),
  }
}

async function pages<T>(rest: RestReader, path: string): Promise<readonly T[]> {
  const rows: T[] = []
  for (let cursor = ''; ;) {
    const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await rest.get<{ readonly list: readonly T[]; readonly nextPageCursor: string }>(`${path}${at}`)
    rows.push(...page.list)
    cursor = page.nextPageCursor
    if (cursor === '') return rows.toReversed()
  }
}

function fillsOf(ledger: string): readonly LedgerFill[] {
  return ledger
    .split('\n')
    .filter((line) => line.includes('"execId"'))
    .map((line) => JSON.parse(line) as LedgerFill)
}

/**
 * Holds the account's log against the ledger, to the last unit of every coin. From the ledger come symbol, price and
 * quantity of each fill; what a fill moves is reckoned anew from them by the published rules (semantics 1.1, 1.5, 1.8).
 * @param given what was credited, by coin
 * @returns what does not agree
 */
export function faultsOf(
  log: AccountLog,
  listed: readonly Listed[],
  given: ReadonlyMap<string, Num>,
): readonly string[] {
  const bySymbol = new Map(listed.map((one) => [one.symbol, one]))
  return [
    ...fillFaults(log, bySymbol),
    ...symbolFaults(log, bySymbol),
    ...chainFaults(log),
    ...balanceFaults(log, given),
  ]
}

/** Each execution is one line of the ledger, with the same price and quantity, and has its rows in the log. */
function fillFaults({ fills, executions, transactions }: AccountLog, listed: ReadonlyMap<string, Listed>): string[] {
  const byId = new Map(fills.map((fill) => [fill.execId, fill]))
  const executed = new Set(executions.map(({ execId }) => execId))
  const logged = groupBy(transactions, ({ tradeId }) => tradeId)
  const faults = byId.size === fills.length ? [] : [`${fills.length} fills of the ledger have ${byId.size} ids`]
  for (const { execId, symbol } of fills)
    if (!executed.has(execId)) faults.push(`${execId} of ${symbol} is no execution`)
  for (const row of executions) {
    if (row.execType === 'Funding') continue
    const fill = byId.get(row.execId)
    if (fill === undefined) {
      faults.push(`execution ${row.execId} of ${row.symbol} is in no line of the ledger`)
      continue
    }
    if (!num(fill.price).eq(row.execPrice) || !num(fill.qty).eq(row.execQty))
      faults.push(`${row.execId}: ${row.execQty} at ${row.execPrice}, in the ledger ${fill.qty} at ${fill.price}`)
    const kind = listed.get(fill.symbol)?.kind
    const rows = logged.get(row.execId) ?? []
    // A pair moves two wallets.
    if (rows.length !== (kind === 'spot' ? 2 : 1)) faults.push(`${row.execId} of ${fill.symbol}: ${rows.length} rows`)
    const fee = feeOf(row, kind)
    if (fee !== null && !fee.eq(row.execFee))
      faults.push(`${row.execId} of ${fill.symbol}: a fee of ${row.execFee}, by its rate ${fee.toFixed()}`)
  }
  return faults
}

/** Value × rate, half up; a pair's buyer pays in the coin received. An option's rests on the index, which no line has. */
function feeOf(row: ExecutionRow, kind: Listed['kind'] | undefined): Num | null {
  if (kind === 'option' || kind === undefined) return null
  const of = kind === 'spot' && row.side === 'Buy' ? row.execQty : row.execValue
  return cash(num(of).times(row.feeRate))
}

/** By contract and coin: what the log says was moved is what the ledger's fills move. */
function symbolFaults(log: AccountLog, listed: ReadonlyMap<string, Listed>): string[] {
  const sides = new Map(log.executions.map((row) => [row.execId, row]))
  const expected = new Map<string, Num>()
  const add = (symbol: string, coin: string, amount: Num): void => {
    const key = `${symbol} ${coin}`
    expected.set(key, (expected.get(key) ?? ZERO).plus(amount))
  }
  for (const fill of log.fills) {
    const one = listed.get(fill.symbol)
    const row = sides.get(fill.execId)
    if (one === undefined) return [`${fill.symbol} was traded and is not listed`]
    // It is told as a fault of its own.
    if (row === undefined) continue
    for (const [coin, amount] of movesOf(one, fill, row)) add(fill.symbol, coin, amount)
  }
  // Funding is in no line of the ledger: it follows from its tick.
  for (const row of log.transactions) if (row.type === 'SETTLEMENT') add(row.symbol, row.currency, num(row.change))
  const found = new Map<string, Num>()
  for (const row of log.transactions) {
    if (row.symbol === '') continue
    const key = `${row.symbol} ${row.currency}`
    found.set(key, (found.get(key) ?? ZERO).plus(row.change))
  }
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((key) => {
    const [ours, theirs] = [expected.get(key) ?? ZERO, found.get(key) ?? ZERO]
    return ours.eq(theirs) ? [] : [`${key}: the log says ${theirs.toFixed()}, the ledger ${ours.toFixed()}`]
  })
}

/**
 * What a fill moves in each coin once the position it belongs to is closed: a contract its value against the side that
 * was taken (inverse the other way round), an option its premium, a pair both coins, a spread nothing (its legs do).
 */
function movesOf(one: Listed, fill: LedgerFill, row: ExecutionRow): readonly (readonly [coin: string, amount: Num])[] {
  const sign = row.side === 'Buy' ? -1 : 1
  const fee = num(row.execFee)
  const qty = num(fill.qty)
  switch (one.kind) {
    case 'spread':
      return [[one.settleCoin, fee.negated()]]
    case 'spot': {
      const [baseFee, quoteFee] = row.side === 'Buy' ? [fee, ZERO] : [ZERO, fee]
      const value = cash(qty.times(fill.price))
      return [
        [one.baseCoin, qty.times(-sign).minus(baseFee)],
        [one.settleCoin, value.times(sign).minus(quoteFee)],
      ]
    }
    case 'contract':
    case 'option': {
      const value = cash(one.isInverse ? qty.div(fill.price).negated() : qty.times(fill.price))
      return [[one.settleCoin, value.times(sign).minus(fee)]]
    }
  }
}

/** Row after row the balance of a coin is the one before and the change. */
function chainFaults({ transactions }: AccountLog): string[] {
  const balance = new Map<string, Num>()
  const faults: string[] = []
  for (const row of transactions) {
    const next = (balance.get(row.currency) ?? ZERO).plus(row.change)
    if (!next.eq(row.cashBalance))
      faults.push(`${row.id}: ${row.cashBalance} ${row.currency}, by the rows ${next.toFixed()}`)
    balance.set(row.currency, num(row.cashBalance))
  }
  return faults
}

/** The wallet is the sum of its rows, and what came from outside is what was given. */
function balanceFaults({ transactions, balances }: AccountLog, given: ReadonlyMap<string, Num>): string[] {
  const byCoin = groupBy(transactions, ({ currency }) => currency)
  const faults: string[] = []
  for (const [coin, rows] of byCoin) {
    const total = sum(rows.map(({ change }) => num(change)))
    const held = balances.get(coin) ?? '0'
    if (!total.eq(held)) faults.push(`${coin}: the wallet holds ${held}, the log sums to ${total.toFixed()}`)
    const credited = sum(rows.filter(({ type }) => type === 'TRANSFER_IN').map(({ change }) => num(change)))
    const said = given.get(coin) ?? ZERO
    if (!credited.eq(said)) faults.push(`${coin}: ${credited.toFixed()} came from outside, ${said.toFixed()} was given`)
  }
  return faults
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
