import { useSignals } from '@preact/signals-react/runtime'
import { formatCoin, formatFee, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { isPriceStale } from '../trading-kit/is-market-live'
import styles from '../trading-kit/ticket/Ticket.module.css'
import own from './SpotFigures.module.css'
import type { SpotFormModel } from './spot-form-model'

/** What a waiting order would mean by each price that it waits for, and what it holds back until then. */
export function SpotPlanFigures({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const app = useApp()
  const { outlook, market } = ticket
  const pair = ticket.pair.value
  const plan = outlook.plan.value
  const legs = outlook.legs.value
  const side = ticket.side.value
  const received = outlook.receivedCoin.value
  const quoteCoin = pair?.quoteCoin ?? null
  const isPairOfLegs = plan !== null && plan.kind !== 'conditional' && legs.length === 2
  return (
    <table
      className={styles['figures']}
      aria-label={t('trade:estimate')}
      data-stale={isPriceStale(app, market) ? '' : undefined}
    >
      {isPairOfLegs ? (
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('trade:estimate')}</span>
            </th>
            {(['takeProfit', 'stopLoss'] as const).map((leg) => (
              <th key={leg} scope="col">
                {t(plan.kind === 'oco' ? `plan.ocoLegs.${leg}` : `plan.legs.${leg}`)}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody className={isPairOfLegs ? own['two'] : own['rows']}>
        <tr>
          <th scope="row">{t('figures.qty')}</th>
          <td colSpan={Math.max(1, legs.length)}>
            {formatQty(outlook.qty.value, pair?.lotSize ?? null)} {pair?.baseCoin}
          </td>
        </tr>
        {legs.length === 0 ? null : (
          <>
            <tr>
              <th scope="row">{t(`figures.amount.${side}`)}</th>
              {legs.map(({ outcome }, at) => (
                <td key={at}>
                  {formatCoin(outcome.amount, quoteCoin)} {isPairOfLegs ? null : quoteCoin}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('trade:fee')}</th>
              {legs.map(({ outcome }, at) => (
                <td key={at}>
                  {formatFee(outcome.fee, received)} {isPairOfLegs ? null : received}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('figures.received')}</th>
              {legs.map(({ outcome }, at) => (
                <td key={at}>
                  {formatCoin(outcome.received, received)} {isPairOfLegs ? null : received}
                </td>
              ))}
            </tr>
          </>
        )}
        <tr>
          <th scope="row">{t('figures.held')}</th>
          <td colSpan={Math.max(1, legs.length)}>
            {outlook.held.value === '0'
              ? t('figures.nothing')
              : `${formatCoin(outlook.held.value, outlook.payCoin.value)} ${outlook.payCoin.value ?? ''}`}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
