import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import styles from './Dialog.module.css'
import { OPEN_GUARD_MS } from './open-guard'

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** `sheet` rises from the bottom edge and hides its title row's weight; `dialog` is centred. */
  readonly shape?: 'dialog' | 'sheet'
}

/** A modal dialog. Focus goes in when it opens and back to its opener when it closes. */
export function Dialog({ title, onClose, children, shape = 'dialog' }: Props) {
  const { t } = useTranslation('app')
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  /** By the clock of events. */
  const openedAt = useRef(0)
  // A layout effect: it ends before the element leaves the page, and one that has left gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    openedAt.current = performance.now()
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles['dialog']}
      data-shape={shape}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React hands on to this dialog what was meant for one that stands in it.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        // The backdrop belongs to the dialog element itself; its content never does. The second press of a double click
        // was meant for what lay there before (decisions 36).
        const isMeant = event.timeStamp - openedAt.current >= OPEN_GUARD_MS
        if (event.target === ref.current && isMeant) onClose()
      }}
    >
      <div className={styles['body']}>
        <div className={styles['header']}>
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          <button type="button" className={styles['close']} aria-label={t('dismiss')} onClick={onClose}>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
