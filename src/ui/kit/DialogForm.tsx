import { useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useNoSending } from '../state/no-sending'
import { SENDS } from './after-press'
import { Button } from './Button'
import styles from './DialogForm.module.css'
import { useOpenGuard } from './open-guard'

interface Props {
  /** What the dialog is about, in one line. */
  readonly subject?: ReactNode
  readonly children: ReactNode
  readonly canConfirm: boolean
  /** @returns `null` once it is done; else why not, or `''` where that is said elsewhere already */
  readonly onConfirm: () => Promise<string | null>
  readonly onClose: () => void
  /** It asks before something that is not taken back: the focus begins on the button that does nothing. */
  readonly isQuestion?: boolean
  /** What the dialog is about to do; when that becomes something else, the button that confirms waits anew. */
  readonly reading?: string
  /** What confirming would send: once it is something else, the refusal of what it was is gone. */
  readonly sends?: string
  /** A word of its own for the button that confirms. */
  readonly confirmLabel?: string
}

/** The frame of every dialog that sends something: one request at a time, a refusal in words, two buttons. */
export function DialogForm({
  subject,
  children,
  canConfirm,
  onConfirm,
  onClose,
  isQuestion = false,
  reading,
  sends,
  confirmLabel,
}: Props) {
  const { t } = useTranslation('trade')
  // What is refused is told in their words.
  useTranslation('notices')
  const ready = useOpenGuard(reading)
  const noSending = useNoSending()
  const mayConfirm = canConfirm && noSending === null
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState(sends)
  if (sent !== sends) {
    setSent(sends)
    setFailure('')
  }
  const confirm = async (): Promise<void> => {
    if (!ready || isSending || !mayConfirm) return
    setSending(true)
    setFailure('')
    const problem = await onConfirm()
    setSending(false)
    if (problem === null) onClose()
    else setFailure(problem)
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        // React hands it on to the form whose field opened this dialog, and that one was not confirmed.
        event.stopPropagation()
        // A page's own script may submit a form; only a person's press sends.
        if (event.nativeEvent.isTrusted) void confirm()
      }}
    >
      {subject === undefined ? null : <p className={styles['subject']}>{subject}</p>}
      {children}
      {noSending === null ? null : <p className={styles['subject']}>{noSending}</p>}
      {failure === '' ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button size="large" data-first-focus={isQuestion || undefined} onClick={onClose}>
          {t('dismiss')}
        </Button>
        <Button type="submit" {...SENDS} size="large" tone="accent" disabled={!ready || isSending || !mayConfirm}>
          {isSending ? t('sending') : (confirmLabel ?? t('confirm'))}
        </Button>
      </div>
    </form>
  )
}

interface LineProps {
  readonly label: string
  /** Whether the value is older than what may be called current. */
  readonly isStale?: boolean
  readonly children: ReactNode
}

/** A figure of a dialog: its name and its value. */
export function DialogLine({ label, isStale = false, children }: LineProps) {
  return (
    <p className={styles['line']}>
      <span>{label}</span>
      <span data-stale={isStale ? '' : undefined}>{children}</span>
    </p>
  )
}

/** A warning that keeps its room, so that nothing moves when it comes. */
export function DialogWarning({ text }: { readonly text: string }) {
  return <output className={styles['warning']}>{text}</output>
}
