import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Link, useLocation } from 'wouter'
import { AccountButton } from '../account-menu/AccountButton'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { IconButton } from '../kit/IconButton'
import { useApp } from '../state/app-context'
import { ConnectionChip } from './ConnectionChip'
import { SymbolSearch } from './SymbolSearch'
import { useLastPath } from './use-last-path'
import styles from './AppHeader.module.css'

const ArmedChip = lazyUntilSign('hotkeys', async () => (await import('../hotkeys/ArmedChip')).ArmedChip)

/** The pages of products that have a list of their own; every other market is a derivative. */
const SPOT = '/trade/spot/'
const OPTION = '/trade/option/'
const SPREAD = '/trade/spread/'
/** The board that the others are reached from. */
const BOARD = `${OPTION}usdc/BTC`

interface Props {
  /** The page's own layout, which may stand a moment longer than the window's: else both navigations stood, or none. */
  readonly isPhone: boolean
  /** A page that follows no market has no data whose age could be told. */
  readonly hasMarketData?: boolean
  /** What stands first in place of the logo: on a phone the market. */
  readonly title?: ReactNode
}

/** The top line of every page: where one is, where one can go, and whether prices are live. */
export function AppHeader({ isPhone, hasMarketData = true, title = null }: Props) {
  useSignals()
  const { t } = useTranslation('app')
  const [path] = useLocation()
  const lastPath = useLastPath()
  const derivative = useLastPath('derivative')
  const pair = useLastPath('pair')
  const spread = useLastPath('spread')
  // What it finds is live: beside a recording nobody would know.
  const isReplay = useApp().connection.isReplay.peek()
  return (
    <header className={styles['header']}>
      {title ?? (
        <Link href={lastPath} className={styles['logo']}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <rect width="16" height="16" rx="4" fill="var(--fill-short)" />
            <path d="M4 0h8a4 4 0 0 1 4 4v1.2L0 10.8V4a4 4 0 0 1 4-4z" fill="var(--fill-long)" />
          </svg>
          Halyard
        </Link>
      )}
      {isPhone ? null : (
        <>
          <nav className={styles['nav']} aria-label={t('mainNavigation')}>
            <NavLink href="/markets" text={t('markets')} />
            <NavLink
              href={derivative}
              isCurrent={path.startsWith('/trade/') && ![SPOT, OPTION, SPREAD].some((other) => path.startsWith(other))}
              text={t('derivatives')}
            />
            <NavLink href={BOARD} isCurrent={path.startsWith(OPTION)} text={t('options')} />
            <NavLink href={pair} isCurrent={path.startsWith(SPOT)} text={t('spot')} />
            <NavLink href={spread} isCurrent={path.startsWith(SPREAD)} text={t('spreads')} />
            <NavLink href="/assets" text={t('assets')} />
          </nav>
          {/* The list of markets has a field of its own. */}
          {path.endsWith('/markets') || isReplay ? null : <SymbolSearch />}
        </>
      )}
      <div className={styles['end']}>
        <Suspense fallback={null}>{hasSign.value ? <ArmedChip /> : null}</Suspense>
        <ConnectionChip hasMarketData={hasMarketData} />
        {isPhone ? null : (
          <>
            <AccountButton />
            <ThemeButton />
            <Link href="/settings" className={styles['icon']} aria-label={t('settings')} title={t('settings')}>
              <svg
                viewBox="0 0 16 16"
                width="16"
                height="16"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.4"
                aria-hidden="true"
              >
                <path d="M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7" strokeLinecap="round" />
                <circle cx="11" cy="4.5" r="1.8" />
                <circle cx="5" cy="11.5" r="1.8" />
              </svg>
            </Link>
          </>
        )}
      </div>
    </header>
  )
}

function NavLink({
  href,
  text,
  isCurrent,
}: {
  readonly href: string
  readonly text: string
  /** Left out: whether the address begins with it. */
  readonly isCurrent?: boolean
}) {
  const [path] = useLocation()
  return (
    <Link href={href} aria-current={(isCurrent ?? path.startsWith(href)) ? 'page' : undefined}>
      {text}
    </Link>
  )
}

function ThemeButton() {
  useSignals()
  const { t } = useTranslation('app')
  const { theme } = useApp()
  const other = theme.theme.value === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={t(`theme.to.${other}`)}
      strokes="M2.4 8a5.6 5.6 0 1 0 11.2 0 5.6 5.6 0 1 0-11.2 0M8 2.4v11.2M8 5.2h4.6M8 8h5.6M8 10.8h4.6"
      onPress={() => theme.set(other)}
    />
  )
}
