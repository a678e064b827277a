import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { TradePage } from '../app/TradePage'
import { Toasts } from '../notices/Toasts'
import { AppContext } from '../state/app-context'
import { beginPlaying } from './playing'
import { ReplayControls } from './ReplayControls'
import type { ReplaySession } from './replay-session'
import styles from './ReplayPlayer.module.css'

interface Props {
  readonly session: ReplaySession
  readonly onLeave: () => void
}

/** A recording on the screen: its controls, and the trading screen that it fills. */
export function ReplayPlayer({ session: { link, app }, onLeave }: Props) {
  useSignals()
  useEffect(() => {
    link.play(1)
    const end = beginPlaying()
    return () => {
      link.pause()
      end()
    }
  }, [link])
  const symbol = link.symbol.value
  return (
    <AppContext value={app}>
      <div className={styles['stage']}>
        <ReplayControls link={link} onLeave={onLeave} />
        {symbol === null ? <main /> : <TradePage key={symbol} symbol={symbol} />}
      </div>
      <Toasts />
    </AppContext>
  )
}
