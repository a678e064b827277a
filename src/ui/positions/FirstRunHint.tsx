import { useTranslation } from '../i18n/use-translation'
import { FirstUseHint } from '../trading-kit/FirstUseHint'

/** Says once how to begin, where what is held will stand. */
export function FirstRunHint() {
  const { t } = useTranslation('positions')
  return <FirstUseHint of="run" title={t('firstRun.title')} text={t('firstRun.text')} seen={t('firstRun.seen')} />
}
