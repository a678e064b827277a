import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'
import { useApp } from '../state/app-context'
import type { HistoryModel } from './history-model'

/**
 * Reads past rows for as long as a table shows them: from the beginning where the account's state is given anew (the
 * exchange may have gone back to before some of them), and the newest once more where the page was not live for a time.
 * @returns the rows to show with those that came live: of the former, rows from disk are none (I4)
 */
export function useHistory<Row extends { readonly id: string }>(
  model: HistoryModel<Row>,
  symbol: InstrumentSymbol | null,
): readonly Row[] {
  useSignals()
  const { account, connection } = useApp()
  useEffect(() => account.snapshots.subscribe(() => void model.load(symbol)), [account, model, symbol])
  useEffect(() => {
    let wasLive = connection.isLive.peek()
    return connection.isLive.subscribe((isLive) => {
      if (isLive && !wasLive) void model.catchUp()
      wasLive = isLive
    })
  }, [connection, model])
  return model.cachedAtMs.value !== null && connection.isAccountLive.value ? [] : model.rows.value
}
