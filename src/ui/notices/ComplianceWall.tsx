import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Dialog } from '../kit/Dialog'
import dialog from '../kit/DialogForm.module.css'

/** What the exchange's rules forbid this account, and what they leave it (spec §8, 10024). */
export function ComplianceWall({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('notices')
  return (
    <Dialog title={t('complianceWallTitle')} onClose={onClose}>
      <div className={dialog['form']}>
        <p>{t('complianceWall')}</p>
        <div className={dialog['buttons']}>
          <Button size="large" data-first-focus onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
