import { useState } from 'react'
import { ACCOUNT_NAME_MAX } from '../../domain/account/account-name'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Dialog } from '../kit/Dialog'
import styles from './NameDialog.module.css'

interface Props {
  /** As it is now. */
  readonly name: string
  /** @returns whether it is called so now */
  readonly rename: (name: string) => Promise<boolean>
  readonly onClose: () => void
}

/** Gives the account in use a name of the visitor's own. What was typed stays while the exchange refuses it. */
export function NameDialog({ name, rename, onClose }: Props) {
  const { t } = useTranslation('account')
  const [text, setText] = useState(name)
  const [isSending, setSending] = useState(false)
  const wanted = text.trim()
  const send = async (): Promise<void> => {
    setSending(true)
    const isDone = wanted === name || (await rename(wanted))
    setSending(false)
    if (isDone) onClose()
  }
  return (
    <Dialog title={t('renameTitle')} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '' && !isSending) void send()
        }}
      >
        <label>
          {t('name')}
          <input
            data-first-focus
            value={text}
            maxLength={ACCOUNT_NAME_MAX}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <p>{t('nameHint', { max: ACCOUNT_NAME_MAX })}</p>
        <Button type="submit" tone="accent" size="large" disabled={wanted === '' || isSending}>
          {t('rename')}
        </Button>
      </form>
    </Dialog>
  )
}
