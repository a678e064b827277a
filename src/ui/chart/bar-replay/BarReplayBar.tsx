import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import { Select } from '../../kit/Select'
import { REPLAY_SPEEDS, type BarReplay } from './bar-replay'
import styles from './BarReplayBar.module.css'

const PLAY = 'M5 3l8 5-8 5z'
const PAUSE = 'M5 3v10M11 3v10'
const STEP = 'M4 3l6 5-6 5zM12.5 3v10'

/** How the past is played: chosen, played, stepped, jumped. Until it is closed nothing is sent from this contract's ticket. */
export function BarReplayBar({ replay, timezone }: { readonly replay: BarReplay; readonly timezone: string }) {
  useSignals()
  const { t } = useTranslation('barReplay')
  const phase = replay.phase.value
  const untilMs = replay.untilMs.value
  const isPlaying = replay.isPlaying.value
  const isAtEnd = replay.isAtEnd.value
  return (
    <fieldset className={styles['bar']} aria-label={t('title')}>
      {phase === 'choosing' ? <span className={styles['said']}>{t('choose')}</span> : null}
      {phase === 'on' ? (
        <>
          <IconButton
            label={isPlaying ? t('pause') : t('play')}
            strokes={isPlaying ? PAUSE : PLAY}
            className={styles['mark']}
            aria-disabled={isAtEnd || undefined}
            onPress={() => isAtEnd || replay.toggle()}
          />
          <IconButton
            label={t('step')}
            strokes={STEP}
            className={styles['mark']}
            aria-disabled={isAtEnd || undefined}
            onPress={() => isAtEnd || void replay.stepBar()}
          />
          <Select
            label={t('speed')}
            items={REPLAY_SPEEDS.map((speed) => [String(speed), t('times', { speed })] as const)}
            chosen={String(replay.speed.value)}
            onChoose={(id) => {
              const speed = REPLAY_SPEEDS.find((one) => String(one) === id)
              if (speed !== undefined) replay.setSpeed(speed)
            }}
          />
          <output className={styles['said']}>
            {isAtEnd ? t('end') : untilMs === null ? '' : t('until', { time: momentText(untilMs, timezone) })}
          </output>
        </>
      ) : null}
      <Moment label={phase === 'on' ? t('jump') : t('begin')} onMoment={(timeMs) => replay.goTo(timeMs)} />
      <button type="button" className={styles['close']} onClick={() => replay.close()}>
        {t('close')}
      </button>
    </fieldset>
  )
}

/** A moment to go to, UTC as in the chart's settings. */
function Moment({ label, onMoment }: { readonly label: string; readonly onMoment: (timeMs: number) => void }) {
  const { t } = useTranslation('barReplay')
  const id = useId()
  const [text, setText] = useState('')
  const timeMs = Date.parse(`${text}Z`)
  return (
    <form
      className={styles['moment']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!Number.isNaN(timeMs)) onMoment(timeMs)
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {t('moment')}
      </label>
      <input id={id} type="datetime-local" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <button type="submit" className={styles['go']} disabled={Number.isNaN(timeMs)}>
        {label}
      </button>
    </form>
  )
}

function momentText(timeMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(timeMs)
    .replace(',', '')
}
