import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../kit/load-part'
import { alertRequest, askAlerts } from '../state/alert-request'
import { useApp } from '../state/app-context'
import { alertsOf } from './alerts-model'
import { ring } from './ring'

const AlertDialog = lazyPart('dialog', async () => (await import('./AlertDialog')).AlertDialog)

/** What alerts need of every page: the list that was asked for, what rings, and what is told on return. */
export function AlertCenter() {
  useSignals()
  const app = useApp()
  const asked = alertRequest(app).value
  useEffect(() => {
    alertsOf(app)
    return app.hub.onEvents((events) => {
      for (const event of events)
        if (event.type === 'notice' && event.notice.alert !== undefined) void ring(app, event.notice.alert)
    })
  }, [app])
  // One account's list does not outlive it: the page is drawn anew for the next one.
  useEffect(() => () => askAlerts(app, null), [app])
  return asked === null ? null : (
    <Suspense fallback={null}>
      <AlertDialog key={asked.symbol} asked={asked} onClose={() => askAlerts(app, null)} />
    </Suspense>
  )
}
