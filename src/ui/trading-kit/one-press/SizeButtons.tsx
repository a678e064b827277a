import { useSignals } from '@preact/signals-react/runtime'
import type { SizePreset } from '../../../domain/order/size-preset'
import { qtyCoin } from '../../contract-units'
import { formatNumber, formatQty } from '../../format'
import { decimalsOf } from '../../../domain/decimal'
import { useTranslation } from '../../i18n/use-translation'
import type { MarketModel } from '../../state/market-model'
import type { QuickSizes } from './quick-sizes'
import styles from './Sizes.module.css'

/** Chooses which of the four sizes a press sends: each with the quantity that it is now. */
export function SizeButtons({ sizes, market }: { readonly sizes: QuickSizes; readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('ladder')
  const instrument = market.instrument.value
  const qtys = sizes.qtys(market)
  const amountOf = ({ unit, amount }: SizePreset): string => {
    const text = formatNumber(amount, { decimals: decimalsOf(amount) })
    if (unit === 'percent') return `${text}%`
    return `${text} ${unit === 'qty' ? qtyCoin(instrument) : (instrument?.quoteCoin ?? '')}`
  }
  return (
    <fieldset className={styles['sizes']} aria-label={t('sizes')}>
      {sizes.model.presets.value.map((preset, index) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- a preset is its place
          key={index}
          type="button"
          title={amountOf(preset)}
          aria-pressed={index === sizes.chosen.value}
          disabled={qtys[index] === null}
          onClick={() => sizes.choose(index)}
        >
          {formatQty(qtys[index] ?? null, instrument?.lotSize ?? null)}
        </button>
      ))}
    </fieldset>
  )
}
