import { reckonsOrders } from '../trading-kit/reckons-orders'
import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '../../domain/order/order'
import { formatCoin, formatFee, formatPrice, formatQty, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { isPriceStale } from '../trading-kit/is-market-live'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { whileAsking } from '../trading-kit/ticket/told-order'
import { changeText } from '../trading-kit/ticket/ToldRows'
import type { OptionFormModel } from './option-form-model'
import type { SideOutlook } from '../trading-kit/ticket/option-outlook'

interface Props {
  readonly ticket: OptionFormModel
  readonly sides: readonly Side[]
}

/** What the order would mean on either side: premium, fee, what it needs, and the account's margin before and after. */
export function OptionFigures({ ticket, sides }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  const { outlook, market } = ticket
  const option = ticket.option.value
  const coin = outlook.coin.value
  const lot = option?.lotSize ?? null
  const app = useApp()
  const reckons = reckonsOrders(app.account)
  const shown = sides.map((side) => {
    const of = outlook.sides[side].value
    if (of === null || reckons) return { side, of, required: of?.outcome.required ?? null }
    // What the account as a whole carries and owes, the exchange says.
    const checked = ticket.check.sides.value[side]
    const required = checked?.required ?? checked?.cost ?? null
    return { side, of: { ...of, rates: checked?.rates ?? null }, required }
  })
  const asking = whileAsking(!reckons && ticket.check.isAsking.value)
  const row = (name: string, cell: (of: SideOutlook, side: Side) => string, mark: typeof asking = {}) => (
    <tr {...mark}>
      <th scope="row">{name}</th>
      {shown.map(({ side, of }) => (
        <td key={side}>{of === null ? MISSING : cell(of, side)}</td>
      ))}
    </tr>
  )
  return (
    <table
      className={styles['figures']}
      aria-label={t('trade:estimate')}
      data-stale={isPriceStale(app, market) ? '' : undefined}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('trade:estimate')}</span> {coin}
          </th>
          {sides.map((side) => (
            <th key={side} scope="col" data-side={side}>
              {t(`of.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(t('figures.average'), ({ average }) => formatPrice(average, option?.tickSize ?? null))}
        {row(t('figures.premium'), ({ outcome }) => formatCoin(outcome.premium, coin))}
        {row(t('trade:fee'), ({ outcome }) => formatFee(outcome.fee, coin))}
        <tr {...asking}>
          <th scope="row">{t('figures.required')}</th>
          {shown.map(({ side, required }) => (
            <td key={side}>{formatCoin(required, coin)}</td>
          ))}
        </tr>
        {row(t('figures.initial'), ({ rates }) => changeText(rates?.initialBefore, rates?.initialAfter), asking)}
        {row(
          t('figures.maintenance'),
          ({ rates }) => changeText(rates?.maintenanceBefore, rates?.maintenanceAfter),
          asking,
        )}
        {row(t('figures.held'), ({ outcome }) => formatQty(outcome.heldAfter, lot))}
        <tr {...asking}>
          <th scope="row">{t('figures.most')}</th>
          {sides.map((side) => (
            <td key={side}>{formatQty(reckons ? outlook.most[side].value : ticket.check.most.value[side], lot)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
