import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { AnnouncementLine } from '../announcements/AnnouncementLine'
import { useTranslation } from '../i18n/use-translation'
import { formatCount } from '../format'
import { InstallButton } from '../kit/InstallButton'
import { useApp } from '../state/app-context'
import { TickingText } from '../trading-kit/TickingText'
import styles from './AppFooter.module.css'

/** The state of both channels, how many tabs share them, and what is running. */
export function AppFooter() {
  useSignals()
  const { t } = useTranslation('app')
  const { connection } = useApp()
  const tabs = connection.tabs.value
  const publicState = connection.publicState.value
  const atHub = connection.privateState.value
  // The account's channel is opened once the exchange has said whose it is: without the exchange that is not on its way.
  const privateState = atHub === 'connecting' && publicState === 'offline' ? publicState : atHub
  return (
    <footer className={styles['footer']}>
      <span className={styles['channel']} data-state={publicState}>
        <i aria-hidden="true" />
        <b>{t('publicChannel')}</b> {t(`channel.${publicState}`)}
        <TickingText
          read={() => {
            const seq = connection.status.peek()?.publicChannel.seq
            return seq === undefined ? '' : ` · ${t('sequence', { seq: formatCount(seq) })}`
          }}
        />
      </span>
      <span className={styles['channel']} data-state={privateState}>
        <b>{t('privateChannel')}</b> {t(`channel.${privateState}`)}
      </span>
      {tabs === null ? null : <span>{t('tabs', { count: tabs })}</span>}
      <AnnouncementLine />
      <span className={styles['end']}>{t('sandboxNotice')}</span>
      <InstallButton className={styles['install']} />
      <Link href="/diagnostics" aria-keyshortcuts="Alt+Shift+D">
        {t('diagnostics')}
      </Link>
      <span>{__HALYARD_BUILD__}</span>
    </footer>
  )
}
