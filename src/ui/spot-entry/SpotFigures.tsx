import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { formatCoin, formatFee, formatPercent, formatPrice, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { isPriceStale } from '../trading-kit/is-market-live'
import styles from '../trading-kit/ticket/Ticket.module.css'
import own from './SpotFigures.module.css'
import { MarginAfter } from './MarginAfter'
import type { SpotFormModel } from './spot-form-model'

/** What the order would mean: what it pays, the fee of the coin that comes for it, and what is left of that. */
export function SpotFigures({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const app = useApp()
  const { outlook, market } = ticket
  const pair = ticket.pair.value
  const outcome = outlook.shown.value
  const side = ticket.side.value
  const quoteCoin = pair?.quoteCoin ?? null
  const received = outlook.receivedCoin.value
  const filled = outlook.fillsAtOnce.value
  const isPart = filled !== null && filled !== '0' && filled !== outlook.qty.value
  const amount = t(`figures.amount.${side}`)
  return (
    <table
      className={styles['figures']}
      aria-label={t('trade:estimate')}
      data-stale={isPriceStale(app, market) ? '' : undefined}
    >
      <tbody className={own['rows']}>
        <Row name={t('figures.qty')}>
          {formatQty(outlook.qty.value, pair?.lotSize ?? null)} {pair?.baseCoin}
          {isPart ? (
            <small className={own['rate']}>
              {t('figures.fills', { qty: formatQty(filled, pair?.lotSize ?? null) })}
            </small>
          ) : null}
        </Row>
        <Row name={t('figures.average')}>
          {filled === '0' ? t('trade:fillsNone.ends') : formatPrice(outcome?.avgPrice ?? null, pair?.tickSize ?? null)}
        </Row>
        <Row name={amount}>
          {formatCoin(outcome?.amount ?? null, quoteCoin)} {quoteCoin}
        </Row>
        <Row name={t('trade:fee')}>
          {formatFee(outcome?.fee ?? null, received)} {received}
        </Row>
        <Row name={t('figures.received')}>
          {formatCoin(outcome?.received ?? null, received)} {received}
        </Row>
        {ticket.margin.isOn.value ? (
          <Row name={t('margin.borrows')}>
            {formatCoin(outlook.borrows.value, outlook.payCoin.value)} {outlook.payCoin.value}
            <small className={own['rate']}>
              {t('margin.rate', {
                rate: formatPercent(ticket.margin.power.value?.hourlyRate ?? null, { decimals: 6 }),
              })}
            </small>
          </Row>
        ) : null}
        {ticket.margin.isOn.value && !app.account.view.value.hasOwnMargin ? <MarginAfter ticket={ticket} /> : null}
      </tbody>
    </table>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  )
}
