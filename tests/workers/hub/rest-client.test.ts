import { describe, expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import {
  CallRejected,
  CallUnanswered,
  RestClient,
  TEXT_EMPTY,
  TEXT_NO_MESSAGE,
  TEXT_NO_OBJECT,
} from '../../../src/workers/hub/rest-client'
import { businessOf } from '../../../src/workers/venue/sandbox/http'
import { sandboxVenue } from '../../../src/workers/venue/sandbox/sandbox-venue'
import { FakeClock, FakeTransport, never, RawAnswer, settle } from '../fakes'

const BTC = 'BTCUSDT' as InstrumentSymbol

function setUp(status: 'trading' | 'comingSoon' | 'preLaunch' = 'trading') {
  const clock = new FakeClock()
  const transport = new FakeTransport(clock)
  const refused: unknown[] = []
  const rest = new RestClient({
    clock,
    transport,
    venue: sandboxVenue(''),
    config: { apiBase: 'http://exchange.test', wsBase: '', build: '', language: 'ja-JP' },
    epoch: 'epoch-1',
    term: () => ({ profile: 'profile-1', term: 7 }),
    session: () => null,
    refused: ({ path }, { code }) => void refused.push([path, code]),
    statusOf: () => status,
  })
  return { clock, transport, rest, refused }
}

/** `hear` makes a call for each offset, whose answer has the client's time and so much more. */
function setUpClocks() {
  const { rest, transport, clock } = setUp()
  const hear = async (...offsets: readonly number[]): Promise<void> => {
    for (const offset of offsets) {
      const body = { retCode: 0, result: null, time: clock.now() + offset }
      transport.on('/x', () => new RawAnswer({ status: 200, isEmpty: false, body }))
      await rest.call({ method: 'GET', path: '/x' })
    }
    await settle()
  }
  return { rest, hear }
}

describe('the client wrapper (spec §7)', () => {
  test('the base URL is the configured API host', async () => {
    const { rest, transport } = setUp()
    await rest.call({ method: 'GET', path: '/x' })
    expect(transport.requests[0]?.url.startsWith('http://exchange.test/x?')).toBe(true)
  })

  test('GET adds a timestamp query parameter', async () => {
    const { rest, transport, clock } = setUp()
    await rest.call({ method: 'GET', path: '/x' })
    expect(transport.requests[0]?.query.get('timestamp')).toBe(String(clock.now()))
    expect(transport.requests[0]?.body).toBeNull()
  })

  test('POST bodies are JSON, without a timestamp', async () => {
    const { rest, transport } = setUp()
    await rest.call({ method: 'POST', path: '/x', body: { qty: '0.1' } })
    expect(transport.requests[0]).toMatchObject({
      body: '{"qty":"0.1"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(transport.requests[0]?.query.has('timestamp')).toBe(false)
  })

  test('headers: platform=pc, language, and what marks a call as ours', async () => {
    const { rest, transport } = setUp()
    await rest.call({ method: 'POST', path: '/x', headers: { 'client-tag': 'press-1' } })
    expect(transport.requests[0]?.headers).toMatchObject({
      platform: 'pc',
      language: 'ja-JP',
      'x-requested-with': 'halyard',
      'client-tag': 'press-1',
      'hub-connection': 'epoch-1',
      'hub-profile': 'profile-1',
      'hub-term': '7',
    })
  })

  test('paths containing /v5/ get the three query additions', async () => {
    const { rest, transport } = setUp()
    await rest.call({ method: 'GET', path: '/contract/v5/order/x', symbol: BTC })
    const query = transport.requests[0]?.query
    expect(query?.get('_sp_category')).toBe('fbu')
    expect(query?.get('_sp_business')).toBe('usdt')
    expect(query?.get('_sp_response_format')).toBe('portugal')
  })

  test.each(['/contract/v5/wallet/list', '/spot/api/basic/symbol_list_all'])('%s gets none', async (path) => {
    const { rest, transport } = setUp()
    await rest.call({ method: 'GET', path, symbol: BTC })
    expect([...(transport.requests[0]?.query.keys() ?? [])]).toEqual(['timestamp'])
  })

  test.each([
    ['BTCUSDT', 'usdt'],
    ['BTCUSDT-26MAR27', 'usdt'],
    ['BTCPERP', 'usdc'],
    ['BTC-26MAR27', 'usdc'],
    ['BTCUSD', 'inverse'],
    ['BTCUSDH27', 'inverse'],
  ])('the business of %s is %s', (symbol, business) => {
    expect(businessOf(symbol as InstrumentSymbol)).toBe(business)
  })

  test('only truthy query values are appended', async () => {
    const { rest, transport } = setUp()
    await rest.call({
      method: 'GET',
      path: '/x',
      query: { a: '1', b: '', c: null, d: 0, e: false, f: undefined, g: true },
    })
    expect([...(transport.requests[0]?.query.keys() ?? [])]).toEqual(['a', 'g', 'timestamp'])
  })

  test.each([0, '0'])('a call succeeded when retCode is %j', async (retCode) => {
    const { rest, transport } = setUp()
    transport.on(
      '/x',
      () => new RawAnswer({ status: 200, isEmpty: false, body: { ret_code: retCode, result: { a: 1 } } }),
    )
    expect(await rest.call({ method: 'GET', path: '/x' })).toMatchObject({
      hasError: false,
      value: { code: 0, result: { a: 1 } },
    })
  })

  test.each([
    [{}, false],
    [{ status_code: 0 }, false],
    [{ status_code: 200 }, false],
    [{ status_code: 430 }, true],
  ])('success is code 0 with a status_code absent, 0 or 200 (spec §8): %o', async (result, hasError) => {
    const { rest, transport, clock, refused } = setUp()
    transport.on('/x', () => RawAnswer.json({ retCode: 0, retMsg: 'OK', result, time: clock.now() }))
    expect((await rest.call({ method: 'GET', path: '/x' })).hasError).toBe(hasError)
    expect(refused).toEqual(hasError ? [['/x', 430]] : [])
  })

  test('a non-zero retCode rejects with the full response; the outer call resolves with hasError', async () => {
    const { rest, transport, clock } = setUp()
    transport.on('/x', () => RawAnswer.code(30031, clock, { max: '5' }))
    const rejection = await rest.request({ method: 'GET', path: '/x' }).catch((error: unknown) => error)
    expect(rejection).toBeInstanceOf(CallRejected)
    expect(rejection).toMatchObject({ response: { code: 30031, ext: { max: '5' } } })
    expect(await rest.call({ method: 'GET', path: '/x' })).toMatchObject({ hasError: true, code: 30031 })
  })

  test('network failure resolves with hasError true', async () => {
    const { rest, transport } = setUp()
    transport.isDown = true
    expect(await rest.call({ method: 'GET', path: '/x' })).toMatchObject({ hasError: true, code: null, response: null })
    await expect(rest.request({ method: 'GET', path: '/x' })).rejects.toBeInstanceOf(CallUnanswered)
  })

  test('every call has a deadline', async () => {
    const { rest, transport, clock } = setUp()
    transport.on('/x', never)
    let result: unknown = null
    void rest.call({ method: 'GET', path: '/x', deadlineMs: 1_000 }).then((one) => (result = one))
    await clock.advance(999)
    expect(result).toBeNull()
    await clock.advance(1)
    expect(result).toMatchObject({ hasError: true, message: 'requestTimeOut' })
  })

  test.each([
    ['a non-object', { status: 200, isEmpty: false, body: 'text' }, 500, TEXT_NO_OBJECT],
    ['an empty answer', { status: 200, isEmpty: true, body: undefined }, 500, TEXT_EMPTY],
    ['a missing message', { status: 200, isEmpty: false, body: { retCode: 5 } }, 5, TEXT_NO_MESSAGE],
  ])('%s (spec §8)', async (_, answer, code, message) => {
    const { rest, transport } = setUp()
    transport.on('/x', () => new RawAnswer(answer))
    expect(await rest.call({ method: 'GET', path: '/x' })).toMatchObject({ hasError: true, code, message })
  })

  test.each(['/v5/order/history-list', '/contract/v5/position/risk-limit-list', '/v5/position/closed-pnl'])(
    '%s of a coming-soon symbol is not called',
    async (path) => {
      const { rest, transport } = setUp('comingSoon')
      expect(await rest.call({ method: 'GET', path, symbol: BTC })).toMatchObject({ hasError: true })
      expect(transport.requests).toHaveLength(0)
    },
  )

  test('a pre-listing symbol is called, and so is any other path', async () => {
    const listed = setUp('preLaunch')
    await listed.rest.call({ method: 'GET', path: '/v5/position/closed-pnl', symbol: BTC })
    const soon = setUp('comingSoon')
    await soon.rest.call({ method: 'GET', path: '/v5/market/kline', symbol: BTC })
    expect(listed.transport.requests).toHaveLength(1)
    expect(soon.transport.requests).toHaveLength(1)
  })

  test('the clock offset is the median of the last five server times (N1)', async () => {
    const { rest, hear } = setUpClocks()
    await hear(100, 100, 9_000, 120, 110)
    // Sorted: 100, 100, 110, 120, 9000.
    expect(rest.clockOffsetMs).toBe(110)
  })

  test('a clock that was set is believed at the second time that says so (N1)', async () => {
    const { rest, hear } = setUpClocks()
    await hear(100, 110, 90, 60_000)
    // The upper middle of 90, 100, 110, 60,000.
    expect(rest.clockOffsetMs).toBe(110)
    await hear(60_010)
    // The upper middle of 60,000 and 60,010, which are all that is left.
    expect(rest.clockOffsetMs).toBe(60_010)
  })
})
