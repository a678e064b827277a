import type { Clock } from '../../base/clock'
import { PROTOCOL_VERSION } from '../../wire/push/message'
import type { Audit, Diagnostics, Fault, TabHealth } from '../hub-api'
import type { HubStatus } from '../hub-events'
import type { AccountBuckets } from './calls/account-buckets'
import type { ChangeCalls } from './calls/change-calls'
import type { MarketFeed } from './market/market-feed'
import type { NewOrderCalls } from './calls/new-order-calls'
import type { Recorder } from './tabs/recorder'
import type { ReversalCalls } from './calls/reversal-calls'
import type { HubStore } from './store/hub-store'

export interface ReportPorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly market: MarketFeed
  readonly newOrders: NewOrderCalls
  readonly changes: ChangeCalls
  readonly reverses: ReversalCalls
  readonly bucket: AccountBuckets
  readonly recorder: Recorder
  readonly epoch: string
  readonly build: string
  readonly account: () => string | null
  readonly status: () => HubStatus
  readonly term: () => number
  readonly tabs: (selfId: string) => readonly TabHealth[]
  readonly heapBytes: () => number | null
  readonly faults: () => readonly Fault[]
}

/** What the hub says of itself: for the diagnostics page, and for the file that an audit begins with. */
export class SelfReport {
  readonly #startedAt: number

  constructor(private readonly ports: ReportPorts) {
    this.#startedAt = ports.clock.monotonic()
  }

  diagnostics(selfId: string): Diagnostics {
    const { clock, newOrders, changes, reverses, bucket, recorder, epoch, build } = this.ports
    const pending = [...newOrders.intents(), ...changes.changes()]
    return {
      atMs: clock.now(),
      epoch,
      build,
      protocol: PROTOCOL_VERSION,
      term: this.ports.term(),
      upMs: clock.monotonic() - this.#startedAt,
      status: this.ports.status(),
      streams: this.ports.market.health(),
      tabs: this.ports.tabs(selfId),
      queues: {
        sending: pending.filter(({ state }) => state === 'sending').length,
        unknown: pending.filter(({ state }) => state === 'unknown').length,
        reverses: reverses.reverses().length,
        callsLeft: bucket.left(this.ports.account() ?? ''),
      },
      storage: this.ports.store.kind(),
      heapBytes: this.ports.heapBytes(),
      recorded: recorder.weight,
      faults: this.ports.faults(),
    }
  }

  /** The journal of the signed-in account: other accounts of this profile are none of its business (I12). */
  async audit(): Promise<Audit> {
    const { store, clock, build } = this.ports
    const account = this.ports.account()
    const [intents, changes, reverses] = await Promise.all([
      store.read('intents'),
      store.read('changes'),
      store.read('reverses'),
    ])
    const isOurs = (record: { readonly account: string }): boolean => record.account === account
    return {
      format: 'halyard-audit',
      version: 1,
      build,
      savedAtMs: clock.now(),
      account,
      intents: intents.filter(isOurs),
      changes: changes.filter(isOurs),
      reverses: reverses.filter(isOurs),
      faults: this.ports.faults(),
    }
  }
}
