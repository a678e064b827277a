import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  readonly title: string
  readonly hint?: string
  /** Whether the page has nothing else, so that this is its heading. */
  readonly isPage?: boolean
  readonly children?: ReactNode
}

/** An empty place says what will stand there and how it gets there. */
export function EmptyState({ title, hint, isPage = false, children }: Props) {
  return (
    <div className={styles['empty']}>
      {isPage ? <h1 className={styles['title']}>{title}</h1> : <p className={styles['title']}>{title}</p>}
      {hint === undefined ? null : <p>{hint}</p>}
      {children}
    </div>
  )
}
