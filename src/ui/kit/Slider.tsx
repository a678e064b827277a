import type { CSSProperties } from 'react'
import styles from './Slider.module.css'

interface Props {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
  readonly marks: readonly number[]
  readonly valueText: string
  readonly onValue: (value: number) => void
}

/** A native range input with marks that can be pressed. */
export function Slider({ label, min, max, step, value, marks, valueText, onValue }: Props) {
  const at = (mark: number): CSSProperties =>
    ({ '--at': max === min ? 0 : Math.min(1, Math.max(0, (mark - min) / (max - min))) }) as CSSProperties
  return (
    <div className={styles['slider']} style={at(value)}>
      <div className={styles['rail']} aria-hidden="true">
        {marks.map((mark) => (
          <i key={mark} className={styles['mark']} style={at(mark)} data-passed={mark <= value || undefined} />
        ))}
      </div>
      <input
        className={styles['input']}
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber
          // A thumb dropped within one hundredth of the rail beside a mark means the mark.
          const near = marks.find((mark) => Math.abs(mark - next) <= (max - min) / 100 && step < (max - min) / 50)
          onValue(near ?? next)
        }}
      />
    </div>
  )
}
