import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningGateway } from '../../../exchange/host/node/gateway-options'
import { startGateway } from '../../../exchange/host/node/start-gateway'
import { openJournal } from '../../../exchange/host/node/journal/open-journal'
import { restoreVenue, venueOf } from '../../../exchange/venue/create-venue'
import { PRESENT_GENESIS } from '../../../exchange/venue/venue-state'

/** Wednesday, 11 March 2026, 10:17:30 UTC: no funding and no delivery is due at once. */
export const START_MS = Date.UTC(2026, 2, 11, 10, 17, 30)
const MARKET = { account: '', connId: 'market', term: 0, clientTag: '' }

/**
 * The whole exchange (journal, venue, gateway, control) in this process, on a folder of its own. Nothing moves by
 * itself: the clock and the market step when they are told to, so that one seed is one run. This is the only file here
 * that knows anything of the exchange but its REST answers.
 */
export class ExchangeUnderTest {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halyard-laws-'))
  #nowMs = START_MS
  #steps = 0
  #journal!: Awaited<ReturnType<typeof openJournal>>
  #gateway!: RunningGateway
  readonly #realNow = performance.now.bind(performance)
  #monotonicMs = 0
  /** What the exchange could not explain: none is expected. */
  readonly traces: unknown[] = []

  static async open(seed: number): Promise<ExchangeUnderTest> {
    const exchange = new ExchangeUnderTest()
    await exchange.#start(seed)
    for (let i = 0; i < 20; i++) await exchange.step(100)
    return exchange
  }

  async #start(seed: number): Promise<void> {
    // Rates of calls are counted by the monotonic clock. Here it moves by the call, so that no run waits or is refused
    // for being quick.
    performance.now = () => (this.#monotonicMs += 50)
    this.#journal = await openJournal({
      dataDir: this.#folder,
      genesis: {
        type: 'genesis',
        seed,
        region: 'global',
        feedSymbol: null,
        markets: 'all',
        ...PRESENT_GENESIS,
      },
      clock: { now: () => this.#nowMs, monotonic: () => this.#nowMs, after: () => () => undefined },
      createVenue: venueOf,
      restoreVenue,
    })
    this.#gateway = await startGateway({
      journal: this.#journal,
      fanout: this.#journal.fanout,
      config: {
        host: '127.0.0.1',
        port: 0,
        control: true,
        dataDir: this.#folder,
        api: null,
        ws: null,
        region: 'global',
      },
      build: 'laws',
      staticDir: null,
      trace: (_id, error) => this.traces.push(error),
    })
  }

  get port(): number {
    return this.#gateway.port
  }

  /** How many steps the market has taken. */
  get steps(): number {
    return this.#steps
  }

  /** Moves the clock on and lets the market take one step. */
  async step(ms: number): Promise<void> {
    this.#nowMs += ms
    this.#steps++
    await this.#journal.submit({ type: 'tick' }, MARKET)
  }

  async close(): Promise<void> {
    await this.#gateway.close()
    await this.#journal.close()
    performance.now = this.#realNow
    rmSync(this.#folder, { recursive: true })
  }
}
