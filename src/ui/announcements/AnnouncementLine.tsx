import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect } from 'react'
import { isValidAt } from '../../domain/market/notice'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'

// Most pages have none.
const AnnouncementCard = lazyPart('messages', async () => (await import('./AnnouncementCard')).AnnouncementCard)

/**
 * What the exchange announces, in one line that moves nothing on the page: the next event, dismissed for this tab.
 */
export function AnnouncementLine() {
  useSignals()
  const { hub, announcements, connection, clock } = useApp()
  useEffect(() => hub.watch({ topic: { kind: 'notice' } }), [hub])
  const told = announcements.shown.value
  // Mostly there is none: then no clock is followed.
  if (told.length === 0) return null
  // What has ended while the exchange was not heard ends here, by its clock.
  const nowMs = clock.ticking.value + connection.clockOffsetMs.value
  const shown = told.filter((one) => isValidAt(one, nowMs))
  const [first] = shown
  return first === undefined ? null : (
    <Suspense fallback={null}>
      <AnnouncementCard notice={first} left={shown.length - 1} onDismiss={() => announcements.dismiss(first)} />
    </Suspense>
  )
}
