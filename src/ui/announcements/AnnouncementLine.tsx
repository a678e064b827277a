import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { useAnnouncements } from './use-announcements'

// Most pages have none.
const AnnouncementCard = lazyPart('messages', async () => (await import('./AnnouncementCard')).AnnouncementCard)

/**
 * What the exchange announces, in one line that moves nothing on the page: the next event, dismissed for this tab.
 */
export function AnnouncementLine() {
  useSignals()
  const { announcements } = useApp()
  const shown = useAnnouncements().value
  const [first] = shown
  return first === undefined ? null : (
    <Suspense fallback={null}>
      <AnnouncementCard notice={first} left={shown.length - 1} onDismiss={() => announcements.dismiss(first)} />
    </Suspense>
  )
}
