import { useRef, type CSSProperties } from 'react'
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

const KEY_SIGN: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** A native range input with marks that can be pressed. */
export function Slider({ label, min, max, step, value, marks, valueText, onValue }: Props) {
  const at = (mark: number): CSSProperties =>
    ({ '--at': max === min ? 0 : Math.min(1, Math.max(0, (mark - min) / (max - min))) }) as CSSProperties
  const isDragged = useRef(false)
  // A step too fine for a thumb is one too fine for a key: a hundred presses go from end to end.
  const isFine = step < (max - min) / 50
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
        onPointerDown={() => {
          isDragged.current = true
        }}
        onKeyDown={(event) => {
          isDragged.current = false
          const sign = KEY_SIGN[event.key]
          if (sign === undefined || !isFine) return
          event.preventDefault()
          onValue(Math.min(max, Math.max(min, value + (sign * (max - min)) / 100)))
        }}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber
          // A thumb dropped within one hundredth of the rail beside a mark means the mark.
          const isNear = (mark: number): boolean => isFine && Math.abs(mark - next) <= (max - min) / 100
          onValue((isDragged.current ? marks.find(isNear) : undefined) ?? next)
        }}
      />
    </div>
  )
}
