import type { CSSProperties } from 'react'
import styles from './DataTable.module.css'

/** Rows of grey bars in the place of a table that is still loading. */
export function TableSkeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className={styles['skeleton']} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} style={{ '--row': row } as CSSProperties} />
      ))}
    </div>
  )
}
