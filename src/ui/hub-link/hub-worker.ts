import { wrap, type Remote } from 'comlink'
import { PROTOCOL_VERSION } from '../../wire/push/message'
import type { HubApi } from '../../workers/hub-api'

/** A hub to talk to, and how to let go of it. */
export interface HubWorker {
  readonly api: Remote<HubApi>
  /** The script could not be loaded or does not run. */
  onError(listener: () => void): void
  close(): void
}

/** Lives on for a moment between two pages where the browser can do that; ignored elsewhere. */
const EXTENDED: object = { extendedLifetime: true }

/**
 * Connects to the hub of this browser profile. The name carries the protocol: tabs of another one get their own hub
 * (I6). `generation` rises when a hub hangs, so that tabs leave it for a fresh one (B4).
 */
export function openHubWorker(generation: number): HubWorker {
  const worker = new SharedWorker(new URL('../../workers/hub.shared.ts', import.meta.url), {
    ...EXTENDED,
    type: 'module',
    name: `halyard-hub-${PROTOCOL_VERSION}${generation === 0 ? '' : `-${generation}`}`,
  })
  return {
    api: wrap<HubApi>(worker.port),
    onError: (listener) => worker.addEventListener('error', listener),
    close: () => worker.port.close(),
  }
}
