import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Dialog } from '../kit/Dialog'
import dialog from '../kit/DialogForm.module.css'
import { BANNED_CANCEL, BANNED_TARGET } from './visitor'

function leave(): void {
  location.assign(BANNED_CANCEL)
}

/** Blocks the page: whichever way the dialog is left, another page is opened. */
export function BannedDialog() {
  const { t } = useTranslation('notices')
  return (
    <Dialog title={t('bannedTitle')} onClose={leave}>
      <div className={dialog['form']}>
        <p>{t('banned')}</p>
        <div className={dialog['buttons']}>
          <Button size="large" onClick={leave}>
            {t('bannedCancel')}
          </Button>
          <Button size="large" tone="accent" data-first-focus onClick={() => location.assign(BANNED_TARGET)}>
            {t('bannedConfirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
