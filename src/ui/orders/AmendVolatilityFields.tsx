import { useSignals } from '@preact/signals-react/runtime'
import type { Price } from '../../domain/decimal'
import { formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { NumberField } from '../kit/NumberField'
import type { AmendVolatility, PricedBy } from './amend-volatility'

interface Props {
  readonly volatility: AmendVolatility
  /** What stands in the field of prices. */
  readonly price: Price | null
  readonly tickSize: Price
  readonly problem: string | null
}

/** An option's order is amended in the words of its ticket: by price, or by the volatility of which one is made. */
export function AmendVolatilityFields({ volatility, price, tickSize, problem }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  return (
    <>
      <Choice<PricedBy>
        label={t('pricedBy')}
        items={[
          { id: 'price', label: t('by.price') },
          { id: 'volatility', label: t('by.volatility') },
        ]}
        chosen={volatility.pricedBy.value}
        onChoose={(next) => volatility.setPricedBy(next, price)}
      />
      {volatility.pricedBy.value === 'price' ? null : (
        <NumberField
          label={t('volatility')}
          value={volatility.text.value}
          onText={(text) => volatility.setText(text)}
          onStep={(sign) => volatility.step(sign)}
          isFirst
          problem={volatility.volatility.value === null ? t('problem.volatilityMissing') : problem}
          hint={t('hint.priceFinal', { price: formatPrice(volatility.price.value, tickSize) })}
        >
          %
        </NumberField>
      )}
    </>
  )
}
