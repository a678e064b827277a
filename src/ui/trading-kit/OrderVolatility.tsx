import type { Order } from '../../domain/order/order'
import type { NewOrder } from '../../domain/order/new-order'
import { formatPercent } from '../format'
import { useTranslation } from '../i18n/use-translation'

/** The volatility that an option's order was asked for by, under the price that the exchange made of it. */
export function OrderVolatility({ order }: { readonly order: Pick<Order | NewOrder, 'orderIv'> }) {
  return order.orderIv === undefined ? null : <Volatility volatility={order.orderIv} />
}

function Volatility({ volatility }: { readonly volatility: NonNullable<NewOrder['orderIv']> }) {
  const { t } = useTranslation('option')
  return <small>{t('hint.volatility', { volatility: formatPercent(volatility, { decimals: 2 }) })}</small>
}
