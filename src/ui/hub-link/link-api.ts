import { callCommand, everyCommand, type Read } from '../../workers/hub-api'
import type { Outcome, Rejection } from '../../workers/presses'
import type { HubLink } from './hub-link'
import type { HubWorker } from './hub-worker'

/** The hub answers a press within its own 1.5 s, or says unknown; this is for a hub that does not. */
export const ORDER_DEADLINE_MS = 15_000
export const READ_DEADLINE_MS = 15_000

/** What a call about the hub itself rejects with when there is none. */
export class HubSilent extends Error {
  override readonly name = 'HubSilent'
}

type RemoteApi = HubWorker['api']

/** How calls reach the hub of now, whichever that is. */
export interface LinkCalls {
  /** The hub that may be asked to change money at this moment; `null` while there is none, or it is silent. */
  trading(): HubWorker | null
  /** Whether the press that is handled now was made on what is current (decisions 44). */
  isViewCurrent(): boolean
  /** The hub of now, or the next one if it comes within the deadline. */
  whenAttached(deadlineMs: number): Promise<HubWorker | null>
  /** Rejects when the deadline passes or the hub dies. */
  inTime<T>(hub: HubWorker, work: PromiseLike<T>, deadlineMs: number): Promise<T>
}

function refused(reason: Rejection['reason'], message: string): Outcome<never> {
  return { kind: 'refused', rejection: { code: null, reason, message, ext: {} } }
}

/**
 * What the page calls. Each call settles; an order whose answer did not come is unknown, never an exception. Only
 * questions about the hub itself reject, with `HubSilent` or the reason why it is gone.
 */
export function makeLinkApi(calls: LinkCalls): HubLink['api'] {
  /** A press that takes something back: late is as good as soon, whatever the page showed. */
  const cancel = async <T>(call: (api: RemoteApi) => PromiseLike<Outcome<T>>): Promise<Outcome<T>> => {
    const hub = calls.trading()
    // Nothing has left this tab, so "refused" is the truth; orders are never kept for later.
    if (hub === null) return refused('notLive', 'the hub is not attached')
    try {
      return await calls.inTime(hub, call(hub.api), ORDER_DEADLINE_MS)
    } catch {
      // Whether it left is not known here; the next hub finds it in the journal and looks it up.
      return { kind: 'unknown' }
    }
  }
  const order = async <T>(call: (api: RemoteApi) => PromiseLike<Outcome<T>>): Promise<Outcome<T>> => {
    if (calls.trading() !== null && !calls.isViewCurrent())
      return refused('oldView', 'what the page showed was from before its return')
    return cancel(call)
  }
  const read = async <T>(call: (api: RemoteApi) => PromiseLike<Read<T>>): Promise<Read<T>> => {
    const hub = await calls.whenAttached(READ_DEADLINE_MS)
    if (hub === null) return { hasError: true, message: 'the hub is not attached', code: null }
    try {
      return await calls.inTime(hub, call(hub.api), READ_DEADLINE_MS)
    } catch (error) {
      return { hasError: true, message: error instanceof Error ? error.message : String(error), code: null }
    }
  }
  const tell = async (call: (api: RemoteApi) => PromiseLike<void>): Promise<void> => {
    const hub = await calls.whenAttached(READ_DEADLINE_MS)
    // Nothing to report to: the state that comes back shows whether it was heard.
    if (hub !== null) await calls.inTime(hub, call(hub.api), READ_DEADLINE_MS).catch(() => undefined)
  }
  /** Rejects where there is no hub to answer, or it does not. */
  const ask = async <T>(call: (api: RemoteApi) => PromiseLike<T>): Promise<T> => {
    const hub = await calls.whenAttached(READ_DEADLINE_MS)
    if (hub === null) throw new HubSilent('the hub is not attached')
    return calls.inTime(hub, call(hub.api), READ_DEADLINE_MS)
  }
  const way = { order, cancel, read, tell, ask }
  return everyCommand(
    (name, kind) =>
      (...args) =>
        way[kind]((api) => callCommand<never>(api, name, args)),
  )
}
