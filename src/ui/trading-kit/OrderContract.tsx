import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol, Side } from '../../domain/order/order'
import { Figure } from '../kit/Figure'

interface Props {
  readonly order: { readonly symbol: InstrumentSymbol; readonly side: Side }
}

/** The contract and the direction, in words and colour. */
export function OrderContract({ order }: Props) {
  const { t } = useTranslation('trade')
  return (
    <>
      <b>{order.symbol}</b>{' '}
      <Figure sign={order.side === 'buy' ? 'gain' : 'loss'}>{t(order.side === 'buy' ? 'buy' : 'sell')}</Figure>
    </>
  )
}
