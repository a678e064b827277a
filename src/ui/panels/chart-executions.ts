import { executionAccount } from '../../domain/order/execution-account'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol } from '../../domain/order/order'
import { mergeExecutions } from '../history/merge-executions'
import type { App } from '../state/app-context'
import type { ExecutionSource } from '../trading-kit/chart-line'
import { HistoryModel } from '../trading-kit/history-model'

/** Pages of past fills that a chart reads: 200 fills; further ones are in the trade history. */
const PAGES_MAX = 4

type Source = Pick<App, 'account' | 'connection'> & {
  readonly hub: { readonly api: Pick<App['hub']['api'], 'executionHistory'> }
}

/**
 * The trades of a contract for its chart: those that came live and the newest pages of the trade history, read anew
 * where the account's state is, and the newest once more after a time without a connection.
 */
export function chartExecutions({ hub, account, connection }: Source, symbol: InstrumentSymbol) {
  const history = new HistoryModel<Execution>((query) => hub.api.executionHistory(query))
  const read = async (): Promise<void> => {
    await history.load(symbol)
    for (let page = 1; page < PAGES_MAX && history.hasMore.peek(); page++) await history.loadMore()
  }
  let wasLive = connection.isLive.peek()
  const stops = [
    account.snapshots.subscribe(() => void read()),
    connection.isLive.subscribe((isLive) => {
      if (isLive && !wasLive) void history.catchUp()
      wasLive = isLive
    }),
  ]
  const executions: ExecutionSource = () =>
    mergeExecutions(account.executions.value, history.rows.value).flatMap((row) => {
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
