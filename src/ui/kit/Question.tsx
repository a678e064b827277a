import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Button } from './Button'
import { Checkbox } from './Checkbox'
import { Dialog } from './Dialog'
import styles from './DialogForm.module.css'
import { useOpenGuard } from './open-guard'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** The word of the button that does it; `null` once there is nothing to do any more. */
  readonly confirmLabel: string | null
  /** The word of the button that does not; "Cancel" where nothing else is cancelled. */
  readonly dismissLabel?: string
  readonly tone?: 'long' | 'short' | 'accent'
  readonly canConfirm?: boolean
  /** What the question says; when that becomes something else, the button that does it waits anew. */
  readonly reading?: string
  /** Offers not to be asked again. */
  readonly quiet?: { readonly label: string; readonly hint: string; readonly choose: () => void }
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/**
 * A question before something is done that is not taken back. The focus is on the button that does nothing, and Enter
 * presses the other one only once the focus is there; it waits as every button of a dialog that just opened (decisions 36).
 */
export function Question({ title, onClose, ...props }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <QuestionBody onClose={onClose} {...props} />
    </Dialog>
  )
}

function QuestionBody({
  children,
  confirmLabel,
  dismissLabel,
  tone = 'accent',
  canConfirm = true,
  reading = '',
  quiet,
  onConfirm,
  onClose,
}: Omit<Props, 'title'>) {
  const { t } = useTranslation('trade')
  const ready = useOpenGuard(reading)
  const [isQuiet, setQuiet] = useState(false)
  const dismiss = useRef<HTMLButtonElement>(null)
  const isOver = confirmLabel === null
  // What had the focus may be gone.
  useLayoutEffect(() => {
    if (isOver) dismiss.current?.focus()
  }, [isOver])
  return (
    <div className={styles['form']}>
      {children}
      {quiet === undefined || isOver ? null : (
        <Checkbox label={quiet.label} title={quiet.hint} checked={isQuiet} onChecked={setQuiet} />
      )}
      <div className={styles['buttons']}>
        <Button ref={dismiss} size="large" data-first-focus onClick={onClose}>
          {dismissLabel ?? t('dismiss')}
        </Button>
        {isOver ? null : (
          <Button
            size="large"
            tone={tone}
            disabled={!ready || !canConfirm}
            onClick={(event) => {
              // A page's own script may call click(); only a person's press answers.
              if (!event.nativeEvent.isTrusted) return
              if (isQuiet) quiet?.choose()
              onConfirm()
            }}
          >
            {confirmLabel}
          </Button>
        )}
      </div>
    </div>
  )
}
