import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { SIZE_PRESET_UNITS, type SizePresetUnit } from '../../../domain/order/size-preset'
import { qtyCoin } from '../../contract-units'
import { useTranslation } from '../../i18n/use-translation'
import { NumberField } from '../../kit/NumberField'
import type { MarketModel } from '../../state/market-model'
import type { QuickSizes } from './quick-sizes'
import styles from './Sizes.module.css'
import { SizeText } from './size-text'

interface Props {
  readonly sizes: QuickSizes
  readonly market: MarketModel
}

/** What the four presets are, and what each counts in. */
export function PresetFields({ sizes, market }: Props) {
  useSignals()
  return (
    <div className={styles['fields']}>
      {sizes.model.presets.value.map((_preset, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a preset is its place
        <PresetField key={index} sizes={sizes} market={market} index={index} />
      ))}
    </div>
  )
}

function PresetField({ sizes, market, index }: Props & { readonly index: number }) {
  useSignals()
  const { t } = useTranslation('ladder')
  const field = useMemo(
    () => {
      const preset = sizes.model.presets.peek()[index]
      return preset === undefined ? null : new SizeText(sizes.model, index, preset)
    },
    // What is typed stays, whatever becomes of the preset meanwhile.
    [sizes, index],
  )
  if (field === null) return null
  const instrument = market.instrument.value
  const units: Readonly<Record<SizePresetUnit, string>> = {
    qty: qtyCoin(instrument),
    quote: instrument?.quoteCoin ?? '--',
    percent: '%',
  }
  return (
    <NumberField
      label={t('size', { number: index + 1 })}
      value={field.text.value}
      onText={(typed) => field.setText(typed)}
      onStep={(direction) => field.step(direction)}
      onBlur={() => field.settle()}
      problem={field.amount() === null ? t(`sizeProblem.${field.unit.value}`) : null}
    >
      <select
        className={styles['unit']}
        aria-label={t('sizeUnit', { number: index + 1 })}
        value={field.unit.value}
        onChange={(event) => {
          const unit = SIZE_PRESET_UNITS.find((one) => one === event.currentTarget.value)
          if (unit !== undefined) field.setUnit(unit)
        }}
      >
        {SIZE_PRESET_UNITS.map((unit) => (
          <option key={unit} value={unit}>
            {units[unit]}
          </option>
        ))}
      </select>
    </NumberField>
  )
}
