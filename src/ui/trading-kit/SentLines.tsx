import { DialogLine } from '../kit/DialogForm'
import type { SentLine } from './sent-lines'
import styles from './SendQuestion.module.css'

/** Lines of what is sent, as every other line of the question. */
export function SentLines({ lines }: { readonly lines: readonly SentLine[] }) {
  return lines.map(({ label, value, aside }) => (
    <DialogLine key={label} label={label}>
      {value} {aside === undefined ? null : <small className={styles['aside']}>{aside}</small>}
    </DialogLine>
  ))
}
