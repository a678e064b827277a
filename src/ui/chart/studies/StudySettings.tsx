import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import { indicatorByName } from '../../../domain/indicators/indicators'
import { parameterList, type NumberParameter, type ParameterName } from '../../../domain/indicators/parameters'
import { useTranslation } from '../../i18n/use-translation'
import { NumberField } from '../../kit/NumberField'
import { Select } from '../../kit/Select'
import styles from './IndicatorDialog.module.css'
import { LINE_WIDTHS, newStudy, SERIES_TONES, type Study } from './study'
import { StudyNumber } from './study-form'

interface Props {
  readonly study: Study
  readonly onChange: (part: Partial<Omit<Study, 'id' | 'name'>>) => void
}

/** What a study is computed with and how it looks. A change holds at once. */
export function StudySettings({ study, onChange }: Props) {
  const { t } = useTranslation('studies')
  /** Rises with a reset, so that the fields show what holds again. */
  const [resets, setResets] = useState(0)
  const indicator = indicatorByName(study.name)
  if (indicator === null) return null
  const setValue = (name: ParameterName, value: number | string): void =>
    onChange({ values: { ...study.values, [name]: value } })
  const reset = (): void => {
    const { values, tones, width } = newStudy(study.name, study.id, [])
    onChange({ values, tones, width })
    setResets(resets + 1)
  }
  return (
    <div key={resets} className={styles['settings']}>
      {parameterList(indicator.parameters).map(([name, parameter]) => {
        const value = study.values[name] ?? parameter.initial
        if (parameter.kind === 'number')
          return (
            <NumberSetting
              key={name}
              label={t(`parameter.${name}`)}
              parameter={parameter}
              initial={Number(value)}
              onValue={(next) => setValue(name, next)}
            />
          )
        if (parameter.kind === 'choice')
          return (
            <div key={name} className={styles['setting']}>
              <span>{t(`parameter.${name}`)}</span>
              <Select
                label={t(`parameter.${name}`)}
                items={parameter.words.map((word) => [word, t(`word.${word}`)] as const)}
                chosen={parameter.words.find((word) => word === value) ?? parameter.initial}
                onChoose={(word) => setValue(name, word)}
              />
            </div>
          )
        // The moment belongs to the last way of anchoring alone.
        if (study.values['anchor'] !== 'moment') return null
        return (
          <MomentSetting
            key={name}
            label={t(`parameter.${name}`)}
            valueMs={Number(value)}
            onValue={(next) => setValue(name, next)}
          />
        )
      })}
      {indicator.outputs.map((output, index) => {
        // Columns have the colours of their bars.
        if (output.shape === 'columns' || output.shape === 'histogram') return null
        const label = t('colorOf', { output: t(`output.${output.name}`) })
        return (
          <div key={output.name} className={styles['setting']}>
            <span>{label}</span>
            <Select
              label={label}
              items={SERIES_TONES.map((tone) => [tone, t(`tone.${tone}`)] as const)}
              chosen={study.tones[index] ?? 'blue'}
              onChoose={(tone) => onChange({ tones: study.tones.map((one, at) => (at === index ? tone : one)) })}
            />
          </div>
        )
      })}
      <div className={styles['setting']}>
        <span>{t('lineWidth')}</span>
        <Select
          label={t('lineWidth')}
          items={LINE_WIDTHS.map((width) => [String(width), t('pixels', { count: width })] as const)}
          chosen={String(study.width)}
          onChoose={(text) => onChange({ width: LINE_WIDTHS.find((width) => String(width) === text) ?? 1 })}
        />
      </div>
      <button type="button" className={styles['reset']} onClick={reset}>
        {t('reset')}
      </button>
    </div>
  )
}

interface NumberProps {
  readonly label: string
  readonly parameter: NumberParameter
  readonly initial: number
  readonly onValue: (value: number) => void
}

function NumberSetting({ label, parameter, initial, onValue }: NumberProps) {
  useSignals()
  const { t } = useTranslation('studies')
  const [number] = useState(() => new StudyNumber(parameter, initial))
  const { min, max, step } = parameter
  const take = (): void => {
    const value = number.value.peek()
    if (value !== null) onValue(Number(value))
  }
  return (
    <NumberField
      label={label}
      value={number.text.value}
      problem={number.value.value === null ? t(step < 1 ? 'outside' : 'outsideWhole', { min, max }) : null}
      onText={(text) => {
        number.set(text)
        take()
      }}
      onStep={(direction) => {
        number.step(direction)
        take()
      }}
    />
  )
}

interface MomentProps {
  readonly label: string
  readonly valueMs: number
  readonly onValue: (valueMs: number) => void
}

/** A moment in UTC, as the chart's own time is. */
function MomentSetting({ label, valueMs, onValue }: MomentProps) {
  const id = useId()
  return (
    <div className={styles['setting']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        className={styles['moment']}
        defaultValue={valueMs === 0 ? '' : new Date(valueMs).toISOString().slice(0, 16)}
        onChange={(event) => {
          const timeMs = Date.parse(`${event.currentTarget.value}Z`)
          if (!Number.isNaN(timeMs)) onValue(timeMs)
        }}
      />
    </div>
  )
}
