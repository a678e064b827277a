import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { PARTIAL_TPSL_MAX } from '../../domain/limits'
import { limitPrice, type Order } from '../../domain/order/order'
import { formatPrice, formatQty } from '../format'
import { ActionButton } from '../kit/ActionButton'
import { Button } from '../kit/Button'
import { useRowFocus } from '../kit/row-focus'
import { Select } from '../kit/Select'
import type { OrderActions } from '../trading-kit/order-actions'
import { useApp } from '../state/app-context'
import styles from './PartialList.module.css'
import { sortSets, type PartialSet, type PartialSort } from '../trading-kit/position-guards'

const SORTS: readonly PartialSort[] = ['time', 'takeProfit', 'stopLoss']

interface Props {
  readonly sets: readonly PartialSet[]
  readonly actions: OrderActions
  readonly onAdd: () => void
  readonly onEdit: (set: PartialSet) => void
  readonly onClose: () => void
}

/** The partial sets of a position: sorted, changed, cancelled one by one or all (spec §2). */
export function PartialList({ sets, actions, onAdd, onEdit, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const [sort, setSort] = useState<PartialSort>('time')
  const list = useRowFocus<HTMLDivElement>()
  const [isAsking, setAsking] = useState(false)
  const orders = sets.flatMap(({ takeProfit, stopLoss }) => [takeProfit, stopLoss].filter((one) => one !== null))
  const isFull = orders.length >= PARTIAL_TPSL_MAX
  return (
    <>
      <div className={styles['tools']}>
        <Select
          label={t('sort.label')}
          items={SORTS.map((one) => [one, t(`sort.${one}`)] as const)}
          chosen={sort}
          onChoose={setSort}
        />
        {isAsking ? (
          <span className={styles['ask']}>
            {t('cancelAllAsk', { count: sets.length })}
            <ActionButton
              tone="accent"
              onClick={(event) => {
                if (!event.nativeEvent.isTrusted) return
                setAsking(false)
                void actions.cancelGuards(orders, { isAll: true })
              }}
            >
              {t('trade:confirm')}
            </ActionButton>
            <Button onClick={() => setAsking(false)}>{t('keep')}</Button>
          </span>
        ) : (
          <Button disabled={sets.length === 0} onClick={() => setAsking(true)}>
            {t('trade:cancelAll')}
          </Button>
        )}
      </div>
      <div ref={list} className={styles['sets']} tabIndex={-1}>
        {sets.length === 0 ? <p className={styles['empty']}>{t('noSets')}</p> : null}
        <ul className={styles['list']}>
          {sortSets(sets, sort).map((set) => (
            <SetRow key={set.id} set={set} actions={actions} onEdit={onEdit} />
          ))}
        </ul>
      </div>
      <p className={styles['empty']}>{t('setsUsed', { count: orders.length, max: PARTIAL_TPSL_MAX })}</p>
      <div className={styles['buttons']}>
        <Button size="large" onClick={onClose}>
          {t('trade:done')}
        </Button>
        <Button size="large" tone="accent" disabled={isFull} onClick={onAdd}>
          {t('add')}
        </Button>
      </div>
    </>
  )
}

interface RowProps {
  readonly set: PartialSet
  readonly actions: OrderActions
  readonly onEdit: (set: PartialSet) => void
}

function SetRow({ set, actions, onEdit }: RowProps) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { takeProfit, stopLoss } = set
  const first = takeProfit ?? stopLoss
  const instrument = useApp().market((first as Order).symbol).instrument.value
  if (first === null) return null
  const legs = [takeProfit, stopLoss].filter((one) => one !== null)
  const isBusy = legs.some((order) => actions.pendingOf(order) !== null)
  return (
    <li className={styles['set']} data-order-id={first.id}>
      <dl className={styles['legs']}>
        <LegLine name={t('takeProfit')} order={takeProfit} />
        <LegLine name={t('stopLoss')} order={stopLoss} />
        <div>
          <dt>{t('trade:quantity')}</dt>
          <dd>
            {formatQty(first.qty, instrument?.lotSize ?? null)} {qtyCoin(instrument)}
          </dd>
        </div>
      </dl>
      <span className={styles['actions']}>
        <Button size="row" onClick={() => onEdit(set)}>
          {t('modify')}
        </Button>
        <ActionButton
          size="row"
          // Disabled it would lose the focus before its row goes.
          aria-disabled={isBusy || undefined}
          onClick={(event) => {
            if (event.nativeEvent.isTrusted && !isBusy) void actions.cancelGuards(legs, { isAll: false })
          }}
        >
          {t('trade:cancel')}
        </ActionButton>
      </span>
    </li>
  )
}

function LegLine({ name, order }: { readonly name: string; readonly order: Order | null }) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const app = useApp()
  const tick = order === null ? null : (app.market(order.symbol).instrument.value?.tickSize ?? null)
  const limit = order === null ? null : limitPrice(order)
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {formatPrice(order?.triggerPrice ?? null, tick)}
        {order === null ? null : (
          <small>
            {t(`trade:by.${order.triggerBy ?? 'last'}`)} ·{' '}
            {limit === null ? t('closeBy.market') : t('limitAt', { price: formatPrice(limit, tick) })}
          </small>
        )}
      </dd>
    </div>
  )
}
