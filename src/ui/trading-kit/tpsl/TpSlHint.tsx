import { useTranslation } from '../../i18n/use-translation'
import { FirstUseHint } from '../FirstUseHint'

/** Says once what take-profit can do here (spec §9, `feature.tp.sl.first`). */
export function TpSlHint() {
  const { t } = useTranslation('tpsl')
  return <FirstUseHint of="tpSl" title={t('firstUse.title')} text={t('firstUse.text')} seen={t('firstUse.seen')} />
}
