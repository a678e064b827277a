import type { HubLink } from '../hub-link/hub-link'

/** Said by a browser that lays something out once more in the next frame: no fault, and nothing is lost. */
const NO_FAULT = 'ResizeObserver loop'

/** Sends what nobody sees to where it can be found (decisions 30): uncaught errors and rejections of the page. */
export function reportFaults(api: Pick<HubLink['api'], 'reportFault'>): void {
  addEventListener('error', ({ message }) => {
    if (!message.startsWith(NO_FAULT)) void api.reportFault('page', message)
  })
  addEventListener('unhandledrejection', ({ reason }) => void api.reportFault('page', String(reason)))
}
