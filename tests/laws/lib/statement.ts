import type { RestReader } from './rest'

export interface ExecutionRow {
  readonly execId: string
  readonly orderId: string
  readonly symbol: string
  readonly side: 'Buy' | 'Sell'
  readonly execType: string
  readonly execPrice: string
  readonly execQty: string
  readonly execValue: string
  readonly execFee: string
  readonly feeRate: string
  readonly execPnl: string
  readonly closedSize: string
  readonly isMaker: boolean
  readonly createType: string
}

export interface TransactionRow {
  readonly id: string
  readonly symbol: string
  readonly type: string
  readonly currency: string
  readonly qty: string
  readonly size: string
  readonly side: string
  readonly funding: string
  readonly fee: string
  readonly cashFlow: string
  readonly change: string
  readonly cashBalance: string
  readonly tradeId: string
}

export interface ClosedPnlRow {
  readonly symbol: string
  readonly orderId: string
  readonly side: string
  readonly closedSize: string
  readonly execType: string
  readonly cumEntryValue: string
  readonly cumExitValue: string
  readonly openFee: string
  readonly closeFee: string
  readonly fundingFee: string
  readonly closedPnl: string
  readonly createdTime: string
  readonly updatedTime: string
}

interface Page<T> {
  readonly list: readonly T[]
  readonly nextPageCursor: string
}

/** Follows one of an account's records: each call hands on the rows that came since the last one, oldest first. */
class Follower<T> {
  #newest = ''

  constructor(
    private readonly rest: RestReader,
    private readonly path: string,
    private readonly idOf: (row: T) => string,
    private readonly pageRows: number,
  ) {}

  async next(): Promise<readonly T[]> {
    const fresh: T[] = []
    let cursor = ''
    for (let rows = 8; ; rows = this.pageRows) {
      const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await this.rest.get<Page<T>>(`${this.path}&limit=${rows}${at}`)
      for (const row of page.list) {
        if (this.idOf(row) === this.#newest) return this.#take(fresh)
        fresh.push(row)
      }
      cursor = page.nextPageCursor
      if (cursor === '' || page.list.length === 0) return this.#take(fresh)
    }
  }

  #take(fresh: T[]): readonly T[] {
    if (fresh.length > 0) this.#newest = this.idOf(fresh[0]!)
    return fresh.toReversed()
  }
}

/** The growing records of one account. */
export class Statement {
  readonly executions: Follower<ExecutionRow>
  readonly transactions: Follower<TransactionRow>

  constructor(private readonly rest: RestReader) {
    this.executions = new Follower(rest, '/v5/execution/list?category=all', (row) => row.execId, 100)
    this.transactions = new Follower(rest, '/v5/account/transaction-log?', (row) => row.id, 50)
  }

  /** Every row of closed P&L of a contract, and only its newest word where an order was told of twice. */
  async closedPnl(category: string, symbol: string): Promise<readonly ClosedPnlRow[]> {
    const rows: ClosedPnlRow[] = []
    for (let cursor = ''; ;) {
      const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await this.rest.get<Page<ClosedPnlRow>>(
        `/v5/position/closed-pnl?category=${category}&symbol=${symbol}&limit=100${at}`,
      )
      rows.push(...page.list)
      cursor = page.nextPageCursor
      if (cursor === '' || page.list.length === 0) return rows
    }
  }
}
