import styles from './Select.module.css'

interface Props<Id extends string> {
  readonly label: string
  readonly items: readonly (readonly [id: Id, text: string])[]
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  readonly disabled?: boolean
  readonly title?: string
}

/** A native list to choose from, as wide as its words. */
export function Select<Id extends string>({ label, items, chosen, onChoose, disabled = false, title }: Props<Id>) {
  return (
    <select
      className={styles['select']}
      aria-label={label}
      title={title}
      disabled={disabled}
      value={chosen}
      onChange={(event) => {
        const item = items.find(([id]) => id === event.currentTarget.value)
        if (item !== undefined) onChoose(item[0])
      }}
    >
      {items.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  )
}
