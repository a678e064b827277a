import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { firstSymbol, type Recording } from '../../workers/recording'
import { useApp } from '../state/app-context'

/** What the hub recorded of this browser's last minutes; `null` while there is no hub, or no market in it. */
export function useOwnRecording(): Recording | null {
  useSignals()
  const { hub, connection } = useApp()
  const [own, setOwn] = useState<Recording | null>(null)
  const isAttached = connection.life.value === 'attached'
  useEffect(() => {
    if (!isAttached) return undefined
    let isGone = false
    hub.api.recording().then(
      (recording) => {
        if (!isGone && firstSymbol(recording) !== null) setOwn(recording)
      },
      // No hub answered: what is told of it is that there is nothing to play.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [hub, isAttached])
  return own
}
