import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { FirstUseHint } from '../trading-kit/FirstUseHint'
import { isCoarse } from '../trading-kit/one-press/coarse-pointer'

/** Says once how to begin, where what is held will stand. */
export function FirstRunHint() {
  useSignals()
  const { t } = useTranslation('positions')
  return (
    <FirstUseHint
      of="run"
      title={t('firstRun.title')}
      text={isCoarse.value ? t('firstRun.text') : `${t('firstRun.text')} ${t('firstRun.keys')}`}
      seen={t('firstRun.seen')}
    />
  )
}
