import { markLoad } from '../kit/load-marks'
import type { HubLink } from '../hub-link/hub-link'

/** Notes when the hub's first batch reached this page, and when the page was attached. */
export function noteFirstAnswers(hub: Pick<HubLink, 'onEvents' | 'onLife'>): void {
  const stopEvents = hub.onEvents(() => {
    markLoad('batch')
    stopEvents()
  })
  const stopLife = hub.onLife((life) => {
    if (life !== 'attached') return
    markLoad('welcome')
    stopLife()
  })
}
