import { Menu, MenuButton, MenuItemCheckbox, MenuProvider } from '@ariakit/react'
import styles from './ColumnsMenu.module.css'

interface Props<Id extends string> {
  /** The words of its button. */
  readonly label: string
  readonly columns: readonly { readonly id: Id; readonly label: string }[]
  readonly shown: readonly Id[]
  /** @param shown in the order of `columns` */
  readonly onShown: (shown: readonly Id[]) => void
}

/** Chooses the columns of a table. */
export function ColumnsMenu<Id extends string>({ label, columns, shown, onShown }: Props<Id>) {
  return (
    <MenuProvider
      values={{ columns: [...shown] }}
      setValues={({ columns: next }: { readonly columns?: unknown }) => {
        const chosen: readonly unknown[] = Array.isArray(next) ? next : []
        onShown(columns.map(({ id }) => id).filter((id) => chosen.includes(id)))
      }}
    >
      <MenuButton className={styles['choose']}>{label}</MenuButton>
      {/* A panel clips what stands in it, and scrolls to what takes the focus there. */}
      <Menu gutter={4} portal unmountOnHide className={styles['menu']}>
        {columns.map((column) => (
          <MenuItemCheckbox key={column.id} name="columns" value={column.id} className={styles['menuItem']}>
            <span className={styles['check']} aria-hidden="true" />
            {column.label}
          </MenuItemCheckbox>
        ))}
      </Menu>
    </MenuProvider>
  )
}
