import type { HubWorker } from './hub-worker'
import type { Pulse } from './pulse'

/** Why a call to a hub has no answer. */
export class HubGone extends Error {
  override readonly name = 'HubGone'
}

export function hubTooSlow(): HubGone {
  return new HubGone('the hub does not answer')
}

/** For calls whose failure is noticed elsewhere: by the hub's lock, the next ping or the next hello. */
export function unheard(call: PromiseLike<void> | undefined): void {
  call?.then(undefined, () => undefined)
}

/** One hub that this tab is attached to, or tries. */
export interface Attachment {
  readonly worker: HubWorker
  /** Part of the name under which this hub was met; the next one is another hub. */
  readonly generation: number
  /** Whether the hub may know this tab: then it is told when the tab goes, answered or not. */
  hasSaidHello: boolean
  /** The page's view and visibility that the hello named. */
  told: { readonly view: number; readonly visible: boolean }
  readonly port: MessagePort
  /** Its other end, which goes to the hub with the hello. */
  readonly helloPort: MessagePort
  epoch: string | null
  /** Rejects once the hub is known to be gone: every call in flight ends with it. */
  readonly gone: Promise<never>
  readonly end: () => void
  /** Whether a first batch has come: until then the models hold what the former hub said. */
  isHeard: boolean
  /** Whether it has said nothing for so long that its prices are not to be called live (I4). */
  isSilent: boolean
  stopWaiting: () => void
  readonly pulse: Pulse
}
