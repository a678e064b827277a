import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol } from '../../domain/order/order'
import { CancelQuestion } from '../trading-kit/CancelQuestion'
import type { OrderKind } from '../trading-kit/order-rows'

interface Props {
  /** Of this market alone; `null` of all. */
  readonly symbol: InstrumentSymbol | null
  readonly kind: OrderKind | 'all'
  /** How many orders that is now. */
  readonly count: number
  readonly canConfirm: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** The question before all orders of a kind are cancelled; its words come with it. */
export function CancelAllQuestion({ symbol, kind, count, ...rest }: Props) {
  const { t } = useTranslation('ask')
  const { t: trade } = useTranslation('trade')
  const where = symbol === null ? 'cancelAll' : 'cancelAllIn'
  return (
    <CancelQuestion
      title={trade('cancelAll')}
      text={t(`${where}.${kind}`, { count, symbol })}
      confirmLabel={t('cancelAllConfirm', { count })}
      keepLabel={t('cancelAllKeep', { count })}
      preference="asksBeforeCancelAll"
      isOver={count === 0}
      {...rest}
    />
  )
}
