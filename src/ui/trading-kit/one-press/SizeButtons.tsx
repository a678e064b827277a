import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { decimalsOf, type Qty } from '../../../domain/decimal'
import type { SizePreset } from '../../../domain/order/size-preset'
import { qtyCoin } from '../../contract-units'
import { formatNumber, formatQty } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { lazyPart } from '../../kit/load-part'
import { PressPopover } from '../../kit/PressPopover'
import type { MarketModel } from '../../state/market-model'
import type { QuickSizes } from './quick-sizes'
import styles from './Sizes.module.css'

const PresetFields = lazyPart('ticket', async () => (await import('./PresetFields')).PresetFields)

interface Props {
  readonly sizes: QuickSizes
  readonly market: MarketModel
  /** What a press on a size does with its quantity; left out, it chooses what the next one-press order sends. */
  readonly onTake?: (qty: Qty) => void
  /** The quantities, where they are reckoned otherwise than at the last price. */
  readonly qtys?: readonly (Qty | null)[]
}

/** The four sizes of the trader's own, each with the quantity that it is now, and their editor. */
export function SizeButtons({ sizes, market, onTake, qtys }: Props) {
  useSignals()
  const now = qtys ?? sizes.qtys(market)
  const { t } = useTranslation('ladder')
  const instrument = market.instrument.value
  const amountOf = ({ unit, amount }: SizePreset): string => {
    const text = formatNumber(amount, { decimals: decimalsOf(amount) })
    if (unit === 'percent') return `${text}%`
    return `${text} ${unit === 'qty' ? qtyCoin(instrument) : (instrument?.quoteCoin ?? '')}`
  }
  return (
    <fieldset className={styles['sizes']} aria-label={t('sizes')}>
      {sizes.model.presets.value.map((preset, index) => {
        const qty = now[index] ?? null
        const text = formatQty(qty, instrument?.lotSize ?? null)
        return (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- a preset is its place
            key={index}
            type="button"
            title={amountOf(preset)}
            aria-label={t('sizeOf', { number: index + 1, quantity: text })}
            aria-pressed={onTake === undefined ? index === sizes.chosen.value : undefined}
            disabled={qty === null}
            onClick={() => {
              if (onTake === undefined) sizes.choose(index)
              else if (qty !== null) onTake(qty)
            }}
          >
            {text}
          </button>
        )
      })}
      <PressPopover label={t('editSizes')} sign="⋯" className={styles['edit']} popoverClassName={styles['popover']}>
        <Suspense fallback={null}>
          <PresetFields sizes={sizes} market={market} />
        </Suspense>
      </PressPopover>
    </fieldset>
  )
}
