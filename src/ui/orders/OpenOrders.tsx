import type { Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useMemo, useState } from 'react'
import { askedSize } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol, Order } from '../../domain/order/order'
import { strategyOf } from '../../domain/order/strategy'
import { formatDateTime, formatPrice, formatQty } from '../format'
import { ActionButton } from '../kit/ActionButton'
import { Button } from '../kit/Button'
import { Choice } from '../kit/Choice'
import { DataTable, type Column } from '../kit/DataTable'
import { lazyPart } from '../kit/load-part'
import { TableSkeleton } from '../kit/TableSkeleton'
import { EmptyState } from '../kit/EmptyState'
import { useApp } from '../state/app-context'
import styles from '../trading-kit/OrderRows.module.css'
import { pairOf } from '../trading-kit/order-pair'
import type { MarketModel } from '../state/market-model'
import type { OrderActions } from '../trading-kit/order-actions'
import { Amount } from '../trading-kit/Amount'
import { OrderContract } from '../trading-kit/OrderContract'
import {
  openOrderRows,
  orderKind,
  rowAttributes,
  rowState,
  rowSymbol,
  type OrderKind,
  type OrderRow,
} from '../trading-kit/order-rows'
import { layoutMode } from '../kit/layout-mode'
import { withExtras } from '../trading-kit/table-columns/extra-columns'
import { tableColumns } from '../trading-kit/table-columns/table-columns'
import { orderExtras } from './order-extras'
import { OrderTerms } from '../trading-kit/OrderTerms'
import { OrderVolatility } from '../trading-kit/OrderVolatility'
import { Trigger, AttachedTpSl } from '../trading-kit/OrderTrigger'

const SpotOrderTpSlDialog = lazyPart('dialog', async () => (await import('./SpotOrderTpSlDialog')).SpotOrderTpSlDialog)
const OrderTpSlDialog = lazyPart('dialog', async () => (await import('./OrderTpSlDialog')).OrderTpSlDialog)
const RateCloseDialog = lazyPart(
  'dialog',
  async () => (await import('../trading-kit/margin-rate/RateCloseDialog')).RateCloseDialog,
)
const CancelPairQuestion = lazyPart('dialog', async () => (await import('./CancelPairQuestion')).CancelPairQuestion)
const AmendDialog = lazyPart('dialog', async () => (await import('./AmendDialog')).AmendDialog)

interface Props {
  readonly actions: OrderActions
  readonly symbol: InstrumentSymbol | null
  readonly kind: OrderKind | 'all'
  readonly onKind: (kind: OrderKind | 'all') => void
}

interface OrderDialog {
  readonly kind: 'amend' | 'tpSl' | 'rate' | 'cancel'
  readonly order: Order
}

const KINDS: readonly OrderKind[] = ['active', 'conditional', 'tpSl', 'trailingStop', 'mmr', 'oco', 'futureSpread']
/** Kinds that are offered where there are such orders: no contract has them. */
const RARE: ReadonlySet<OrderKind> = new Set<OrderKind>(['oco', 'futureSpread'])

