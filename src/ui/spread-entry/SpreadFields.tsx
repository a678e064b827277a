import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { NumberField } from '../kit/NumberField'
import { PriceTextField } from '../trading-kit/PriceTextField'
import styles from '../trading-kit/ticket/Ticket.module.css'
import type { SpreadFormModel } from './spread-form-model'
import { problemText } from './spread-problem-text'

/** The limit price: of the first leg less the second. It may be zero or below. */
export function SpreadPriceField({ ticket }: { readonly ticket: SpreadFormModel }) {
  useSignals()
  const { t } = useTranslation('spread')
  const { market } = ticket
  const problem = ticket.shownProblem('price')
  const source = ticket.priceSource.source.value
  return (
    <PriceTextField
      label={t('price')}
      field={ticket.price}
      start={market.lastPrice.value ?? market.markPrice.value}
      problem={problem === null ? null : problemText(t, problem)}
      hint={source === null ? t('priceHint') : t('trade:priceBy.follows', { place: t(`trade:priceBy.${source}`) })}
      onText={(typed) => ticket.setPriceText(typed)}
    >
      <button type="button" className={styles['last']} onClick={() => ticket.flipSign()}>
        {t('flipSign')}
      </button>
      {ticket.spread.value?.quoteCoin}
    </PriceTextField>
  )
}

/** How much, of each leg. */
export function SpreadQtyField({ ticket }: { readonly ticket: SpreadFormModel }) {
  useSignals()
  const { t } = useTranslation('spread')
  const problem = ticket.shownProblem('qty')
  return (
    <NumberField
      label={t('quantity')}
      value={ticket.size.text.value}
      onText={(typed) => ticket.setQtyText(typed)}
      onStep={(sign) => ticket.stepQty(sign)}
      onBlur={() => ticket.leaveQty()}
      problem={problem === null ? null : problemText(t, problem)}
    >
      {ticket.spread.value?.baseCoin}
    </NumberField>
  )
}
