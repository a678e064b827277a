import { useId } from 'react'
import styles from './Choice.module.css'

export interface ChoiceItem<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number
  /** It is there and cannot be chosen now. */
  readonly isDisabled?: boolean
}

interface Props<Id extends string> {
  readonly label: string
  readonly items: readonly ChoiceItem<Id>[]
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  readonly disabled?: boolean
}

/** One of a few: native radio buttons that look like the parts of one switch. */
export function Choice<Id extends string>({ label, items, chosen, onChoose, disabled = false }: Props<Id>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles['choice']}>
      {items.map(({ id, label: text, count, isDisabled = false }) => (
        <label key={id} className={styles['item']} data-chosen={id === chosen || undefined}>
          <input
            type="radio"
            name={name}
            checked={id === chosen}
            disabled={disabled || isDisabled}
            onChange={() => onChoose(id)}
          />
          {text}
          {count === undefined ? null : <span className={styles['count']}>{count}</span>}
        </label>
      ))}
    </div>
  )
}
