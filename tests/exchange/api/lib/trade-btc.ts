import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { JsonObject } from '../../../../src/wire/json'
import type { Answer, Caller } from './client'
import { RealGateway } from './real-gateway'

const BTC = { category: 'linear', symbol: 'BTCUSDT' }

interface Trade {
  /** A price so far from a whole one near the market's last. */
  at(away: number): string
  post(path: string, body: JsonObject): Promise<Answer>
  /** @returns the result of a call that has to be taken */
  send(path: string, body: JsonObject): Promise<JsonObject>
  /** Those that are open. */
  orders(): Promise<readonly JsonObject[]>
  get(path: string): Promise<Answer>
}

/** Calls about BTCUSDT over the real venue, with a fresh account before each test of the file that asks for them. */
export function tradeBtc(): Trade {
  let gateway: RealGateway
  let caller: Caller
  let around: number
  beforeAll(async () => {
    gateway = await RealGateway.open()
    around = Math.round(Number(gateway.journal.venue.ticker('BTCUSDT')!.lastPrice))
  })
  afterAll(() => gateway.close())
  beforeEach(async () => {
    caller = await gateway.caller()
  })
  const post = (path: string, body: JsonObject): Promise<Answer> => caller.post(path, { ...BTC, ...body })
  return {
    at: (away) => String(around + away),
    post,
    get: (path) => caller.get(path),
    async send(path, body) {
      const { retCode, result } = await post(path, body)
      expect(retCode).toBe(0)
      return result
    },
    async orders() {
      const { result } = await caller.get('/v5/order/realtime?category=linear&symbol=BTCUSDT')
      return result['list'] as JsonObject[]
    },
  }
}
