import type { ReactNode } from 'react'
import styles from './Figure.module.css'

interface Props {
  readonly sign: 'gain' | 'loss' | 'flat' | 'warn'
  readonly children: ReactNode
}

/** A figure whose colour repeats what its sign or word already says. */
export function Figure({ sign, children }: Props) {
  return (
    <span className={styles['figure']} data-sign={sign}>
      {children}
    </span>
  )
}
