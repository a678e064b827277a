import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import styles from './AccountButton.module.css'

const AccountMenu = lazyPart('settings', async () => (await import('./AccountMenu')).AccountMenu)

/** Whose page it is; opens the menu of the visitor's accounts, where those are the sandbox exchange's. */
export function AccountButton() {
  useSignals()
  const { t } = useTranslation('app')
  const { account, connection, apiOrigin } = useApp()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const session = account.shown.value
  if (session === null)
    // The place of the most usual one: the connection's state beside it would move.
    return (
      <span className={styles['chip']} style={{ visibility: 'hidden' }} aria-hidden="true">
        {t('accountChip', { kind: 'UTA2' })}
      </span>
    )
  const text = t('accountChip', { kind: session.kind.toUpperCase() })
  if (connection.isReplay.value || apiOrigin !== null)
    return (
      <span className={styles['chip']} title={session.account}>
        {text}
      </span>
    )
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['chip']}
        title={session.account}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AccountMenu anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
