import { Label } from './Label'
import styles from './Checkbox.module.css'

interface Props {
  readonly label: string
  readonly shortLabel?: string | undefined
  readonly checked: boolean
  readonly onChecked: (checked: boolean) => void
  readonly disabled?: boolean
  readonly title?: string
}

export function Checkbox({ label, shortLabel, checked, onChecked, disabled = false, title }: Props) {
  return (
    <label className={styles['checkbox']} data-disabled={disabled || undefined} title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <Label label={label} shortLabel={shortLabel} />
    </label>
  )
}
