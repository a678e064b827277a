import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../../../../exchange/host/node/start-gateway'
import type { RunningGateway } from '../../../../exchange/host/node/gateway-options'
import { openJournal } from '../../../../exchange/host/node/journal/open-journal'
import type { ProductFamily } from '../../../../exchange/listings/product-family'
import { restoreVenue, venueOf } from '../../../../exchange/venue/create-venue'
import { PRESENT_GENESIS } from '../../../../exchange/venue/venue-state'
import { Caller } from './client'

const START_MS = 1_800_000_000_000
const MARKET = { account: '', connId: 'market', term: 0, clientTag: '' }

interface RealGatewayOptions {
  readonly control?: boolean
  /** How far each look at the clock moves it; 50 unless told otherwise. */
  readonly stepMs?: number
  /** Every contract instead of linear perpetuals alone. */
  readonly markets?: 'all'
  /** What is listed beside contracts. */
  readonly families?: readonly ProductFamily[]
}

/** The gateway over the real journal and venue, on a folder of its own; time moves with each look and by `tick`. */
export class RealGateway {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halyard-rows-'))
  #nowMs = START_MS
  #journal!: Awaited<ReturnType<typeof openJournal>>
  #gateway!: RunningGateway
  /** What the gateway could not explain. */
  readonly traces: unknown[] = []

  private constructor(private readonly options: RealGatewayOptions) {}

  static async open(options: RealGatewayOptions = {}): Promise<RealGateway> {
    const world = new RealGateway(options)
    await world.start(0)
    for (let i = 0; i < 20; i++) await world.tick()
    return world
  }

  async start(port: number): Promise<void> {
    this.#journal = await openJournal({
      dataDir: this.#folder,
      genesis: {
        type: 'genesis',
        seed: 7,
        region: 'global',
        feedSymbol: null,
        ...PRESENT_GENESIS,
        ...(this.options.markets === undefined ? {} : { markets: this.options.markets }),
        ...(this.options.families === undefined ? {} : { families: this.options.families }),
      },
      clock: {
        now: () => (this.#nowMs += this.options.stepMs ?? 50),
        monotonic: () => this.#nowMs,
        after: () => () => undefined,
      },
      createVenue: venueOf,
      restoreVenue,
    })
    const config = {
      host: '127.0.0.1',
      port,
      control: this.options.control ?? true,
      dataDir: this.#folder,
      api: null,
      ws: null,
    }
    this.#gateway = await startGateway({
      journal: this.#journal,
      fanout: this.#journal.fanout,
      config: { ...config, region: 'global' },
      build: 'test',
      staticDir: null,
      trace: (_id, error) => this.traces.push(error),
    })
  }

  get port(): number {
    return this.#gateway.port
  }

  /** Data folder: ledger, history, sessions and keys. */
  get folder(): string {
    return this.#folder
  }

  get journal() {
    return this.#journal
  }

  async caller(account?: string): Promise<Caller> {
    const caller = new Caller(`http://127.0.0.1:${this.#gateway.port}`)
    await caller.signIn(account === undefined ? {} : { account })
    return caller
  }

  async tick(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) await this.#journal.submit({ type: 'tick' }, MARKET)
  }

  /** Moves the market's time on, one step of the market at its end. */
  async advance(ms: number): Promise<void> {
    this.#nowMs += ms
    await this.tick()
  }

  /** @param between is done while it stands */
  async restart(between: () => void = () => undefined): Promise<void> {
    const { port } = this.#gateway
    await this.#stop()
    between()
    await this.start(port)
  }

  /** A stop of so long, at whose end the exchange starts again; its market takes no step yet. */
  async standStill(ms: number): Promise<void> {
    await this.restart(() => {
      this.#nowMs += ms
    })
  }

  /** @param before sees the folder once everything is written, and before it is removed */
  async close(before: (folder: string) => void = () => undefined): Promise<void> {
    await this.#stop()
    before(this.#folder)
    rmSync(this.#folder, { recursive: true })
  }

  async #stop(): Promise<void> {
    await this.#gateway.close()
    await this.#journal.close()
  }
}
