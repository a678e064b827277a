import { reckonsOrders } from './reckons-orders'
import { computed, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import type { Rate } from '../../domain/decimal'
import { isOption } from '../../domain/instrument/option'
import type { NewOrder } from '../../domain/order/new-order'
import { formatCoin, formatFee, formatPercent, formatQty, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { DialogLine } from '../kit/DialogForm'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { isPriceStale } from './is-market-live'
import { useTold } from './use-told'
import { OptionOutlook } from './ticket/option-outlook'

/** What the order on an option that is asked about costs and leads to, as the market is now. */
export function OptionSendFigures({ order, market }: { readonly order: NewOrder; readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('option')
  const app = useApp()
  const outlook = useMemo(() => {
    const option = computed(() => {
      const listed = market.listed.value
      return listed !== null && isOption(listed) ? listed : null
    })
    return new OptionOutlook({ market, account: app.account, option, terms: signal(order) })
  }, [order, market, app])
  const of = outlook.sides[order.side].value
  const coin = outlook.coin.value
  const isStale = isPriceStale(app, market)
  const reckons = reckonsOrders(app.account)
  const told = useTold(order, () => !reckonsOrders(app.account))
  const required = reckons ? (of?.outcome.required ?? null) : (told?.required ?? told?.cost ?? null)
  const lot = market.listed.value?.lotSize ?? null
  const money = (text: string): string => `${text} ${coin ?? ''}`
  return (
    <>
      {order.orderIv === undefined ? null : (
        <DialogLine label={t('volatility')}>{formatPercent(order.orderIv, { decimals: 2 })}</DialogLine>
      )}
      <DialogLine label={t('figures.premium')} isStale={isStale}>
        {of === null ? MISSING : money(formatCoin(of.outcome.premium, coin))}
      </DialogLine>
      <DialogLine label={t('trade:fee')} isStale={isStale}>
        {of === null ? MISSING : money(formatFee(of.outcome.fee, coin))}
      </DialogLine>
      <DialogLine label={t('figures.required')} isStale={isStale}>
        {required === null ? MISSING : money(formatCoin(required, coin))}
      </DialogLine>
      {of?.rates == null ? null : (
        <>
          <DialogLine label={t('figures.initial')} isStale={isStale}>
            {percent(of.rates.initialAfter)}
          </DialogLine>
          <DialogLine label={t('figures.maintenance')} isStale={isStale}>
            {percent(of.rates.maintenanceAfter)}
          </DialogLine>
        </>
      )}
      <DialogLine label={t('figures.held')} isStale={isStale}>
        {of === null ? MISSING : formatQty(of.outcome.heldAfter, lot)}
      </DialogLine>
    </>
  )
}

function percent(rate: Rate | null): string {
  return rate === null ? MISSING : formatPercent(rate)
}
