import { useSignals } from '@preact/signals-react/runtime'
import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatAge, formatTime } from '../format'
import { Button } from '../kit/Button'
import { setText, useLiveElement } from '../kit/live-text'
import { useApp } from '../state/app-context'
import styles from './ConnectionChip.module.css'

/** Whether what is on the screen is live, and how old it is. The ticking age stands outside the live region. */
export function ConnectionChip({ hasMarketData }: { readonly hasMarketData: boolean }) {
  useSignals()
  const { t } = useTranslation('app')
  const { clock, connection, hub } = useApp()
  const state = connection.state.value
  const life = connection.life.value
  const age = useLiveElement<HTMLSpanElement>(
    useCallback(
      (element) =>
        setText(
          element,
          // Of a recording it says when that was: its age would be read as how old a live price is.
          connection.isReplay.value
            ? formatTime(clock.ticking.value)
            : formatAge(connection.marketAgeMs(clock.ticking.value)),
        ),
      [clock, connection],
    ),
  )
  return (
    <div className={styles['chip']} data-state={state}>
      <svg className={styles['sign']} viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
        {/* A full, a hollow and a crossed sign: the state does not hang on colour. */}
        {state === 'live' ? <circle cx="4" cy="4" r="3.5" fill="currentColor" /> : null}
        {state === 'offline' || state === 'elsewhere' ? (
          <path d="M1 1l6 6M7 1L1 7" stroke="currentColor" strokeWidth="1.6" />
        ) : null}
        {state === 'replay' ? <path d="M1.5 0.5l6 3.5-6 3.5z" fill="currentColor" /> : null}
        {state === 'connecting' || state === 'resync' || state === 'stale' ? (
          <circle cx="4" cy="4" r="2.8" fill="none" stroke="currentColor" strokeWidth="1.4" />
        ) : null}
      </svg>
      <output aria-label={t('connectionLabel')} data-feed-state={state} data-hub-epoch={connection.epoch.value ?? ''}>
        {life === 'unsupported' ? t('connection.unsupported') : t(`connection.${state}`)}
      </output>
      {hasMarketData ? <span ref={age} className={styles['age']} aria-hidden="true" /> : null}
      {state === 'elsewhere' ? (
        <Button size="row" tone="accent" onClick={() => void hub.api.takeOver()}>
          {t('connection.takeOver')}
        </Button>
      ) : null}
    </div>
  )
}
