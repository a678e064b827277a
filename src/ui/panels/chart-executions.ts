import { signal } from '@preact/signals-react'
import { executionAccount } from '../../domain/order/execution-account'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol } from '../../domain/order/order'
import { mergeExecutions } from '../history/merge-executions'
import type { App } from '../state/app-context'
import type { ExecutionSource } from '../trading-kit/chart-line'

/** Pages of past fills that a chart reads: 200 fills; further ones are in the trade history. */
const PAGES_MAX = 4
const PAGE_ROWS = 50

type Answer = Awaited<ReturnType<App['hub']['api']['executionHistory']>>

type Source = Pick<App, 'account' | 'connection'> & {
  readonly hub: { readonly api: Pick<App['hub']['api'], 'executionHistory'> }
}

/**
 * The trades of a contract for its chart: those that came live and the newest pages of the trade history, read anew
 * where the account's state is, and the newest once more after a time without a connection.
 */
export function chartExecutions({ hub, account, connection }: Source, symbol: InstrumentSymbol) {
  const past = signal<readonly Execution[]>([])
  /** An answer to a reading that was begun before another one is dropped. */
  let reading = 0
  const read = async (pages: number): Promise<void> => {
    const own = ++reading
    let rows: readonly Execution[] = []
    let cursor: string | null = null
    for (let page = 0; page < pages; page++) {
      const answer: Answer = await hub.api.executionHistory({ symbol, limit: PAGE_ROWS, cursor })
      // The trade history says what it cannot read; a chart without its arrows is still a chart.
      if (own !== reading || answer.hasError) return
      rows = [...rows, ...answer.value.rows]
      past.value = pages === 1 ? mergeExecutions(past.peek(), rows) : rows
      cursor = answer.value.nextCursor
      if (cursor === null) return
    }
  }
  let wasLive = connection.isLive.peek()
  const stops = [
    // Nothing of one account is shown to the next (I12).
    account.life.subscribe(() => {
      reading++
      past.value = []
    }),
    account.snapshots.subscribe(() => void read(PAGES_MAX)),
    connection.isLive.subscribe((isLive) => {
      if (isLive && !wasLive) void read(past.peek().length === 0 ? PAGES_MAX : 1)
      wasLive = isLive
    }),
    () => reading++,
  ]
  const executions: ExecutionSource = () =>
    mergeExecutions(account.executions.value, past.value).flatMap((row) => {
      // Funding and settlements trade nothing, and what came over a position has no price of ours.
      if (row.symbol !== symbol || executionAccount(row).kind !== 'trade') return []
      const { id, side, price, qty, timeMs } = row
      return [{ id, side, price, qty, timeMs }]
    })
  return {
    executions,
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
