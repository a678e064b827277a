import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../i18n/use-translation'
import { Label } from './Label'
import { readText, textProblem } from './number-text'
import { afterPress, holdPress, watchPresses } from './after-press'
import { bringIntoView, FIELD } from './bring-into-view'
import styles from './NumberField.module.css'

interface Props {
  readonly label: string
  /** What stands of the label in the field, where its place says the rest; then the end of the field stands beside it. */
  readonly shortLabel?: string | undefined
  readonly value: string
  readonly onText: (text: string) => void
  /** Arrow up and down (spec §2, key codes 38 and 40). */
  readonly onStep: (direction: 1 | -1) => void
  /** The field was left (or Enter pressed in it); where a press took the focus away, just before the click. */
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

/** What leaving a field made of what was typed. */
interface Settled {
  readonly was: string
  readonly now: string
}

/**
 * A field for one decimal number. It keeps text as typed, also text that is no number; what is wrong stands below and is
 * tied to it. Where leaving it changes its number it says so, and the press that made it leave sends nothing.
 */
export function NumberField({
  label,
  shortLabel,
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
  const { t } = useTranslation('trade')
  const input = useRef<HTMLInputElement>(null)
  const [settled, setSettled] = useState<Settled | null>(null)
  const keepCaret = useCaret(input)
  useEffect(watchPresses, [])
  /** @returns whether the number is another one now */
  const settle = (): boolean => {
    const field = input.current
    if (onBlur === undefined || field === null) return false
    const was = field.value
    // The text has to be there before the click of this press is let through or held.
    flushSync(onBlur)
    const isChanged = readText(was) !== readText(field.value)
    if (isChanged) setSettled({ was, now: field.value })
    return isChanged
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' && settle()) event.preventDefault()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? 1 : -1)
  }
  const unread = textProblem(value)
  // Another number is another edit: what is said of this one must not come back when the field holds the same again.
  if (settled !== null && settled.now !== value) setSettled(null)
  const change = settled === null ? null : t('field.changed', { ...settled })
  const said = [change, notice].filter((one) => one !== null).join(' ')
  const wrong = unread === null ? problem : t(`problem.text.${unread.kind}`, { label })
  const text = wrong === null || change !== null ? [said, wrong].filter(Boolean).join(' ') || hint : wrong
  const tone = wrong !== null ? 'problem' : said !== '' ? 'notice' : 'hint'
  return (
    <div {...FIELD} className={styles['whole']}>
      <div
        className={styles['field']}
        data-invalid={wrong !== null || undefined}
        data-disabled={disabled || undefined}
        data-tight={shortLabel === undefined ? undefined : ''}
      >
        <label htmlFor={id} className={styles['label']}>
          <Label label={label} shortLabel={shortLabel} />
        </label>
        <input
          ref={input}
          id={id}
          className={styles['input']}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          placeholder={placeholder}
          disabled={disabled}
          data-first-focus={isFirst || undefined}
          aria-invalid={wrong !== null}
          aria-describedby={text === null ? undefined : `${id}-text`}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            keepCaret(event.currentTarget)
            onText(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={
            onBlur === undefined
              ? undefined
              : () => afterPress((isInPress) => settle() && isInPress && holdPress(() => bringIntoView(input.current)))
          }
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

/** Text that is written plainly as it is typed has another length: the caret stays behind what was typed. */
function useCaret(input: { readonly current: HTMLInputElement | null }): (typedInto: HTMLInputElement) => void {
  const fromEnd = useRef<number | null>(null)
  useLayoutEffect(() => {
    const field = input.current
    if (fromEnd.current === null || field === null) return
    const caret = Math.max(0, field.value.length - fromEnd.current)
    if (document.activeElement === field && field.selectionStart !== caret) field.setSelectionRange(caret, caret)
    fromEnd.current = null
  })
  return (field) => {
    fromEnd.current = field.value.length - (field.selectionEnd ?? field.value.length)
  }
}
