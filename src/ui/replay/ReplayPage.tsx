import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { parseRecording, RECORDING_BYTES_MAX, type Recording } from '../../workers/recording'
import { createApp } from '../app/create-app'
import { PlainPage } from '../app/PlainPage'
import { TradePage } from '../app/TradePage'
import { formatDateTime, formatTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Toasts } from '../notices/Toasts'
import { AppContext, useApp } from '../state/app-context'
import { keptApart } from '../state/kept'
import { ReplayLink, type ReplayClock } from './replay-link'
import styles from './ReplayPage.module.css'

const pageClock: ReplayClock = {
  monotonic: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  },
}

const SPEEDS = [0.25, 1, 4, 16] as const

/** Opens a recording of the flight recorder and plays it into the app; needs no network and no hub. */
export function ReplayPage() {
  const { t } = useTranslation('replay')
  const [recording, setRecording] = useState<Recording | null>(null)
  if (recording !== null) return <Player recording={recording} onLeave={() => setRecording(null)} />
  return (
    <PlainPage title={t('title')}>
      <Chooser onChosen={setRecording} />
    </PlainPage>
  )
}

function Chooser({ onChosen }: { readonly onChosen: (recording: Recording) => void }) {
  const { t } = useTranslation('replay')
  const { hub } = useApp()
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (file: File): Promise<void> => {
    if (file.size > RECORDING_BYTES_MAX) {
      setProblem(t('tooLarge', { max: RECORDING_BYTES_MAX >> 20 }))
      return
    }
    try {
      onChosen(parseRecording(await file.text()))
    } catch (error) {
      setProblem(t('broken', { reason: error instanceof Error ? error.message : String(error) }))
    }
  }
  const openLast = async (): Promise<void> => {
    try {
      const recording = await hub.api.recording()
      if (recording.entries.length > 0) onChosen(recording)
      else setProblem(t('empty'))
    } catch (error) {
      setProblem(t('broken', { reason: error instanceof Error ? error.message : String(error) }))
    }
  }
  return (
    <div className={styles['chooser']}>
      <h1>{t('title')}</h1>
      <p>{t('hint')}</p>
      <label className={styles['file']}>
        {t('open')}
        <input
          type="file"
          accept="application/json,.json"
          aria-label={t('chosen')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file !== undefined) void open(file)
          }}
        />
      </label>
      <Button onClick={() => void openLast()}>{t('last')}</Button>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  )
}

function Player({ recording, onLeave }: { readonly recording: Recording; readonly onLeave: () => void }) {
  useSignals()
  const { theme } = useApp()
  const { link, app } = useMemo(() => {
    const made = new ReplayLink(recording, pageClock)
    return { link: made, app: { ...createApp(made, keptApart()), theme } }
  }, [recording, theme])
  useEffect(() => {
    link.seek(link.startMs)
    link.play(1)
    return () => link.pause()
  }, [link])
  const symbol = link.symbol.value
  return (
    <AppContext value={app}>
      <div className={styles['stage']}>
        <Controls link={link} onLeave={onLeave} />
        {symbol === null ? <main /> : <TradePage key={symbol} symbol={symbol} />}
      </div>
      <Toasts />
    </AppContext>
  )
}

function Controls({ link, onLeave }: { readonly link: ReplayLink; readonly onLeave: () => void }) {
  useSignals()
  const { t } = useTranslation('replay')
  const [speed, setSpeed] = useState<number>(1)
  const position = link.position.value
  const isPlaying = link.isPlaying.value
  const said = link.said.value
  const seconds = (position - link.startMs) / 1000
  const total = (link.endMs - link.startMs) / 1000
  return (
    <section className={styles['controls']} aria-label={t('title')}>
      <output>{t('notLive')}</output>
      <Button size="row" tone="accent" onClick={() => (isPlaying ? link.pause() : link.play(speed))}>
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
      <output data-replay-position={Math.round(position)}>{formatDateTime(position)}</output>
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
      {said === null ? null : <small>{t('said', { name: said.name, outcome: outcomeWord(said.outcome) })}</small>}
      <Button size="row" onClick={onLeave}>
        {t('leave')}
      </Button>
    </section>
  )
}

/** `accepted`, `refused`, `unknown`: the hub's own word, for whoever reads a report. */
function outcomeWord(outcome: unknown): string {
  return typeof outcome === 'object' && outcome !== null && 'kind' in outcome ? String(outcome.kind) : '--'
}
