import { Menu, MenuButton, MenuItemCheckbox, MenuProvider } from '@ariakit/react'
import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { HIDEABLE, type MarketsModel } from './markets-model'
import styles from './MarketsPage.module.css'

/** Chooses the columns of the list. */
export function ColumnsMenu({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const hidden = model.hidden.value
  const shown = HIDEABLE.filter((column) => !hidden.has(column))
  return (
    <MenuProvider
      values={{ columns: shown }}
      setValues={({ columns }: { readonly columns?: unknown }) => {
        const chosen: readonly unknown[] = Array.isArray(columns) ? columns : []
        model.chooseHidden(HIDEABLE.filter((column) => !chosen.includes(column)))
      }}
    >
      <MenuButton className={styles['choose']}>{t('markets.chooseColumns')}</MenuButton>
      <Menu gutter={4} portal={false} className={styles['menu']}>
        {HIDEABLE.map((column) => (
          <MenuItemCheckbox key={column} name="columns" value={column} className={styles['menuItem']}>
            <span className={styles['check']} aria-hidden="true" />
            {t(`markets.columns.${column}`)}
          </MenuItemCheckbox>
        ))}
      </Menu>
    </MenuProvider>
  )
}
