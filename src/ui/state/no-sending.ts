import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from './app-context'

/** Why nothing at all can be sent from this page, in words; `null` where the controls themselves decide. */
export function useNoSending(): string | null {
  useSignals()
  const { t } = useTranslation('trade')
  return useApp().connection.isReplay.value ? t('block.replay') : null
}
