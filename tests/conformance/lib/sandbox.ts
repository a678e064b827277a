import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../../../exchange/host/node/start-gateway'
import { openJournal } from '../../../exchange/host/node/journal/open-journal'
import type { ProductFamily } from '../../../exchange/listings/product-family'
import { MarketSteps } from '../../../exchange/market-steps'
import { systemClock } from '../../../exchange/system-clock'
import { restoreVenue, venueOf } from '../../../exchange/venue/create-venue'
import { PRESENT_GENESIS } from '../../../exchange/venue/venue-state'
import { Caller } from '../../exchange/api/lib/client'

export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  readonly http: string
  readonly ws: string
  readonly dataDir: string
  /** A key of a fresh account with the sandbox's funds. */
  newKey(body?: unknown): Promise<{ readonly apiKey: string; readonly apiSecret: string }>
  /** Moves the exchange's clock on. Signed calls by the computer's clock are out of their window from then on. */
  advance(ms: number): void
  close(): Promise<void>
}

/**
 * The whole exchange as it runs, market and ledger included, on a port and in a folder of its own.
 * @param families what it lists beside contracts
 */
export async function openSandbox(families: readonly ProductFamily[] = []): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'halyard-'))
  const journal = await openJournal({
    dataDir: folder,
    genesis: {
      type: 'genesis',
      seed: 11,
      region: 'global',
      feedSymbol: null,
      markets: 'all',
      families,
      ...PRESENT_GENESIS,
    },
    clock: systemClock,
    createVenue: venueOf,
    restoreVenue,
  })
  const config = { host: '127.0.0.1', port: 0, control: false, dataDir: folder, api: null, ws: null, region: 'global' }
  const gateway = await startGateway({ journal, fanout: journal.fanout, config, build: 'conformance', staticDir: null })
  const market = new MarketSteps({ journal, clock: systemClock, everyMs: 100, feed: null })
  market.start()
  const http = `http://127.0.0.1:${gateway.port}`
  return {
    http,
    ws: http.replace('http', 'ws'),
    dataDir: folder,
    async newKey(body = {}) {
      const caller = new Caller(http)
      await caller.signIn()
      const { result } = await caller.post('/sandbox/api-keys', body)
      return { apiKey: result['apiKey'] as string, apiSecret: result['apiSecret'] as string }
    },
    advance: (ms) => journal.shiftClock(ms),
    async close() {
      await market.stop()
      await gateway.close()
      await journal.close()
      await rm(folder, { recursive: true })
    },
  }
}
