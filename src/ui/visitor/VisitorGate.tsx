import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { Visitor } from './visitor'

const BannedDialog = lazyPart('dialog', async () => (await import('./BannedDialog')).BannedDialog)

/** Shows a visitor whom the exchange shuts out where he may go (spec §2), and nothing to anybody else. */
export function VisitorGate() {
  useSignals()
  const { connection, apiOrigin } = useApp()
  const [visitor] = useState(() => {
    const isLive = computed(() => connection.state.value === 'live')
    const { lang } = document.documentElement
    return new Visitor({ isLive, path: location.pathname, language: lang, origin: apiOrigin })
  })
  useEffect(() => visitor.start(), [visitor])
  return visitor.isBanned.value ? (
    <Suspense fallback={null}>
      <BannedDialog />
    </Suspense>
  ) : null
}
