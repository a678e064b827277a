import { PRICE_STEP_PRESETS } from '../../../domain/limits'
import { fieldText } from '../../kit/number-text'
import { PressPopover } from '../../kit/PressPopover'
import { useTranslation } from '../../i18n/use-translation'
import styles from './PriceSteps.module.css'
import type { MarketModel } from '../../state/market-model'

const OFFSETS: readonly number[] = [-1, 1, ...PRICE_STEP_PRESETS.flatMap((ticks) => [-ticks, ticks])]

/** A ticket whose price is moved by steps. */
interface Stepped {
  readonly market: Pick<MarketModel, 'listed'>
  /** @param ticks how far */
  stepPrice(ticks: number): void
  setPriceText(typed: string): void
}

/** Steps of the price by the tick (spec §2 "step popover"): one, ten, fifty and two hundred, clear, back to the minimum. */
export function PriceSteps({ ticket }: { readonly ticket: Stepped }) {
  const { t } = useTranslation('trade')
  return (
    <PressPopover label={t('priceSteps')} sign="±" className={styles['open']} popoverClassName={styles['popover']}>
      <div className={styles['grid']}>
        {OFFSETS.map((ticks) => (
          <button key={ticks} type="button" onClick={() => ticket.stepPrice(ticks)}>
            {t('priceBy.ticks', { ticks: ticks > 0 ? `+${ticks}` : String(ticks).replace('-', '−') })}
          </button>
        ))}
        <button type="button" onClick={() => ticket.setPriceText('')}>
          {t('priceClear')}
        </button>
        <button
          type="button"
          onClick={() => {
            const instrument = ticket.market.listed.peek()
            if (instrument !== null) ticket.setPriceText(fieldText(instrument.minPrice, instrument.tickSize))
          }}
        >
          {t('priceMinimum')}
        </button>
      </div>
    </PressPopover>
  )
}
