import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Preferences } from '../../workers/hub-events'
import { useTranslation } from '../i18n/use-translation'
import { offeredLanguages, setLanguage } from '../i18n/i18n'
import { InstallButton } from '../kit/InstallButton'
import { Button } from '../kit/Button'
import { useApp } from '../state/app-context'
import { NOTIFY_CLOSES } from '../state/notify-close'
import type { Theme } from '../state/theme-model'
import { ORDER_ASKS, orderAsks } from '../state/order-asks'
import { AlertSigns } from './AlertSigns'
import { ApiKeys } from './ApiKeys'
import styles from './SettingsPage.module.css'

/** Questions of every account; the one before a reverse is asked of copy traders in any case. */
const QUESTIONS = ['asksBeforeClose', 'asksBeforeCancelAll', 'asksBeforeChartCancel'] as const
const THEMES: readonly Theme[] = ['dark', 'light']

/** Theme, language, and whose work this stands on. */
export function SettingsPage({ account: accountMenu }: { readonly account: ReactNode }) {
  useSignals()
  const { t, i18n } = useTranslation('settings')
  const { theme, account, hub, closes, kept } = useApp()
  const orders = orderAsks(kept)
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  const choose = (preferences: Partial<Preferences>): void => {
    account.preferred(preferences)
    void hub.api.setPreferences(preferences)
  }
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('title')}</h1>
      {accountMenu === null ? null : (
        <div className={styles['row']}>
          <span>{t('account')}</span>
          {accountMenu}
        </div>
      )}
      <fieldset className={styles['row']}>
        <legend>{t('theme')}</legend>
        {THEMES.map((one) => (
          <label key={one}>
            <input type="radio" name="theme" checked={theme.theme.value === one} onChange={() => theme.set(one)} />
            {t(one === 'dark' ? 'themeDark' : 'themeLight')}
          </label>
        ))}
      </fieldset>
      <label className={styles['row']}>
        {t('language')}
        <select value={i18n.language} onChange={(event) => void setLanguage(event.currentTarget.value)}>
          {offeredLanguages().map((language) => (
            <option key={language} value={language}>
              {names.of(language)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles['row']}>
        {t('asksBeforeReverse')}
        <input
          type="checkbox"
          checked={account.asksBeforeReverse.value}
          disabled={account.session.value === null || account.session.value.kind === 'copy'}
          onChange={(event) => choose({ asksBeforeReverse: event.currentTarget.checked })}
        />
      </label>
      {QUESTIONS.map((name) => (
        <label key={name} className={styles['row']}>
          {t(name)}
          <input
            type="checkbox"
            checked={account.preferences.value[name]}
            disabled={account.session.value === null}
            onChange={(event) => choose({ [name]: event.currentTarget.checked })}
          />
        </label>
      ))}
      {ORDER_ASKS.map((kind) => (
        <label key={kind} className={styles['row']}>
          {t(`asksBeforeOrder.${kind}`)}
          <input
            type="checkbox"
            checked={orders.asked.value.has(kind)}
            onChange={(event) => orders.set(kind, event.currentTarget.checked)}
          />
        </label>
      ))}
      {NOTIFY_CLOSES.map((name) => (
        <label key={name} className={styles['row']}>
          {t(`notify.${name}`)}
          <input
            type="checkbox"
            checked={!closes.closed.value.has(name)}
            onChange={(event) => closes.set(name, !event.currentTarget.checked)}
          />
        </label>
      ))}
      <AlertSigns />
      <InstallButton className={styles['install']} />
      <p className={styles['row']}>
        <span>{t('build')}</span>
        <span>{__HALYARD_BUILD__}</span>
      </p>
      <p className={styles['row']}>
        <Link href="/diagnostics" aria-keyshortcuts="Alt+Shift+D">
          {t('app:diagnostics')}
        </Link>
        <Link href="/replay">{t('replay')}</Link>
      </p>
      <ApiKeys />
      <Notices />
    </div>
  )
}

function Notices() {
  const { t } = useTranslation('settings')
  const [text, setText] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const read = async (): Promise<void> => {
    try {
      const answer = await fetch('/third-party-notices.txt')
      if (!answer.ok) throw new Error(String(answer.status))
      setText(await answer.text())
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <section className={styles['notices']} aria-label={t('licences')}>
      <h2>{t('licences')}</h2>
      <p>{t('licencesText')}</p>
      {text === null ? (
        <Button onClick={() => void read()}>{t('licencesShow')}</Button>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text needs a keyboard stop
        <pre tabIndex={0}>{text}</pre>
      )}
      {failed ? <p role="alert">{t('licencesFailed')}</p> : null}
    </section>
  )
}
