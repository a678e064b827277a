import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { lazyPart, missingParts } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { updateModel } from './update-model'
import styles from './UpdatePrompt.module.css'

const WhatChanges = lazyPart('update', async () => (await import('./WhatChanges')).default)

/** Asks before a new build takes over; nothing reloads by itself while an order is on its way (S1). */
export function UpdatePrompt() {
  useSignals()
  const { account } = useApp()
  const { t } = useTranslation('market')
  useEffect(() => {
    updateModel.setBusyCheck(() =>
      account.intents.peek().some(({ state }) => state === 'sending' || state === 'unknown'),
    )
  }, [account])
  const phase = updateModel.phase.value
  const missing = missingParts.value
  if (phase === 'none')
    return missing.length === 0 ? null : (
      <output className={styles['prompt']}>
        {t('update.missing', { parts: missing.map((part) => t(`app:part.${part}`)).join(', ') })}
      </output>
    )
  const isBusy = account.intents.value.some(({ state }) => state === 'sending' || state === 'unknown')
  return (
    <div className={styles['prompt']}>
      <output>{t(isBusy ? 'update.busy' : `update.${phase}`)}</output>
      <button type="button" disabled={isBusy} data-main="" onClick={() => updateModel.accept()}>
        {t('update.reload')}
      </button>
      <button type="button" onClick={() => updateModel.later()}>
        {t('update.later')}
      </button>
      {phase === 'ready' && (
        <Suspense>
          <WhatChanges />
        </Suspense>
      )}
    </div>
  )
}
