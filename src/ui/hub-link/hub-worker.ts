import type { Remote } from 'comlink'
import type { HubApi, HubWelcome, TabHello } from '../../workers/hub-api'

/** A hub to talk to, and how to let go of it. */
export interface HubWorker {
  readonly api: Remote<Omit<HubApi, 'hello'>>
  /** The first call; `port` carries batches down and acknowledgements up from then on. */
  hello(hello: TabHello, port: MessagePort): PromiseLike<HubWelcome>
  /** The script could not be loaded or does not run. */
  onError(listener: () => void): void
  close(): void
}

/** Opens the hub of a generation: it rises when a hub hangs, so that tabs leave it for a fresh one (B4). */
export type OpenHub = (generation: number) => HubWorker
