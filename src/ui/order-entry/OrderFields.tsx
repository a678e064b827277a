import { useSignals } from '@preact/signals-react/runtime'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatQty } from '../format'
import { NumberField } from '../kit/NumberField'
import { StepsButton } from '../trading-kit/StepsButton'
import styles from '../trading-kit/ticket/Ticket.module.css'
import type { OrderFormModel } from './order-form-model'
import { useProblemText } from './problem-text'

export function PriceField({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const text = useProblemText()
  const problem = ticket.shown.price.value
  const source = ticket.tab.value === 'limit' ? ticket.priceSource.source.value : null
  return (
    <NumberField
      label={t('price')}
      value={ticket.priceText.value}
      onText={(typed) => ticket.setPriceText(typed)}
      onStep={(direction) => ticket.stepPrice(direction)}
      onFocus={() => ticket.focusPrice()}
      onBlur={() => ticket.blurPrice()}
      problem={problem === null ? null : text(problem)}
      hint={source === null ? null : t('priceBy.follows', { place: t(`priceBy.${source}`) })}
    >
      <StepsButton
        label={t('price')}
        limits={() => ticket.market.listed.peek()}
        onStep={(ticks) => ticket.stepPrice(ticks)}
        onText={(typed) => ticket.setPriceText(typed)}
      />
      <button type="button" className={styles['last']} onClick={() => ticket.fillLast()}>
        {t('last')}
      </button>
      {ticket.market.instrument.value?.quoteCoin}
    </NumberField>
  )
}

export function QuantityField({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const text = useProblemText()
  const problem = ticket.shown.quantity.value
  const notice = ticket.size.notice.value
  const instrument = ticket.market.instrument.value
  return (
    <NumberField
      label={t('quantity')}
      value={ticket.size.text.value}
      onText={(typed) => ticket.size.setText(typed)}
      onStep={(direction) => ticket.size.step(direction)}
      onBlur={() => ticket.size.blur()}
      onFocus={() => ticket.size.focus()}
      problem={problem === null ? null : text(problem)}
      notice={
        notice === null ? null : t(notice.messageKey, { quantity: formatQty(notice.qty, null), coin: notice.coin })
      }
    >
      {qtyCoin(instrument)}
    </NumberField>
  )
}
