import { Popover, PopoverDisclosure, PopoverProvider } from '@ariakit/react'
import { PRICE_STEP_PRESETS } from '../../domain/limits'
import { fieldText } from '../kit/number-text'
import { useTranslation } from '../i18n/use-translation'
import styles from './PriceSteps.module.css'
import type { OrderFormModel } from './order-form-model'

const OFFSETS: readonly number[] = [-1, 1, ...PRICE_STEP_PRESETS.flatMap((ticks) => [-ticks, ticks])]

/** Steps of the price by the tick (spec §2 "step popover"): one, ten, fifty and two hundred, clear, back to the minimum. */
export function PriceSteps({ ticket }: { readonly ticket: OrderFormModel }) {
  const { t } = useTranslation('trade')
  return (
    <PopoverProvider placement="bottom-end">
      <PopoverDisclosure className={styles['open']} aria-label={t('priceSteps')}>
        <span aria-hidden="true">±</span>
      </PopoverDisclosure>
      <Popover gutter={6} unmountOnHide className={styles['popover']} aria-label={t('priceSteps')}>
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
              const instrument = ticket.market.instrument.peek()
              if (instrument !== null) ticket.setPriceText(fieldText(instrument.minPrice, instrument.tickSize))
            }}
          >
            {t('priceMinimum')}
          </button>
        </div>
      </Popover>
    </PopoverProvider>
  )
}
