import { transfer, wrap } from 'comlink'
import { PROTOCOL_VERSION } from '../../base/protocol-version'
import type { HubApi } from '../../workers/hub-api'
import { hubScript } from './hub-script'
import { markLoad } from '../kit/load-marks'
import { partCame, partFailed } from '../kit/part-news'
import type { HubWorker, OpenHub } from './hub-worker'

/** Lives on for a moment between two pages where the browser can do that; ignored elsewhere. */
const EXTENDED: object = { extendedLifetime: true }

/** The hub of this browser profile. The name carries the protocol: tabs of another one get their own hub (I6). */
export function openSharedHub(generation: number): HubWorker {
  const worker = new SharedWorker(hubScript('shared', generation), {
    ...EXTENDED,
    type: 'module',
    name: `halyard-hub-${PROTOCOL_VERSION}${generation === 0 ? '' : `-${generation}`}`,
  })
  markLoad('hub')
  const api = wrap<HubApi>(worker.port)
  return {
    api,
    async hello(hello, port) {
      const welcome = await api.hello(hello, transfer(port, [port]))
      partCame('connection')
      return welcome
    },
    onError(listener) {
      worker.addEventListener('error', () => {
        partFailed('connection')
        listener()
      })
    },
    close: () => worker.port.close(),
  }
}

/**
 * The shared worker, or the leader tab's where the browser has none or refuses to make one (H9). Nobody but this knows
 * which.
 */
export async function chooseHub(): Promise<OpenHub> {
  if ('SharedWorker' in globalThis) {
    try {
      openSharedHub(0).close()
      return openSharedHub
    } catch {
      // Refused, as by some private modes: the leader's hub needs less.
    }
  }
  const { loadPart } = await import('../kit/load-part')
  return (await loadPart('connection', () => import('./leader-hub'))).openLeaderHub
}
