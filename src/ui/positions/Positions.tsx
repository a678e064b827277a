import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Link } from 'wouter'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { formatLeverage, formatMoney, formatPercent, formatPrice, formatQty, signOf } from '../format'
import { Button } from '../kit/Button'
import { DataTable, TableSkeleton, type Column } from '../kit/DataTable'
import { EmptyState } from '../kit/EmptyState'
import { Figure } from '../kit/Figure'
import { useApp } from '../state/app-context'
import { closePosition } from './close-position'
import { positionFigures } from './position-figures'
import styles from './Positions.module.css'

const CloseLimitDialog = lazy(async () => ({ default: (await import('./CloseLimitDialog')).CloseLimitDialog }))
const ReverseChoice = lazy(async () => ({ default: (await import('./ReverseChoice')).ReverseChoice }))
const LeverageDialog = lazy(async () => ({ default: (await import('./LeverageDialog')).LeverageDialog }))

interface OpenDialog {
  readonly kind: 'limit' | 'leverage'
  readonly position: Position
}

/** @param symbol shows this contract only; `null` all of them */
export function Positions({ symbol }: { readonly symbol: InstrumentSymbol | null }) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const columns = useMemo(() => positionColumns(t, setDialog), [t])
  const rows = app.account.positions.value.filter((position) => symbol === null || position.symbol === symbol)
  return (
    <div data-stale={app.connection.isLive.value ? undefined : ''}>
      <Suspense fallback={null}>
        {app.account.reverses.value.map((reverse) => (
          <ReverseChoice key={reverse.press.id} reverse={reverse} />
        ))}
      </Suspense>
      {rows.length > 0 ? (
        <DataTable
          label={t('tab.positions')}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.symbol}/${row.positionIdx}`}
          rowAttributes={(row) => ({ 'data-symbol': row.symbol, 'data-side': row.side ?? '' })}
        />
      ) : null}
      {rows.length === 0 && app.account.wallet.value === null ? <TableSkeleton /> : null}
      {rows.length === 0 && app.account.wallet.value !== null ? (
        <EmptyState title={t('empty.positions')} hint={t('empty.positionsHint')} />
      ) : null}
      <Suspense fallback={null}>
        {dialog?.kind === 'limit' ? (
          <CloseLimitDialog position={dialog.position} onClose={() => setDialog(null)} />
        ) : null}
        {dialog?.kind === 'leverage' ? (
          <LeverageDialog symbol={dialog.position.symbol} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </div>
  )
}

function positionColumns(t: (key: string) => string, open: (dialog: OpenDialog) => void): readonly Column<Position>[] {
  return [
    { id: 'contract', title: t('column.contract'), align: 'start', cell: (row) => <Contract position={row} /> },
    { id: 'size', title: t('column.size'), cell: (row) => <Size position={row} /> },
    { id: 'entry', title: t('column.entry'), cell: (row) => <AtTick position={row} price={row.entryPrice} /> },
    { id: 'mark', title: t('column.mark'), cell: (row) => <Mark position={row} /> },
    { id: 'unrealised', title: t('column.unrealised'), cell: (row) => <Unrealised position={row} /> },
    {
      id: 'liq',
      title: t('column.liq'),
      cell: (row) => (
        <Figure sign={row.liquidationPrice === null ? 'flat' : 'warn'}>
          <AtTick position={row} price={row.liquidationPrice} />
        </Figure>
      ),
    },
    {
      id: 'realised',
      title: t('column.realised'),
      cell: (row) => <Figure sign={signOf(row.realisedPnl)}>{formatMoney(row.realisedPnl, { signed: true })}</Figure>,
    },
    {
      id: 'breakEven',
      title: t('column.breakEven'),
      cell: (row) => <AtTick position={row} price={row.breakEvenPrice} />,
    },
    {
      id: 'margin',
      title: t('column.margins'),
      cell: (row) => (
        <>
          {formatMoney(row.initialMargin)}
          <small>{formatMoney(row.maintenanceMargin)}</small>
        </>
      ),
    },
    { id: 'actions', title: '', label: t('column.actions'), cell: (row) => <Actions position={row} open={open} /> },
  ]
}

function Contract({ position }: { readonly position: Position }) {
  const { t } = useTranslation('trade')
  return (
    <>
      <Link href={`/trade/usdt/${position.symbol}`} className={styles['symbol']}>
        {position.symbol}
      </Link>{' '}
      <Figure sign={position.side === 'sell' ? 'loss' : 'gain'}>
        {t(position.side === 'sell' ? 'short' : 'long')}{' '}
        {formatLeverage(position.leverage, position.leverage.includes('.') ? 2 : 0)}
      </Figure>
      <small>
        {t(position.marginMode)} · {t('perpetual')}
      </small>
    </>
  )
}

function Size({ position }: { readonly position: Position }) {
  useSignals()
  const market = useApp().market(position.symbol)
  const instrument = market.instrument.value
  return (
    <>
      {formatQty(position.size, instrument?.lotSize ?? null)} {instrument?.baseCoin}
      <small>{formatMoney(positionFigures(position, market.markPrice.value, instrument).value)}</small>
    </>
  )
}

function AtTick({ position, price }: { readonly position: Position; readonly price: Position['entryPrice'] }) {
  useSignals()
  return <>{formatPrice(price, useApp().market(position.symbol).instrument.value?.tickSize ?? null)}</>
}

function Mark({ position }: { readonly position: Position }) {
  useSignals()
  const market = useApp().market(position.symbol)
  const mark = market.markPrice.value ?? position.markPrice
  return (
    <span data-stale={market.markPrice.value !== null && market.tickerStale.value ? '' : undefined}>
      <AtTick position={position} price={mark} />
    </span>
  )
}

function Unrealised({ position }: { readonly position: Position }) {
  useSignals()
  const market = useApp().market(position.symbol)
  const { unrealisedPnl, roi } = positionFigures(position, market.markPrice.value, market.instrument.value)
  return (
    <Figure sign={signOf(unrealisedPnl)}>
      <span className={styles['amount']}>
        {formatMoney(unrealisedPnl, { signed: true })} {market.instrument.value?.settleCoin}
      </span>
      <small data-tone="">{formatPercent(roi, { signed: true })}</small>
    </Figure>
  )
}

function Actions({ position, open }: { readonly position: Position; readonly open: (dialog: OpenDialog) => void }) {
  const { t } = useTranslation('trade')
  const app = useApp()
  return (
    <span className={styles['actions']}>
      <Button
        size="row"
        aria-label={t('closeAtMarket')}
        title={t('closeAtMarket')}
        onClick={(event) => {
          if (event.nativeEvent.isTrusted) void closePosition(app, position, null)
        }}
      >
        {t('closeMarketShort')}
      </Button>
      <Button
        size="row"
        aria-label={t('closeAtLimit')}
        title={t('closeAtLimit')}
        onClick={() => open({ kind: 'limit', position })}
      >
        {t('closeLimitShort')}
      </Button>
      <Button size="row" onClick={() => open({ kind: 'leverage', position })}>
        {t('leverage')}
      </Button>
    </span>
  )
}
