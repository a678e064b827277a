import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseExactJson } from '../../../exchange/api/calls/shared/http/exact-json'
import { parseStrictJson } from '../../../exchange/api/calls/shared/http/strict-json'
import { Exact, toText } from '../../../src/domain/decimal'
import { decimalOf, NumberText } from '../../../src/wire/json'
import type { Caller } from './lib/client'
import { Program } from './lib/program'
import { RealGateway } from './lib/real-gateway'
import { Signer } from './lib/signer'

const read = (text: string): unknown => {
  const parsed = parseExactJson(text)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.value
}
const qtyOf = (digits: string) => decimalOf((read(`{"qty":${digits}}`) as { qty: unknown }).qty)

/** What JSON.parse would have made of it. */
function asDoubles(value: unknown): unknown {
  if (value instanceof NumberText) return Number(value.digits)
  if (Array.isArray(value)) return value.map(asDoubles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asDoubles(one)]))
}

describe('JSON numbers are read from their digits', () => {
  it.each([
    ['0.1', '0.1'],
    ['1.0', '1'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['1e-3', '0.001'],
    ['1.5E+2', '150'],
    ['-2.50e-1', '-0.25'],
    ['12e0', '12'],
    ['1e1', '10'],
    // A double holds 12345678901234567000 and 9007199254740992 of these, and of the last one just 0.1.
    ['12345678901234567890.12', '12345678901234567890.12'],
    ['9007199254740993', '9007199254740993'],
    ['0.1000000000000000000001', '0.1000000000000000000001'],
  ])('%s is %s', (digits, text) => {
    expect(qtyOf(digits)).toBe(text)
  })

  it('equals decimal arithmetic for any number that JSON can write', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,12})?(?:[eE][+-]?[0-3]?\d)?$/)
    fc.assert(
      fc.property(digits, (one) => {
        const expected = toText(new Exact(one))
        expect(qtyOf(one)).toBe(expected.length > 59 ? expect.anything() : expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['1e41', '1e-41', '1e999999999', '1e-999999999', `1${'0'.repeat(80)}`, `0.${'1'.repeat(80)}`, '1e400'])(
    '%s is longer than anything here, and no decimal',
    (digits) => expect(qtyOf(digits)).toBeNull(),
  )
})

describe('the reader that keeps number texts', () => {
  it('reads every text as the strict reader does, but for the digits', () => {
    const spaced = fc.tuple(fc.json({ maxDepth: 4 }), fc.constantFrom('', ' ', '\n\t')).map(([json, space]) => {
      return `${space}${space === '' ? json : JSON.stringify(JSON.parse(json), null, 1)}${space}`
    })
    fc.assert(
      fc.property(spaced, (text) => {
        const strict = parseStrictJson(text)
        const exact = parseExactJson(text)
        expect(exact.ok).toBe(strict.ok)
        if (strict.ok && exact.ok) expect(asDoubles(exact.value)).toEqual(strict.value)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['duplicateKey', '{"qty":0.1,"qty":0.2}'],
    ['duplicateKey', '{"a":{"qty":1.5,"\\u0071ty":2}}'],
    ['prototypeKey', '{"__proto__":{"qty":0.1}}'],
    ['prototypeKey', '{"\\u005f_proto__":0.1}'],
    ['depth', `{"a":${'['.repeat(40)}0.1${']'.repeat(40)}}`],
    ['syntax', '{"qty":01.5}'],
    ['syntax', '{"qty":.5}'],
    ['syntax', '{"qty":1.}'],
    ['syntax', '{"qty":NaN}'],
    ['syntax', '{"qty":0x10}'],
    ['syntax', '{"qty":+1.5}'],
    ['syntax', '{"qty":1.5'],
  ])('%s: %s', (fault, text) => {
    expect(parseExactJson(text)).toMatchObject({ ok: false, fault })
  })

  it('looks at each letter once', () => {
    const startedAt = performance.now()
    expect(parseExactJson(`[${'1.5,'.repeat(250_000)}"${'e1.'.repeat(100_000)}"]`).ok).toBe(true)
    expect(parseExactJson(`{"qty":1e${'9'.repeat(1_000_000)}}`).ok).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('order entry', () => {
  let world: RealGateway
  let caller: Caller
  let program: Program
  let price: string
  beforeAll(async () => {
    world = await RealGateway.open({ stepMs: 0 })
    caller = await world.caller()
    const { result } = await caller.get('/v5/market/price-limit?symbol=BTCUSDT')
    price = String(Math.ceil(Number(result['sellLmt']) * 1.001))
    const now = () => world.journal.now()
    const signer = await Signer.of(caller, now)
    program = await Program.open(signer.base, 'trade')
    const expires = now() + 10_000
    const signature = createHmac('sha256', signer.apiSecret).update(`GET/realtime${expires}`).digest('hex')
    expect(await program.ask({ op: 'auth', args: [signer.apiKey, expires, signature] })).toMatchObject({ retCode: 0 })
  }, 60_000)
  afterAll(async () => {
    program.socket.terminate()
    await world.close()
  })

  const body = (qty: string, at = price) =>
    `{"category":"linear","symbol":"BTCUSDT","side":"Buy","orderType":"Limit","positionIdx":0,"qty":${qty},"price":${at}}`
  const rest = (qty: string, at?: string) => caller.post('/v5/order/create', body(qty, at))
  const socket = async (qty: string, at?: string) =>
    (await program.ask(
      `{"op":"order.create","reqId":"1","header":{"X-BAPI-TIMESTAMP":"${world.journal.now()}"},"args":[${body(qty, at)}]}`,
    )) as { retCode: number; retExtInfo: unknown; data: { orderId: string } }
  const qtyOfOrder = async (orderId: unknown) =>
    (await caller.get(`/v5/order/realtime?category=linear&orderId=${String(orderId)}`)).result['list']

  it.each([
    ['0.1', '0.1'],
    ['1e-3', '0.001'],
    ['1.0', '1'],
    ['0.0100', '0.01'],
    ['"0.02"', '0.02'],
    ['1', '1'],
  ])('takes qty %s as %s, over REST and over the socket', async (sent, qty) => {
    const one = await rest(sent)
    expect(one.retCode).toBe(0)
    expect(await qtyOfOrder(one.result['orderId'])).toMatchObject([{ qty, price }])
    const two = await socket(sent)
    expect(two.retCode).toBe(0)
    expect(await qtyOfOrder(two.data.orderId)).toMatchObject([{ qty, price }])
    await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT' })
  })

  it.each([
    // A double makes 0.1 of the first one and takes it.
    ['qty', '0.1000000000000000000001', undefined],
    ['qty', '12345678901234567890.12', undefined],
    ['qty', '1e400', undefined],
    ['qty', '1e-400', undefined],
    ['qty', '1e999999999', undefined],
    ['qty', '-0.1', undefined],
    ['qty', '[0.1]', undefined],
    ['qty', '{"digits":"0.1"}', undefined],
    ['price', '0.1', '60000.1000000000000001'],
  ])('names %s for %s', async (field, qty, at) => {
    for (const answer of [await rest(qty, at), await socket(qty, at)])
      expect(answer).toMatchObject({
        retCode: field === 'price' ? 110003 : 10001,
        retExtInfo: { field },
      })
  })

  it('takes no number in the native calls, whose decimals are text', async () => {
    const answer = await caller.post('/contract/v5/order/create', body('1'))
    expect(answer).toMatchObject({ retCode: 10001, ext_map: { field: 'qty' } })
  })

  it('takes the numbers of a batch, and the same press as text is the same press', async () => {
    const item = (qty: string) =>
      `{"symbol":"BTCUSDT","side":"Buy","orderType":"Limit","qty":${qty},"price":"${price}","orderLinkId":"once"}`
    const batch = (qty: string) =>
      caller.post('/v5/order/create-batch', `{"category":"linear","request":[${item(qty)}]}`)
    const first = (await batch('0.30')).result['list'] as { orderId: string }[]
    const again = (await batch('"0.3"')).result['list'] as { orderId: string }[]
    expect(again[0]!.orderId).toBe(first[0]!.orderId)
    expect(first[0]!.orderId).not.toBe('')
  })

  it('takes the numbers of an amendment, of leverage, and whole numbers with a fraction of nothing', async () => {
    const { result } = await rest('0.1')
    const orderId = String(result['orderId'])
    const amend = `{"category":"linear","symbol":"BTCUSDT","orderId":"${orderId}","qty":2.5e-1}`
    expect((await caller.post('/v5/order/amend', amend)).retCode).toBe(0)
    expect(await qtyOfOrder(orderId)).toMatchObject([{ qty: '0.25' }])
    const lever = '{"category":"linear","symbol":"ETHUSDT","buyLeverage":7.50,"sellLeverage":7.5}'
    expect((await caller.post('/v5/position/set-leverage', lever)).retCode).toBe(0)
    const mode = '{"category":"linear","symbol":"SOLUSDT","mode":3.0}'
    expect((await caller.post('/v5/position/switch-mode', mode)).retCode).toBe(0)
    expect((await caller.post('/v5/position/switch-mode', mode.replace('3.0', '3.5'))).retCode).toBe(10001)
  })
})
