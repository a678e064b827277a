import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useMemo } from 'react'
import { isValidAt, type Notice } from '../../domain/market/notice'
import { useApp } from '../state/app-context'

/** What the exchange announces and was not dismissed in this tab, the next event first. */
export function useAnnouncements(): ReadonlySignal<readonly Notice[]> {
  const { hub, announcements, connection, clock } = useApp()
  useEffect(() => hub.watch({ topic: { kind: 'notice' } }), [hub])
  return useMemo(
    () =>
      computed(() => {
        const told = announcements.shown.value
        // Mostly there is none: then no clock is followed.
        if (told.length === 0) return told
        // What has ended while the exchange was not heard ends here, by its clock.
        const nowMs = clock.ticking.value + connection.clockOffsetMs.value
        const shown = told.filter((one) => isValidAt(one, nowMs))
        // The same list is no change: who follows it is not drawn each second.
        return shown.length === told.length ? told : shown
      }),
    [announcements, clock, connection],
  )
}
