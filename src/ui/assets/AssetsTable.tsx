import type { Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../i18n/use-translation'
import type { CoinBalance } from '../../domain/account/wallet'
import { formatCoin, formatMoney, signOf } from '../format'
import { DataTable, type Column } from '../kit/DataTable'
import { TableSkeleton } from '../kit/TableSkeleton'
import { EmptyState } from '../kit/EmptyState'
import { Figure } from '../kit/Figure'
import { useApp } from '../state/app-context'
import styles from './AssetsTable.module.css'
import { Owed } from './Owed'

/** What the account holds, coin by coin. @param hasLink to the page where coins are borrowed and repaid */
export function AssetsTable({ hasLink = false }: { readonly hasLink?: boolean }) {
  useSignals()
  const { t } = useTranslation('trade')
  // What is owed is told in their words.
  useTranslation('assets')
  const { account, connection } = useApp()
  const wallet = account.wallet.value
  const sharesCoins = wallet?.coins.some(({ lending }) => lending !== undefined) ?? false
  const columns = useMemo(() => assetColumns(t, sharesCoins), [t, sharesCoins])
  if (wallet === null)
    return account.session.value === null && connection.state.value !== 'connecting' ? (
      <EmptyState title={t('empty.signedOut')} hint={t('empty.signedOutHint')} />
    ) : (
      <TableSkeleton />
    )
  return (
    <div data-stale={connection.isLive.value ? undefined : ''}>
      <DataTable label={t('tab.assets')} columns={columns} rows={wallet.coins} rowKey={(row) => row.coin} />
      {hasLink ? (
        <Link href="/assets" className={styles['link']}>
          {t('assets:toPage')}
        </Link>
      ) : null}
    </div>
  )
}

const owed = (t: Translate<'trade'>): Column<CoinBalance> => ({
  id: 'owed',
  title: t('assets:column.owed'),
  cell: (row) => <Owed of={row} />,
})

function assetColumns(t: Translate<'trade'>, sharesCoins: boolean): readonly Column<CoinBalance>[] {
  const amount = (id: 'walletBalance' | 'equity'): Column<CoinBalance> => ({
    id,
    title: t(`column.${id}`),
    cell: (row) => formatCoin(row[id], row.coin),
  })
  return [
    { id: 'coin', title: t('column.coin'), align: 'start', cell: (row) => <b>{row.coin}</b> },
    amount('walletBalance'),
    ...(sharesCoins ? [owed(t)] : []),
    amount('equity'),
    {
      id: 'available',
      title: t('column.available'),
      // Of the coin itself: for orders its account's other coins count as well, and each coin would show all of them.
      cell: (row) => formatCoin(row.withdrawable ?? row.available, row.coin),
    },
    {
      id: 'unrealisedPnl',
      title: t('column.unrealisedPnl'),
      cell: (row) => (
        <Figure sign={signOf(row.unrealisedPnl, row.coin)}>
          {formatCoin(row.unrealisedPnl, row.coin, { signed: true })}
        </Figure>
      ),
    },
    {
      id: 'margin',
      title: t('column.margins'),
      cell: (row) => (
        <>
          {formatCoin(row.positionInitialMargin, row.coin)}
          <small>{formatCoin(row.maintenanceMargin, row.coin)}</small>
          {signOf(row.orderInitialMargin, row.coin) === 'flat' ? null : (
            <small>{t('assets:orderMargin', { amount: formatCoin(row.orderInitialMargin, row.coin) })}</small>
          )}
        </>
      ),
    },
    {
      id: 'cumRealisedPnl',
      title: t('column.cumRealisedPnl'),
      cell: (row) => (
        <Figure sign={signOf(row.cumRealisedPnl, row.coin)}>
          {formatCoin(row.cumRealisedPnl, row.coin, { signed: true })}
        </Figure>
      ),
    },
    { id: 'usdValue', title: t('column.usdValue'), cell: (row) => formatMoney(row.usdValue) },
  ]
}
