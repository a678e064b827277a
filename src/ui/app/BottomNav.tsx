import { useTranslation } from '../i18n/use-translation'
import { Link, useLocation } from 'wouter'
import { useLastPath } from './use-last-path'
import styles from './BottomNav.module.css'

/** The phone's four destinations, within reach of the thumb. */
export function BottomNav() {
  const { t } = useTranslation('app')
  const [path] = useLocation()
  const items = [
    { href: '/markets', under: '/markets', text: t('markets') },
    { href: useLastPath(), under: '/trade/', text: t('trade') },
    { href: '/assets', under: '/assets', text: t('assets') },
    { href: '/settings', under: '/settings', text: t('settings') },
  ]
  return (
    <nav className={styles['nav']} aria-label={t('mainNavigation')}>
      {items.map(({ href, under, text }) => (
        <Link key={href} href={href} aria-current={path.startsWith(under) ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
