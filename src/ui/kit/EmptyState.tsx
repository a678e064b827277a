import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  readonly title: string
  readonly hint?: string
  readonly children?: ReactNode
}

/** An empty place says what will stand there and how it gets there. */
export function EmptyState({ title, hint, children }: Props) {
  return (
    <div className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {hint === undefined ? null : <p>{hint}</p>}
      {children}
    </div>
  )
}
