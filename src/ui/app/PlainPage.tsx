import { useEffect, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { AppFooter } from './AppFooter'
import { AppHeader } from './AppHeader'
import { BottomNav } from './BottomNav'
import { pageTitle } from '../kit/installed'
import { layoutMode } from '../kit/layout-mode'
import styles from './PlainPage.module.css'

interface Props {
  readonly title: string
  readonly hasMarketData?: boolean
  readonly children: ReactNode
}

/** A page that is one column: the header, its content, and the footer or the phone's navigation. */
export function PlainPage({ title, hasMarketData = false, children }: Props) {
  useSignals()
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  const isPhone = layoutMode.value === 'phone'
  return (
    <div className={styles['page']}>
      <AppHeader isPhone={isPhone} hasMarketData={hasMarketData} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling page needs a keyboard stop */}
      <main className={styles['content']} tabIndex={0}>
        {children}
      </main>
      {isPhone ? <BottomNav /> : <AppFooter />}
    </div>
  )
}
