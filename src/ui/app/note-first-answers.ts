import { markLoad } from '../kit/load-marks'
import type { HubLink } from '../hub-link/hub-link'

/** Notes when this page was attached. */
export function noteFirstAnswers(hub: Pick<HubLink, 'onLife'>): void {
  const stopLife = hub.onLife((life) => {
    if (life !== 'attached') return
    markLoad('welcome')
    stopLife()
  })
}
