import { PRICE_STEP_PRESETS } from '../../../domain/limits'
import type { PriceLimits } from '../../../domain/order/price-rules'
import { fieldText } from '../../kit/number-text'
import { PressPopover } from '../../kit/PressPopover'
import { useTranslation } from '../../i18n/use-translation'
import styles from './PriceSteps.module.css'

const OFFSETS: readonly number[] = [-1, 1, ...PRICE_STEP_PRESETS.flatMap((ticks) => [-ticks, ticks])]

export interface PriceStepsProps {
  /** What the field is called. */
  readonly label: string
  /** `null` while the contract is not known. */
  readonly limits: () => PriceLimits | null
  /** @param ticks how far */
  readonly onStep: (ticks: number) => void
  /** What is to stand in the field. */
  readonly onText: (text: string) => void
}

/** Steps of a price by the tick (spec §2 "step popover"): one, ten, fifty and two hundred, clear, back to the minimum. */
export function PriceSteps({ label, limits, onStep, onText }: PriceStepsProps) {
  const { t } = useTranslation('trade')
  return (
    <PressPopover
      label={t('priceSteps')}
      description={label}
      sign="±"
      className={styles['open']}
      popoverClassName={styles['popover']}
    >
      <div className={styles['grid']}>
        {OFFSETS.map((ticks) => (
          <button key={ticks} type="button" onClick={() => onStep(ticks)}>
            {t('priceBy.ticks', {
              count: Math.abs(ticks),
              ticks: ticks > 0 ? `+${ticks}` : String(ticks).replace('-', '−'),
            })}
          </button>
        ))}
        <button type="button" onClick={() => onText('')}>
          {t('priceClear')}
        </button>
        <button
          type="button"
          onClick={() => {
            const known = limits()
            if (known !== null) onText(fieldText(known.minPrice, known.tickSize))
          }}
        >
          {t('priceMinimum')}
        </button>
      </div>
    </PressPopover>
  )
}
