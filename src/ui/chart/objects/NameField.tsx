import styles from './ObjectTree.module.css'

interface Props {
  readonly label: string
  /** What it is called without a name of its own. */
  readonly placeholder: string
  readonly name: string
  readonly maxLength: number
  readonly onName: (name: string) => void
}

/** The name that its user gives something; it holds when the field is left, or with Enter. */
export function NameField({ label, placeholder, name, maxLength, onName }: Props) {
  return (
    <input
      className={styles['field']}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      defaultValue={name}
      onBlur={(event) => onName(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
