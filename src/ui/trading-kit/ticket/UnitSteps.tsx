import { PRICE_STEP_PRESETS } from '../../../domain/limits'
import { decimalsOf, Exact, toText, type DecimalText } from '../../../domain/decimal'
import { formatNumber } from '../../format'
import { PressPopover } from '../../kit/PressPopover'
import { stepText } from '../../kit/step-text'
import { useTranslation } from '../../i18n/use-translation'
import styles from './PriceSteps.module.css'

const COUNTS: readonly number[] = [1, ...PRICE_STEP_PRESETS]

export interface UnitStepsProps {
  /** What the field is called. */
  readonly label: string
  /** What an arrow key adds. */
  readonly step: number
  /** The largest step that has a meaning: a share of more than the whole has none. */
  readonly most?: number
  readonly text: () => string
  /** What is to stand in the field. */
  readonly onText: (text: string) => void
}

/** Steps of an amount or a rate, which is on no grid (spec §2 "step popover"): as many as of a price, clear, one step. */
export function UnitSteps({ label, step, most = Infinity, text, onText }: UnitStepsProps) {
  const { t } = useTranslation('trade')
  const sizes = COUNTS.map((count) => toText<DecimalText>(new Exact(step).times(count))).filter(
    (size) => !new Exact(size).gt(most),
  )
  return (
    <PressPopover
      label={t('unitSteps')}
      description={label}
      sign="±"
      className={styles['open']}
      popoverClassName={styles['popover']}
    >
      <div className={styles['grid']}>
        {sizes.flatMap((size) =>
          ([-1, 1] as const).map((way) => (
            <button key={`${size} ${way}`} type="button" onClick={() => onText(stepText(text(), Number(size), way))}>
              {`${way > 0 ? '+' : '−'}${formatNumber(size, { decimals: decimalsOf(size) })}`}
            </button>
          )),
        )}
        <button type="button" onClick={() => onText('')}>
          {t('priceClear')}
        </button>
        <button type="button" onClick={() => onText(stepText('', step, 1))}>
          {t('priceMinimum')}
        </button>
      </div>
    </PressPopover>
  )
}
