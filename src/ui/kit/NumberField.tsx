import { useEffect, useId, type KeyboardEvent, type ReactNode } from 'react'
import { afterPress, watchPresses } from './after-press'
import styles from './NumberField.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  /** Arrow up and down (spec §2, key codes 38 and 40). */
  readonly onStep?: (direction: 1 | -1) => void
  /** The field was left; where a press took the focus away, just before the click. */
  readonly onBlur?: () => void
  readonly onFocus?: () => void
  readonly problem?: string | null
  readonly notice?: string | null
  /** What the field means as it stands; gives way to what has to be said. */
  readonly hint?: string | null
  readonly placeholder?: string
  readonly disabled?: boolean
  /** Takes the focus when the dialog around it opens. */
  readonly isFirst?: boolean
  /** What stands at the end of the field: buttons and the unit. */
  readonly children?: ReactNode
}

/** A field for one decimal number. It keeps text as typed; what is wrong stands below and is tied to it. */
export function NumberField({
  label,
  value,
  onText,
  onStep,
  onBlur,
  onFocus,
  problem = null,
  notice = null,
  hint = null,
  placeholder,
  disabled = false,
  isFirst = false,
  children,
}: Props) {
  const id = useId()
  useEffect(watchPresses, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (onStep === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? 1 : -1)
  }
  const text = problem ?? notice ?? hint
  const tone = problem !== null ? 'problem' : notice !== null ? 'notice' : 'hint'
  return (
    <div>
      <div
        className={styles['field']}
        data-invalid={problem !== null || undefined}
        data-disabled={disabled || undefined}
      >
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        <input
          id={id}
          className={styles['input']}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          value={value}
          placeholder={placeholder}
          disabled={disabled}
          data-first-focus={isFirst || undefined}
          aria-invalid={problem !== null}
          aria-describedby={text === null ? undefined : `${id}-text`}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={onBlur === undefined ? undefined : () => afterPress(onBlur)}
          onFocus={onFocus}
        />
        <div className={styles['end']}>{children}</div>
      </div>
      <p id={`${id}-text`} className={styles['text']} data-tone={tone}>
        {text}
      </p>
    </div>
  )
}
