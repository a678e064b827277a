import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../../../../exchange/gateway/start-gateway'
import type { RunningGateway } from '../../../../exchange/gateway/gateway-options'
import { openJournal } from '../../../../exchange/journal/open-journal'
import { createVenue, restoreVenue } from '../../../../exchange/venue/create-venue'
import { Caller } from './client'

const START_MS = 1_800_000_000_000
const MARKET = { account: '', connId: 'market', term: 0, clientTag: '', bodyHash: '' }

/** The gateway over the real journal and venue, on a folder of its own; time moves with each look and by `tick`. */
export class RealGateway {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halyard-rows-'))
  #nowMs = START_MS
  #journal!: Awaited<ReturnType<typeof openJournal>>
  #gateway!: RunningGateway

  static async open(): Promise<RealGateway> {
    const world = new RealGateway()
    await world.start(0)
    for (let i = 0; i < 20; i++) await world.tick()
    return world
  }

  async start(port: number): Promise<void> {
    this.#journal = await openJournal({
      dataDir: this.#folder,
      genesis: { type: 'genesis', seed: 7, region: 'global', feedSymbol: null },
      clock: { now: () => (this.#nowMs += 50), monotonic: () => this.#nowMs, after: () => () => undefined },
      createVenue: ({ seed, region, feedSymbol }, startMs) => createVenue({ seed, region, feedSymbol, startMs }),
      restoreVenue,
    })
    const config = { host: '127.0.0.1', port, control: true, dataDir: this.#folder, api: null, ws: null }
    this.#gateway = await startGateway({
      journal: this.#journal,
      fanout: this.#journal.fanout,
      config: { ...config, region: 'global' },
      build: 'test',
      staticDir: null,
    })
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

  async restart(): Promise<void> {
    const { port } = this.#gateway
    await this.#stop()
    await this.start(port)
  }

  async close(): Promise<void> {
    await this.#stop()
    rmSync(this.#folder, { recursive: true })
  }

  async #stop(): Promise<void> {
    await this.#gateway.close()
    await this.#journal.close()
  }
}
