import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { PressPopover } from '../../kit/PressPopover'
import { lazyPart } from '../../kit/load-part'
import { useApp } from '../../state/app-context'
import type { HelpedTable } from './table-help'
import styles from './TicketHelp.module.css'

const TableHelp = lazyPart('ticket', async () => (await import('./TableHelp')).TableHelp)

/** Opens what the columns of a table mean. */
export function TableHelpButton({ table }: { readonly table: HelpedTable }) {
  useSignals()
  const { t } = useTranslation('trade')
  const [example = null] = useApp().account.positions.value
  return (
    <PressPopover label={t('columnsHelp')} sign="?" className={`${styles['button']} ${styles['table']}`}>
      <Suspense fallback={null}>
        <TableHelp table={table} example={table === 'positions' ? example : null} />
      </Suspense>
    </PressPopover>
  )
}
