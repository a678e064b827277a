import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import type { LoanCharge } from '../../domain/account/lending'
import { formatDateTime, formatPercent } from '../format'
import type { Translate } from '../i18n/words'
import { useTranslation } from '../i18n/use-translation'
import type { Column } from '../kit/DataTable'
import { useApp } from '../state/app-context'
import { HistoryModel } from '../trading-kit/history-model'
import { HistoryTable } from '../trading-kit/HistoryTable'
import { useHistory } from '../trading-kit/use-history'
import { debtsKey } from './lending-model'
import { formatWhole } from './owed-text'

/** What debts were charged, hour by hour, the newest first. */
export function LoanHistory() {
  useSignals()
  const { t } = useTranslation('assets')
  const { account, hub } = useApp()
  const model = useMemo(() => new HistoryModel((query) => hub.api.loanCharges(query)), [hub])
  const past = useHistory(model, null)
  // A charge is told with the wallet alone: what is owed of a coin is another amount then.
  useEffect(() => {
    let before = debtsKey(account.wallet.peek())
    return account.wallet.subscribe((wallet) => {
      const now = debtsKey(wallet)
      if (now === before) return
      before = now
      void model.catchUp()
    })
  }, [account, model])
  const columns = useMemo(() => chargeColumns(t), [t])
  return (
    <HistoryTable
      label={t('history.title')}
      model={model}
      rows={past}
      columns={columns}
      rowKey={({ id }) => id}
      emptyTitle={t('history.empty')}
      emptyHint={t('history.hint')}
      source="wallets"
    />
  )
}

function chargeColumns(t: Translate<'assets'>): readonly Column<LoanCharge>[] {
  return [
    { id: 'coin', title: t('trade:column.coin'), align: 'start', cell: ({ coin }) => <b>{coin}</b> },
    {
      id: 'interest',
      title: t('column.interest'),
      cell: ({ coin, interest }) => formatWhole(interest, coin),
    },
    {
      id: 'borrowed',
      title: t('column.borrowed'),
      cell: ({ coin, borrowed }) => formatWhole(borrowed, coin),
    },
    {
      id: 'bearing',
      title: t('column.bearing'),
      cell: ({ coin, bearing }) => formatWhole(bearing, coin),
    },
    { id: 'rate', title: t('column.rate'), cell: ({ hourlyRate }) => formatPercent(hourlyRate, { decimals: 6 }) },
    { id: 'time', title: t('trade:column.time'), cell: ({ timeMs }) => formatDateTime(timeMs) },
  ]
}
