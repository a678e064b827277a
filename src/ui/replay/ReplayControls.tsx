import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime, formatTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import type { ReplayLink } from './replay-link'
import styles from './ReplayPlayer.module.css'

const SPEEDS = [0.25, 1, 4, 16] as const
const FIRST_SPEED = 1

interface Props {
  readonly link: ReplayLink
  readonly onLeave: () => void
}

/** Pause, speed, the moment that is shown, and the way out. */
export function ReplayControls({ link, onLeave }: Props) {
  useSignals()
  const { t } = useTranslation('replay')
  const [speed, setSpeed] = useState<number>(FIRST_SPEED)
  const play = useRef<HTMLButtonElement>(null)
  // What was pressed to come here is gone.
  useEffect(() => play.current?.focus(), [])
  const position = link.position.value
  const isPlaying = link.isPlaying.value
  const isDamaged = link.isDamaged.value
  const said = link.said.value
  const seconds = (position - link.startMs) / 1000
  const total = (link.endMs - link.startMs) / 1000
  return (
    <section className={styles['controls']} aria-label={t('title')}>
      <strong>{t('notLive')}</strong>
      <Button
        ref={play}
        size="row"
        tone="accent"
        disabled={isDamaged}
        onClick={() => (isPlaying ? link.pause() : link.play(speed))}
      >
        {t(isPlaying ? 'pause' : 'play')}
      </Button>
      <label className={styles['slider']}>
        <span className="visually-hidden">{t('position')}</span>
        <input
          type="range"
          min={0}
          max={total}
          step="any"
          value={seconds}
          aria-valuetext={t('positionText', {
            time: formatTime(position),
            seconds: Math.round(seconds),
            total: Math.round(total),
          })}
          onChange={(event) => {
            link.pause()
            link.seek(link.startMs + Number(event.currentTarget.value) * 1000)
          }}
        />
      </label>
      <time data-replay-position={Math.round(position)}>{formatDateTime(position)}</time>
      <label>
        <span className="visually-hidden">{t('speed')}</span>
        <select
          value={speed}
          onChange={(event) => {
            const next = Number(event.currentTarget.value)
            setSpeed(next)
            if (isPlaying) link.play(next)
          }}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
      <Button size="row" onClick={onLeave}>
        {t('leave')}
      </Button>
      {said === null ? null : (
        <small>
          {t('said')} {t(`request.${requestOf(said.name)}`)} · {t(`outcome.${outcomeOf(said.outcome)}`)}
        </small>
      )}
      <output className={styles['state']}>
        {isDamaged ? t('damagedHere') : !isPlaying && position >= link.endMs ? t('ended') : ''}
      </output>
    </section>
  )
}

/** What a person may ask of the exchange; anything else in a recording is `other`. */
export const REQUESTS = [
  'placeOrder',
  'amendOrder',
  'cancelOrder',
  'cancelAll',
  'reverse',
  'setTpSl',
  'setLeverage',
  'setMarginMode',
  'setPositionMode',
  'addMargin',
  'setAutoAddMargin',
  'changeLending',
  'openStrategy',
  'cancelStrategy',
  'addAlert',
  'amendAlert',
  'removeAlert',
] as const
export const OUTCOMES = ['accepted', 'refused', 'unknown', 'none'] as const

function requestOf(name: string): (typeof REQUESTS)[number] | 'other' {
  return REQUESTS.find((one) => one === name) ?? 'other'
}

function outcomeOf(outcome: unknown): (typeof OUTCOMES)[number] {
  const kind = typeof outcome === 'object' && outcome !== null && 'kind' in outcome ? outcome.kind : null
  return OUTCOMES.find((one) => one === kind) ?? 'none'
}
