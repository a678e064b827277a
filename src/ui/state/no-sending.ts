import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from './app-context'

/** Why nothing at all can be sent from this page, in words; `null` where the controls themselves decide. */
export function useNoSending(): string | null {
  useSignals()
  const { t } = useTranslation('trade')
  const { connection, account } = useApp()
  if (connection.isReplay.value) return t('block.replay')
  // Nobody is known to be signed in before the exchange has said so; the account's own channel has not begun then.
  const channel = account.session.value === null ? connection.publicState : connection.privateState
  return channel.value === 'offline' ? t('block.offline') : null
}
