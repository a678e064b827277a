import { useSignals } from '@preact/signals-react/runtime'
import { PRICE_STEP_PRESETS } from '../../../domain/limits'
import { useTranslation } from '../../i18n/use-translation'
import { Select } from '../../kit/Select'
import { PRICE_SOURCES, type PriceSource, type PriceSourceId } from './price-source'
import styles from './PriceSourceRow.module.css'

const QUICK: readonly PriceSourceId[] = ['bid1', 'mid', 'ask1']
const OFFSETS: readonly number[] = [
  ...PRICE_STEP_PRESETS.toReversed().map((ticks) => -ticks),
  -1,
  0,
  1,
  ...PRICE_STEP_PRESETS,
]

/** The price by a place in the book: it follows until it is sent, or until a price is typed. */
export function PriceSourceRow({ priceSource }: { readonly priceSource: PriceSource }) {
  useSignals()
  const { t } = useTranslation('trade')
  const source = priceSource.source.value
  return (
    <div className={styles['row']}>
      {QUICK.map((id) => (
        <button
          key={id}
          type="button"
          aria-pressed={source === id}
          onClick={() => (source === id ? priceSource.release() : priceSource.follow(id))}
        >
          {t(`priceBy.quick.${id as 'bid1' | 'mid' | 'ask1'}`)}
        </button>
      ))}
      <Select
        label={t('priceBy.label')}
        items={[['typed', t('priceBy.typed')], ...PRICE_SOURCES.map((id) => [id, t(`priceBy.${id}`)] as const)]}
        chosen={source ?? 'typed'}
        onChoose={(id) => (id === 'typed' ? priceSource.release() : priceSource.follow(id))}
      />
      {source === null ? null : (
        <Select
          label={t('priceBy.offset')}
          items={OFFSETS.map((ticks) => [String(ticks), offsetText(ticks)])}
          chosen={String(priceSource.offset.value)}
          onChoose={(ticks) => priceSource.setOffset(Number(ticks))}
        />
      )}
    </div>
  )

  function offsetText(ticks: number): string {
    return t('priceBy.ticks', {
      count: Math.abs(ticks),
      ticks: ticks > 0 ? `+${ticks}` : String(ticks).replace('-', '−'),
    })
  }
}
