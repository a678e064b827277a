import { useId } from 'react'
import styles from './RadioCards.module.css'

interface Props<Id extends string> {
  readonly label: string
  readonly items: readonly { readonly id: Id; readonly title: string; readonly text: string }[]
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
}

/** Radio buttons, each with what it means. */
export function RadioCards<Id extends string>({ label, items, chosen, onChoose }: Props<Id>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles['cards']}>
      {items.map(({ id, title, text }) => (
        <label key={id} className={styles['card']} data-chosen={id === chosen || undefined}>
          <input
            type="radio"
            name={name}
            aria-label={title}
            aria-describedby={`${name}-${id}`}
            checked={id === chosen}
            data-first-focus={id === chosen || undefined}
            onChange={() => onChoose(id)}
          />
          <b>{title}</b>
          <small id={`${name}-${id}`}>{text}</small>
        </label>
      ))}
    </div>
  )
}
