import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { decimalsOf, type Price } from '../../domain/decimal'
import type { Order } from '../../domain/order/order'
import { formatNumber } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { PriceTextField } from '../trading-kit/PriceTextField'
import type { PriceText } from '../trading-kit/price-text'
import { isBeyondSpotLimit } from './spot-limit'

interface Props {
  readonly order: Order
  readonly field: PriceText
  readonly bound: Price
  readonly isFirst: boolean
  readonly children: ReactNode
}

/** The price of an order of a pair: how far it may be from the market now, in the words of the pair's ticket. */
export function SpotPriceField({ order, field, bound, isFirst, children }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const shown = formatNumber(bound, { decimals: decimalsOf(bound) })
  const isBeyond = isBeyondSpotLimit(order, field.price.value, bound)
  return (
    <PriceTextField
      label={t('trade:price')}
      field={field}
      isFirst={isFirst}
      isProblemShown
      hint={`${t(`priceLimit.${order.side}`)} ${shown}`}
      problem={isBeyond ? t(`problem.${order.side === 'buy' ? 'buyTooHigh' : 'sellTooLow'}`, { bound: shown }) : null}
    >
      {children}
    </PriceTextField>
  )
}
