import { useSignals } from '@preact/signals-react/runtime'
import { formatPrice, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { NumberField } from '../kit/NumberField'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { PriceTextField } from '../trading-kit/PriceTextField'
import type { SizeUnit } from './spot-drafts'
import type { SpotFormModel } from './spot-form-model'
import { problemText } from '../trading-kit/spot-problem-text'

/** The limit price, and how far it may be from the market now. */
export function SpotPriceField({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const { market, outlook } = ticket
  const pair = ticket.pair.value
  const problem = ticket.shownProblem('price')
  const bound = outlook.priceLimit.value
  const source = ticket.priceSource.source.value
  return (
    <PriceTextField
      label={t('trade:price')}
      field={ticket.price}
      start={market.lastPrice.value}
      problem={problem === null ? null : problemText(t, problem)}
      hint={
        source === null
          ? `${t(`priceLimit.${ticket.side.value}`)} ${formatPrice(bound, pair?.tickSize ?? null)}`
          : t('trade:priceBy.follows', { place: t(`trade:priceBy.${source}`) })
      }
      onText={(typed) => ticket.setPriceText(typed)}
    >
      <button
        type="button"
        className={styles['last']}
        onClick={() => {
          const last = market.lastPrice.peek()
          if (last !== null) ticket.setPrice(last)
        }}
      >
        {t('trade:last')}
      </button>
      {pair?.quoteCoin}
    </PriceTextField>
  )
}

/** How much, in either coin. */
export function SpotSizeFields({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const { size } = ticket
  const pair = ticket.pair.value
  const unit = size.unit.value
  const problem = ticket.shownProblem('size')
  const notice = size.notice.value
  return (
    <>
      {ticket.hasAmount.value ? (
        <Choice<SizeUnit>
          label={t('sizeIn')}
          items={[
            { id: 'base', label: pair?.baseCoin ?? '' },
            { id: 'quote', label: pair?.quoteCoin ?? '' },
          ]}
          chosen={unit}
          onChoose={(next) => size.setUnit(next)}
        />
      ) : null}
      <NumberField
        label={unit === 'base' ? t('quantity') : t(`amount.${ticket.side.value}`)}
        value={size.text.value}
        onText={(typed) => ticket.setSizeText(typed)}
        onStep={(direction) => size.step(direction)}
        onBlur={() => size.settle()}
        problem={problem === null ? null : problemText(t, problem)}
        notice={
          notice === null
            ? null
            : t(`trade:${notice.messageKey}`, { quantity: formatQty(notice.qty, null), coin: notice.coin })
        }
      >
        {size.coin.value}
      </NumberField>
    </>
  )
}
