import { useSignals } from '@preact/signals-react/runtime'
import type { Rate } from '../../domain/decimal'
import type { Side } from '../../domain/order/order'
import { formatPercent, formatPrice, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { NumberField } from '../kit/NumberField'
import { PriceTextField } from '../trading-kit/PriceTextField'
import styles from '../trading-kit/ticket/Ticket.module.css'
import own from './OptionEntry.module.css'
import type { PricedBy } from './option-drafts'
import type { OptionFormModel } from './option-form-model'
import { problemText, type OptionTicketProblem } from './option-problem-text'

interface Props {
  readonly ticket: OptionFormModel
  readonly sides: readonly Side[]
}

/** The limit price, or the volatility that it is made of: the other of the two is always said. */
export function OptionPriceFields({ ticket, sides }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  const pricedBy = ticket.pricedBy.value
  return (
    <>
      <Choice<PricedBy>
        label={t('pricedBy')}
        items={[
          { id: 'price', label: t('by.price') },
          { id: 'volatility', label: t('by.volatility') },
        ]}
        chosen={pricedBy}
        onChoose={(next) => ticket.setPricedBy(next)}
      />
      {pricedBy === 'price' ? <PriceField ticket={ticket} sides={sides} /> : <VolatilityField {...{ ticket, sides }} />}
      <Quotes ticket={ticket} />
    </>
  )
}

function PriceField({ ticket, sides }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  const said = useSaid(ticket, sides)
  const volatility = ticket.volatilityOf(ticket.price.value)
  return (
    <PriceTextField
      label={t('trade:price')}
      field={ticket.priceText}
      start={ticket.market.markPrice.value}
      problem={said('price')}
      hint={t('hint.volatility', { volatility: percent(volatility) })}
      onText={(typed) => ticket.setPriceText(typed)}
    >
      {ticket.option.value?.quoteCoin}
    </PriceTextField>
  )
}

function VolatilityField({ ticket, sides }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  const said = useSaid(ticket, sides)
  const price = formatPrice(ticket.price.value, ticket.option.value?.tickSize ?? null)
  return (
    <NumberField
      label={t('volatility')}
      value={ticket.volatilityText.value}
      onText={(typed) => ticket.setVolatilityText(typed)}
      onStep={(sign) => ticket.stepVolatility(sign)}
      onBlur={() => ticket.leave('volatility')}
      problem={said('volatility')}
      hint={t('hint.priceFinal', { price })}
    >
      %
    </NumberField>
  )
}

/** What stands in the market, to be taken into the field. */
function Quotes({ ticket }: { readonly ticket: OptionFormModel }) {
  useSignals()
  const { t } = useTranslation('option')
  const ticker = ticket.market.ticker.value
  const tick = ticket.option.value?.tickSize ?? null
  const quotes = [
    ['bid', ticker?.bid1Price ?? null],
    ['mark', ticker?.markPrice ?? null],
    ['ask', ticker?.ask1Price ?? null],
  ] as const
  return (
    <div className={own['quotes']}>
      {quotes.map(([name, price]) => (
        <button
          key={name}
          type="button"
          className={own['quote']}
          disabled={price === null}
          onClick={() => {
            if (price !== null) ticket.setPrice(price)
          }}
        >
          <span>{t(`fill.${name}`)}</span> {formatPrice(price, name === 'mark' ? price : tick)}
        </button>
      ))}
    </div>
  )
}

/** How much, in the base coin. */
export function OptionQtyField({ ticket, sides }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  const said = useSaid(ticket, sides)
  return (
    <div className={styles['form']}>
      <NumberField
        label={t('quantity')}
        value={ticket.qtyText.value}
        onText={(typed) => ticket.setQtyText(typed)}
        onStep={(sign) => ticket.stepQty(sign)}
        onBlur={() => ticket.leave('qty')}
        problem={said('qty')}
      >
        {ticket.option.value?.baseCoin}
      </NumberField>
    </div>
  )
}

function useSaid(
  ticket: OptionFormModel,
  sides: readonly Side[],
): (field: OptionTicketProblem['field']) => string | null {
  const { t } = useTranslation('option')
  return (field) => {
    const problem = ticket.shownProblem(field, sides)
    return problem === null ? null : problemText(t, problem)
  }
}

function percent(volatility: number | null): string {
  return volatility === null ? MISSING : formatPercent(volatility.toFixed(6) as Rate, { decimals: 2 })
}
