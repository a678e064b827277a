import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { isFailure, leavesByItself, TOASTS_MAX, toastsToShow, type Toast } from '../state/notice-model'
import { followMissedPresses } from './missed-press'
import { toastText } from './toast-text'
import { ComplianceWall } from './ComplianceWall'
import shared from './Notices.module.css'
import styles from './Toasts.module.css'

const SHOW_MS = 5000
const SHOW_FAILURE_MS = 9000

/** A phone, a narrow chart or a low window has room for one message and the sum of the others. */
const tight = matchMedia('(max-width: 899px), (max-height: 619px)')
const wide = matchMedia('(min-width: 1400px) and (min-height: 860px)')

/** Of a press whose end is not known. */
const DOUBTED: ReadonlySet<string> = new Set(['sending', 'unknown'])

function useRoom(): number {
  return useSyncExternalStore(
    (changed) => {
      for (const query of [tight, wide]) query.addEventListener('change', changed)
      return () => {
        for (const query of [tight, wide]) query.removeEventListener('change', changed)
      }
    },
    () => (tight.matches ? 1 : wide.matches ? TOASTS_MAX : 2),
  )
}

/** While one part of the page has the whole screen, what is no part of it is seen in the browser's top layer alone. */
function useAboveFullScreen(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const look = (): void => {
      const place = ref.current
      place?.removeAttribute('popover')
      if (place === null || document.fullscreenElement === null) return
      place.popover = 'manual'
      place.showPopover()
    }
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  return ref
}

/** Short messages at the edge of the page. All but a few leave by themselves, and none while looked at. */
export function Toasts() {
  useSignals()
  const { t } = useTranslation('notices')
  const { account, notices } = useApp()
  const toasts = notices.toasts.value
  const shown = toastsToShow(toasts, useRoom())
  const { count: passed, failures } = notices.passedOver.value
  const more = passed + toasts.length - shown.length
  const moreFailures = failures + toasts.filter((one) => isFailure(one) && !shown.includes(one)).length
  const count = shown.length
  // On a phone they stand over the end of the page's list, which is so much longer meanwhile.
  useEffect(() => document.documentElement.style.setProperty('--toasts', String(count)), [count])
  useEffect(() => followMissedPresses(() => notices.say('pressMissed', {}, { failure: true })), [notices])
  const doubted = [...account.changes.value, ...account.intents.value].filter(({ state }) => DOUBTED.has(state))
  const names = doubted.map(({ id }) => id).join(' ')
  useEffect(() => notices.endDoubts(new Set(names.split(' '))), [notices, names])
  const place = useAboveFullScreen()
  const hasWall = notices.hasWall.value
  return (
    <>
      {hasWall ? <ComplianceWall onClose={() => notices.closeWall()} /> : null}
      <div ref={place} className={`${shared['place']} ${styles['toasts']}`}>
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
        {more > 0 ? (
          <div className={`${shared['card']} ${styles['more']}`}>
            <output>
              {moreFailures === 0
                ? t('more', { count: more })
                : t('moreFailed', { count: more, failures: moreFailures })}
            </output>
            <button type="button" onClick={() => notices.clear()}>
              {t('dismissAll')}
            </button>
          </div>
        ) : null}
      </div>
    </>
  )
}

function ToastItem({ toast }: { readonly toast: Toast }) {
  useSignals()
  const { t } = useTranslation('notices')
  const { notices, catalogue } = useApp()
  const [isHeld, setHeld] = useState(false)
  const { title, body, failure } = toastText(toast, catalogue.bySymbol.value)
  const isPassing = leavesByItself(toast)
  const action = toast.from === 'tab' ? toast.action : undefined
  useEffect(() => {
    if (isHeld || !isPassing) return undefined
    const timer = setTimeout(() => notices.dismiss(toast.id), failure ? SHOW_FAILURE_MS : SHOW_MS)
    return () => clearTimeout(timer)
  }, [isHeld, isPassing, failure, notices, toast.id])
  return (
    <div
      role={failure ? 'alert' : 'status'}
      className={`${shared['card']} ${styles['toast']}`}
      data-failure={failure || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <svg className={styles['sign']} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        {failure ? (
          <path
            d="M8 2.5l6 11H2zM8 7v3M8 11.8v.2"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        ) : (
          <path d="M3.5 8.5l3 3 6-7" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        )}
      </svg>
      <div>
        <b>{title}</b> {body === '' ? null : <p>{body}</p>}
        {action === undefined ? null : (
          <button
            type="button"
            className={styles['action']}
            onClick={() => {
              notices.dismiss(toast.id)
              action.run()
            }}
          >
            {t(action.label)}
          </button>
        )}
      </div>
      <button
        type="button"
        className={styles['dismiss']}
        aria-label={t('dismiss')}
        onClick={() => notices.dismiss(toast.id)}
      >
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  )
}
