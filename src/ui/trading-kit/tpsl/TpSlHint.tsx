import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { useApp } from '../../state/app-context'
import { FirstUseHint } from '../FirstUseHint'

/** Says once what take-profit can do here (spec §9, `feature.tp.sl.first`). */
export function TpSlHint() {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { hasOwnMargin } = useApp().account.view.value
  const text = t(hasOwnMargin ? 'firstUse.text.withRoi' : 'firstUse.text.withoutRoi')
  return <FirstUseHint of="tpSl" title={t('firstUse.title')} text={text} seen={t('firstUse.seen')} />
}
