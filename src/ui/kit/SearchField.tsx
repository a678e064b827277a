import type { FocusEventHandler, Ref } from 'react'
import styles from './SearchField.module.css'

/** Names of markets are shorter. */
const QUERY_MAX = 40

interface Props {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly onFocus?: FocusEventHandler<HTMLInputElement>
  readonly ref?: Ref<HTMLInputElement>
  /** Keys that go to it from anywhere (`useSearchKeys`), as assistive technology is told of them. */
  readonly shortcuts?: string
  /** Takes the focus when the dialog around it opens. */
  readonly isFirst?: boolean
  /** Id of a `<datalist>` with what may be meant. */
  readonly list?: string
}

/** A field for what is looked for. `--search-end` is the room that its end leaves for something else. */
export function SearchField({ label, value, onText, onFocus, ref, shortcuts, isFirst = false, list }: Props) {
  return (
    <input
      ref={ref}
      type="search"
      list={list}
      className={styles['field']}
      data-first-focus={isFirst || undefined}
      aria-label={label}
      aria-keyshortcuts={shortcuts}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={QUERY_MAX}
      value={value}
      onFocus={onFocus}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  )
}
