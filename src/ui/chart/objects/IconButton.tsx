import styles from './ObjectDialog.module.css'

interface Props {
  readonly label: string
  /** On 16 by 16. */
  readonly strokes: string
  /** Of a button that is on or off. */
  readonly isOn?: boolean
  readonly onPress: () => void
}

/** A button that is a mark, with its name for whoever does not see it. */
export function IconButton({ label, strokes, isOn, onPress }: Props) {
  return (
    <button
      type="button"
      className={styles['icon']}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onPress}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={strokes} />
      </svg>
    </button>
  )
}