/** Orders the exchange holds for us, and presses whose order is not known yet. */
export function OpenOrders({ actions, symbol, kind, onKind }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const { account, connection, market } = useApp()
  const [dialog, setDialog] = useState<OrderDialog | null>(null)
  const { t: words } = useTranslation('columns')
  const chosen = tableColumns(useApp(), 'openOrders').chosen.value
  const isPhone = layoutMode.value === 'phone'
  const columns = useMemo(
    () =>
      withExtras({
        own: orderColumns(t, actions, setDialog),
        extras: orderExtras(words),
        chosen,
        detail: isPhone ? { title: words('detailTitle'), open: words('detail') } : null,
      }),
    [t, words, actions, chosen, isPhone],
  )
  const all = openOrderRows(account.openOrders.value, account.knownLinkIds.value, account.intents.value).filter(
    (row) => symbol === null || rowSymbol(row) === symbol,
  )
  const counts = new Map(KINDS.map((one) => [one, all.filter((row) => orderKind(row) === one).length]))
  const offered = KINDS.filter((id) => !RARE.has(id) || id === kind || counts.get(id) !== 0)
  const rows = kind === 'all' ? all : all.filter((row) => orderKind(row) === kind)
  // One kind alone needs no choice.
  const hasChoice = kind !== 'all' || [...counts.values()].filter((count) => count > 0).length > 1
  return (
    <div data-stale={connection.isLive.value ? undefined : ''}>
      {hasChoice ? (
        <div className={styles['kinds']}>
          <Choice<OrderKind | 'all'>
            label={t('orderKind.label')}
            items={[
              { id: 'all', label: t('orderKind.all'), count: all.length },
              ...offered.map((id) => ({ id, label: t(`orderKind.${id}`), count: counts.get(id) ?? 0 })),
            ]}
            chosen={kind}
            onChoose={onKind}
          />
        </div>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label={t('tab.openOrders')}
          columns={columns}
          rows={rows}
          scrolls={!isPhone && chosen.length > 0}
          rowKey={(row) => (row.kind === 'order' ? row.order.id : row.intent.id)}
          rowAttributes={rowAttributes}
        />
      ) : null}
      {rows.length === 0 && account.wallet.value === null ? <TableSkeleton /> : null}
      {rows.length === 0 && account.wallet.value !== null ? (
        <EmptyState
          title={t(all.length === 0 ? 'empty.openOrders' : 'empty.openOrdersKind')}
          hint={t('empty.openOrdersHint')}
        />
      ) : null}
      <Suspense fallback={null}>
        {dialog?.kind === 'amend' ? (
          <AmendDialog order={dialog.order} actions={actions} onClose={() => setDialog(null)} />
        ) : null}
        {dialog?.kind === 'tpSl' ? (
          isSpot(market(dialog.order.symbol)) ? (
            <SpotOrderTpSlDialog order={dialog.order} actions={actions} onClose={() => setDialog(null)} />
          ) : (
            <OrderTpSlDialog order={dialog.order} actions={actions} onClose={() => setDialog(null)} />
          )
        ) : null}
        {dialog?.kind === 'cancel' ? (
          <CancelPairQuestion order={dialog.order} actions={actions} onClose={() => setDialog(null)} />
        ) : null}
        {dialog?.kind === 'rate' ? (
          <RateCloseDialog target={dialog.order} actions={actions} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </div>
  )
}

const orderOf = (row: OrderRow) => (row.kind === 'order' ? row.order : row.intent.order)

function orderColumns(
  t: Translate<'trade'>,
  actions: OrderActions,
  open: (dialog: OrderDialog) => void,
): readonly Column<OrderRow>[] {
  return [
    {
      id: 'contract',
      title: t('column.contract'),
      align: 'start',
      cell: (row) => <OrderContract order={orderOf(row)} />,
    },
    { id: 'type', title: t('column.type'), cell: (row) => <OrderTerms row={row} /> },
    { id: 'price', title: t('column.price'), cell: (row) => <Price row={row} /> },
    { id: 'trigger', title: t('column.trigger'), cell: (row) => <Trigger row={row} /> },
    { id: 'qty', title: t('column.qtyFilled'), cell: (row) => <Quantity row={row} /> },
    { id: 'tpsl', title: t('column.tpSl'), cell: (row) => <AttachedTpSl row={row} /> },
    {
      id: 'state',
      title: t('column.stateTime'),
      cell: (row) => (
        <>
          <State row={row} actions={actions} />
          <small>{formatDateTime(row.kind === 'order' ? row.order.createdAtMs : row.intent.pressedAtMs)}</small>
        </>
      ),
    },
    {
      id: 'actions',
      title: '',
      label: t('column.actions'),
      cell: (row) => <RowActions row={row} actions={actions} open={open} />,
    },
  ]
}

function Price({ row }: { readonly row: OrderRow }) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const order = row.kind === 'order' ? row.order : row.intent.order
  if (order.type === 'market') return <>{t('marketPrice')}</>
  return (
    <>
      {formatPrice(order.price, app.market(order.symbol).listed.value?.tickSize ?? null)}
      <OrderVolatility order={order} />
    </>
  )
}

function Quantity({ row }: { readonly row: OrderRow }) {
  useSignals()
  const { t } = useTranslation('columns')
  const app = useApp()
  const order = row.kind === 'order' ? row.order : row.intent.order
  const instrument = app.market(order.symbol).listed.value
  const lot = instrument?.lotSize ?? null
  return (
    <>
      {order.mmRate !== undefined && order.qty === '0' ? t('columns:wholePosition') : askedSize(order, instrument)}
      <small>
        {row.kind === 'order' ? formatQty(row.order.filledQty, lot) : formatQty(null, lot)}
        {row.kind === 'order' && row.order.filledQty !== '0' ? (
          <>
            {' · '}
            <Amount row={row.order} amount={row.order.filledValue} />
          </>
        ) : null}
      </small>
    </>
  )
}

function State({ row, actions }: { readonly row: OrderRow; readonly actions: OrderActions }) {
  useSignals()
  const { t } = useTranslation('trade')
  const { connection } = useApp()
  const state = rowState(row)
  const pending = row.kind === 'order' ? actions.pendingOf(row.order) : null
  const isHeldBack = row.kind === 'order' && row.order.isHeldBack === true && state === 'untriggered'
  const word =
    pending !== null
      ? t(`pending.${pending}`)
      : row.kind === 'order' && row.order.status === 'partiallyFilled'
        ? t('state.partiallyFilled')
        : // Nobody knows whether it still is while the account is not live (I4).
          t(
            isHeldBack
              ? 'state.heldBack'
              : state === 'live' && !connection.isAccountLive.value
                ? 'state.wasLive'
                : `state.${state}`,
          )
  const isWaiting = state === 'sending' || state === 'unknown' || pending !== null
  return (
    <span className={styles['state']} data-waiting={isWaiting || isHeldBack || undefined}>
      {isWaiting ? <i className={styles['spinner']} aria-hidden="true" /> : null}
      {word}
    </span>
  )
}

/** An order that opens and has filled nothing yet; guards and orders that reduce bring none (semantics.md §2.3, 110059). */
function mayBringTpSl({ reduceOnly, filledQty, stopOrderType }: Order): boolean {
  return !reduceOnly && filledQty === '0' && (stopOrderType == null || stopOrderType === 'stop')
}

/** A pair's order in the book: its fills bring take-profit and stop-loss over what they receive; what waits brings none. */
function isPlainOfPair({ type, status }: Order, { listed }: MarketModel): boolean {
  const pair = listed.value
  return pair?.kind === 'spot' && pair.takesPlanOrders && type === 'limit' && status === 'new'
}

function isSpot({ listed }: MarketModel): boolean {
  return listed.value?.kind === 'spot'
}

/**
 * What rests or waits for a price. An order that a strategy sent follows its strategy: changed alone, the next one would
 * stand at the former price. A trailing stop is changed from its position, where its distance can be seen (a pair's has a
 * quantity to change); of what waits for a margin rate the rate alone is.
 */
function isAmendable({ type, status, stopOrderType, createType }: Order): boolean {
  if (strategyOf(createType) !== null) return false
  return type === 'limit' || (status === 'untriggered' && stopOrderType !== 'trailingStop')
}

interface RowActionsProps {
  readonly row: OrderRow
  readonly actions: OrderActions
  readonly open: (dialog: OrderDialog) => void
}

function RowActions({ row, actions, open }: RowActionsProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const { account, hub, market } = useApp()
  if (row.kind === 'intent') {
    if (row.intent.state !== 'notPlaced') return null
    return (
      <span className={styles['actions']}>
        <ActionButton
          size="row"
          onClick={(event) => {
            if (event.nativeEvent.isTrusted) void hub.api.resendIntent(row.intent.id)
          }}
        >
          {t('sendAgain')}
        </ActionButton>
        <ActionButton size="row" onClick={() => void hub.api.dismissIntent(row.intent.id)}>
          {t('app:dismiss')}
        </ActionButton>
      </span>
    )
  }
  const isBusy = actions.pendingOf(row.order) === 'canceling'
  const mayAmend = market(row.order.symbol).takesChange('amend')
  const hasPosition = market(row.order.symbol).instrument.value !== null
  const mayCancel = market(row.order.symbol).takesChange('cancel')
  const amendTitle = mayAmend ? undefined : t('auctionNoAmend')
  return (
    <span className={styles['actions']}>
      {(hasPosition || isPlainOfPair(row.order, market(row.order.symbol))) && mayBringTpSl(row.order) ? (
        <Button
          size="row"
          title={amendTitle}
          disabled={isBusy || !mayAmend}
          onClick={() => open({ kind: 'tpSl', order: row.order })}
        >
          {t('tpSl')}
        </Button>
      ) : null}
      {isAmendable(row.order) ? (
        <Button
          size="row"
          title={amendTitle}
          disabled={isBusy || !mayAmend}
          onClick={() => open({ kind: row.order.mmRate === undefined ? 'amend' : 'rate', order: row.order })}
        >
          {t('amend')}
        </Button>
      ) : null}
      <ActionButton
        size="row"
        title={mayCancel ? undefined : t('auctionNoCancel')}
        disabled={!mayCancel}
        // A button that is disabled under the finger loses the focus before its row goes.
        aria-disabled={isBusy || undefined}
        onClick={(event) => {
          if (!event.nativeEvent.isTrusted) return
          if (pairOf(row.order, account) === null) void actions.cancel(row.order)
          else open({ kind: 'cancel', order: row.order })
        }}
      >
        {t('cancel')}
      </ActionButton>
    </span>
  )
}
