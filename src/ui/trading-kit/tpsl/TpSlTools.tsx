import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../i18n/use-translation'
import { Button } from '../../kit/Button'
import { Dialog } from '../../kit/Dialog'
import { TpSlPreferences } from './TpSlPreferences'
import type { TpSlForm } from './tpsl-form'
import styles from './TpSlTools.module.css'

/** What the two modes mean, and how a leg is typed and triggered by default (spec §2). */
export function TpSlTools({ form }: { readonly form: TpSlForm }) {
  const { t } = useTranslation('tpsl')
  const [isExplained, setExplained] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const helpId = useId()
  return (
    <>
      <div className={styles['tools']}>
        <Button
          tone="quiet"
          aria-expanded={isExplained}
          aria-controls={helpId}
          onClick={() => setExplained((before) => !before)}
        >
          {t('modeHelp')}
        </Button>
        <Button tone="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('preferences.open')}
        </Button>
      </div>
      <div id={helpId} className={styles['help']} hidden={!isExplained}>
        <p>
          <b>{t('entirePosition')}</b> {t('fullHint')}
        </p>
        <p>
          <b>{t('partialPosition')}</b> {t('partialHelp')}
        </p>
      </div>
      {isOpen
        ? // A form inside a form is none: the dialog stands beside the one that opened it.
          createPortal(
            <Dialog title={t('preferences.title')} onClose={() => setOpen(false)}>
              <TpSlPreferences form={form} onClose={() => setOpen(false)} />
            </Dialog>,
            document.body,
          )
        : null}
    </>
  )
}
