import { DESKTOP, WIDE } from '../layout/desktop-layout'
import { DesktopGrid } from '../layout/DesktopGrid'
import type { MarketModel } from '../state/market-model'
import { AppFooter } from './AppFooter'
import { AppHeader } from './AppHeader'
import styles from './DesktopTrade.module.css'

/** The trade page of a desktop window. @param isWide whether there is room for book and tape side by side */
export function DesktopTrade({ market, isWide }: { readonly market: MarketModel; readonly isWide: boolean }) {
  return (
    <div className={styles['page']} data-desktop="">
      <AppHeader isPhone={false} />
      <DesktopGrid layout={isWide ? WIDE : DESKTOP} market={market} />
      <AppFooter />
    </div>
  )
}
