import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Button } from '../../kit/Button'
import { useApp } from '../../state/app-context'
import { firstUseIn } from './first-use'
import styles from './TpSlTools.module.css'

/** Says once what take-profit can do here (spec §9, `feature.tp.sl.first`). */
export function FirstUseHint() {
  const { t } = useTranslation('tpsl')
  const firstUse = firstUseIn(useApp().kept)
  const [isNew, setNew] = useState(() => firstUse.isNew())
  if (!isNew) return null
  return (
    <div className={styles['hint']} role="note">
      <p>
        <b>{t('firstUse.title')}</b> {t('firstUse.text')}
      </p>
      <Button
        onClick={() => {
          firstUse.seen()
          setNew(false)
        }}
      >
        {t('firstUse.seen')}
      </Button>
    </div>
  )
}
