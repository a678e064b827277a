import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { ColumnsMenu } from '../../kit/ColumnsMenu'
import { layoutMode } from '../../kit/layout-mode'
import { useApp } from '../../state/app-context'
import { EXTRA_COLUMNS, tableColumns, type ExtendedTable } from './table-columns'

/** Chooses further columns of a table; a phone has them in the detail of each row instead. */
export function ColumnsButton({ table }: { readonly table: ExtendedTable }) {
  useSignals()
  const { t } = useTranslation('columns')
  const app = useApp()
  if (layoutMode.value === 'phone') return null
  const label = t('choose')
  if (table === 'positions') {
    const own = tableColumns(app, table)
    return (
      <ColumnsMenu
        label={label}
        columns={EXTRA_COLUMNS.positions.map((id) => ({ id, label: t(`positions.${id}`) }))}
        shown={own.chosen.value}
        onShown={(shown) => own.choose(shown)}
      />
    )
  }
  const own = tableColumns(app, table)
  return (
    <ColumnsMenu
      label={label}
      columns={EXTRA_COLUMNS.openOrders.map((id) => ({ id, label: t(`openOrders.${id}`) }))}
      shown={own.chosen.value}
      onShown={(shown) => own.choose(shown)}
    />
  )
}
