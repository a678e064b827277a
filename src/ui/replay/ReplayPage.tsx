import { useState } from 'react'
import type { Recording } from '../../workers/recording'
import { PlainPage } from '../app/PlainPage'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { RecordingChooser } from './RecordingChooser'
import { openSession, type ReplaySession } from './replay-session'
import { ReplayPlayer } from './ReplayPlayer'

/** Opens a recording of the flight recorder and plays it into an app of its own; needs no network and no hub. */
export function ReplayPage() {
  const { t } = useTranslation('replay')
  const live = useApp()
  const [session, setSession] = useState<ReplaySession | null>(null)
  const [hasPlayed, setPlayed] = useState(false)
  const play = (recording: Recording): void => {
    setSession(openSession(recording, live))
    setPlayed(true)
  }
  if (session !== null) return <ReplayPlayer session={session} onLeave={() => setSession(null)} />
  return (
    <PlainPage title={t('title')}>
      <RecordingChooser takesFocus={hasPlayed} onChosen={play} />
    </PlainPage>
  )
}
