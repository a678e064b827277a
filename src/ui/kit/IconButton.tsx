import type { ComponentProps } from 'react'
import styles from './IconButton.module.css'

interface Props extends Omit<
  ComponentProps<'button'>,
  'aria-label' | 'aria-pressed' | 'title' | 'children' | 'onClick'
> {
  /** Its name, which is also what a pointer over it reads. */
  readonly label: string
  /** On 16 by 16. */
  readonly strokes: string
  /** Of a button that is on or off. */
  readonly isOn?: boolean | undefined
  /** What stands beside the mark. */
  readonly word?: string | undefined
  /** @param isKey whether a key pressed it */
  readonly onPress: (isKey: boolean) => void
}

/** A button that is a mark, with its name for whoever does not see it. */
export function IconButton({ label, strokes, isOn, word, onPress, className, type = 'button', ...rest }: Props) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- the default above is 'button'
      type={type}
      className={className === undefined ? styles['icon'] : `${styles['icon']} ${className}`}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      // A press of a key has no clicks.
      onClick={(event) => onPress(event.detail === 0)}
      {...rest}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={strokes} />
      </svg>
      {word === undefined ? null : <span className={styles['word']}>{word}</span>}
    </button>
  )
}
