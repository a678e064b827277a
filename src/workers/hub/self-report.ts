import { PROTOCOL_VERSION } from '../../base/protocol-version'
import type { Audit, Diagnostics, TabHealth } from '../hub-api'
import type { HubStatus } from '../hub-events'
import type { AccountSide } from './account/account-side'
import type { OrdersSide } from './calls/orders-side'
import type { HubContext } from './hub-context'
import type { MarketSide } from './market/market-side'
import { healthOf } from './market/stream'

export interface ReportPorts {
  readonly context: HubContext
  readonly market: MarketSide
  readonly account: AccountSide
  readonly orders: OrdersSide
  readonly status: () => HubStatus
  readonly tabs: (selfId: string) => readonly TabHealth[]
}

/** What the hub says of itself: for the diagnostics page, and for the file that an audit begins with. */
export class SelfReport {
  readonly #startedAt: number

  constructor(private readonly ports: ReportPorts) {
    this.#startedAt = ports.context.ports.clock.monotonic()
  }

  diagnostics(selfId: string): Diagnostics {
    const { context, market, orders } = this.ports
    const { clock, store, epoch, config, heapBytes, faults } = context.ports
    const pending = [...orders.newOrders.intents(), ...orders.changes.changes()]
    return {
      atMs: clock.now(),
      epoch,
      build: config.build,
      protocol: PROTOCOL_VERSION,
      term: context.term.current?.term ?? 0,
      upMs: clock.monotonic() - this.#startedAt,
      status: this.ports.status(),
      streams: market.feed.streams().map((stream) => healthOf(stream, clock.now())),
      tabs: this.ports.tabs(selfId),
      queues: {
        sending: pending.filter(({ state }) => state === 'sending').length,
        unknown: pending.filter(({ state }) => state === 'unknown').length,
        reverses: orders.reversals.reverses().length,
        callsLeft: orders.bucket.left(this.#account ?? ''),
      },
      storage: store.kind(),
      heapBytes: heapBytes(),
      recorded: context.recorder.weight,
      connections: context.recorder.connections,
      faults: faults(),
    }
  }

  /** The journal of the signed-in account: other accounts of this profile are none of its business (I12). */
  async audit(): Promise<Audit> {
    const { store, clock, config, faults } = this.ports.context.ports
    const account = this.#account
    const [intents, changes, reverses] = await Promise.all([
      store.read('intents'),
      store.read('changes'),
      store.read('reverses'),
    ])
    const isOurs = (record: { readonly account: string }): boolean => record.account === account
    return {
      format: 'halyard-audit',
      version: 1,
      build: config.build,
      savedAtMs: clock.now(),
      account,
      intents: intents.filter(isOurs),
      changes: changes.filter(isOurs),
      reverses: reverses.filter(isOurs),
      faults: faults(),
    }
  }

  get #account(): string | null {
    return this.ports.account.session.current?.account ?? null
  }
}
