import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { ColumnsMenu as Menu } from '../kit/ColumnsMenu'
import { HIDEABLE, type MarketsModel } from './markets-model'
import styles from './MarketsPage.module.css'

/** Chooses the columns of the list. */
export function ColumnsMenu({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { t } = useTranslation('markets')
  const hidden = model.hidden.value
  return (
    <span className={styles['choose']}>
      <Menu
        label={t('chooseColumns')}
        columns={HIDEABLE.map((id) => ({ id, label: t(`columns.${id}`) }))}
        shown={HIDEABLE.filter((column) => !hidden.has(column))}
        onShown={(shown) => model.chooseHidden(HIDEABLE.filter((column) => !shown.includes(column)))}
      />
    </span>
  )
}
