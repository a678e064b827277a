import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { isContract } from '../../../src/domain/instrument/contract'
import { Caller, Listener } from '../api/lib/client'
import { RealGateway } from '../api/lib/real-gateway'
import { DOCUMENTED_CODES, DOCUMENTED_STATUSES } from './lib/documented'
import { forgeries, otherAccounts, requestOf, type Forgery, type Scene } from './lib/forgeries'
import { HttpLine } from './lib/http-line'
import { stateHash } from './lib/world'

/** Enough that nobody reaches a hundred order calls a second. */
const TRADERS = 80
const AT_ONCE = 8
const DAY_MS = 86_400_000

let world: RealGateway
let traders: Caller[]
let victim: Caller
let scene: Scene
let families: Readonly<Record<string, readonly Forgery[]>>
let before: { readonly state: string; readonly lines: number }
const seen = { codes: new Set<number>(), statuses: new Set<number>(), calls: 0 }

beforeAll(async () => {
  // Time stands still, so that what was signed stays in its window.
  world = await RealGateway.open({ control: false, stepMs: 0 })
  const base = `http://127.0.0.1:${world.port}`
  // A session that nobody used for a month: its file is aged while the exchange stands.
  const idle = await world.caller()
  const old = await world.caller()
  await world.restart(() => age([idle, old]))
  const ended = await world.caller()
  const endedCookie = ended.cookie
  await ended.raw('DELETE', '/sandbox/session')
  victim = await world.caller()
  const linear = { category: 'linear', symbol: 'BTCUSDT' }
  const resting = { ...linear, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000', orderLinkId: 'victim-1' }
  const orderId = (await victim.post('/v5/order/create', resting)).result['orderId'] as string
  await victim.post('/v5/order/create', { ...linear, side: 'Buy', orderType: 'Market', qty: '0.01' })
  await victim.post('/v5/position/trading-stop', { ...linear, takeProfit: '200000', tpslMode: 'Full', positionIdx: 0 })
  const strategy = { symbol: 'BTCUSDT', side: 'Buy', strategyType: 'TWAP', qty: '0.1', duration: 300, interval: 30 }
  const strategyId = (await victim.post('/contract/v5/twap/create', strategy)).result['strategyId'] as string
  const open = (await victim.get('/v5/order/realtime?category=linear')).result['list'] as { orderId: string }[]
  const guardId = open.find((one) => one.orderId !== orderId)!.orderId
  const { apiKey } = (await victim.post('/sandbox/api-keys')).result as { apiKey: string }

  traders = []
  for (let i = 0; i < TRADERS; i++) traders.push(await world.caller())
  const forger = await world.caller()
  const newKey = async (permissions: readonly string[]) =>
    (await forger.post('/sandbox/api-keys', { permissions })).result as { apiKey: string; apiSecret: string }
  const keys = { trade: await newKey(['trade']), read: await newKey(['read']), ended: await newKey(['trade']) }
  await forger.raw('DELETE', '/sandbox/api-keys', { apiKey: keys.ended.apiKey })
  // The term of every trader's writer is 9 from now on; nothing changes by this call.
  for (const one of traders)
    expect((await one.post('/v5/order/cancel', { ...linear, orderId: 'none' }, { 'hub-term': '9' })).retCode).toBe(
      110001,
    )

  const token = /=([\w-]{43})/.exec(victim.cookie)![1]!
  const named = (text: string): string => `halyard-${world.port}=${text}`
  scene = {
    port: world.port,
    nowMs: world.journal.now(),
    instruments: world.journal.venue
      .instruments()
      .filter(isContract)
      .filter((one) => one.status === 'trading')
      .map((instrument) => ({ instrument, bid: world.journal.venue.ticker(instrument.symbol)!.bid1Price! })),
    victim: { orderId, orderLinkId: 'victim-1', guardId, strategyId, apiKey },
    deadCookies: [
      ['no cookie', 'x=y'],
      ['an empty one', named('')],
      ['one made up', named('A'.repeat(43))],
      ['one letter off', named(token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A'))],
      ['another port’s name', `halyard-${world.port + 1}=${token}`],
      ['a session that was ended', endedCookie],
      ['a session that nobody used for 31 days', idle.cookie],
      ['a session of 101 days', old.cookie],
    ],
    keys,
  }
  families = forgeries(scene)
  expect(base).toContain(String(scene.port))
  before = { state: stateHash(world.journal), lines: changes() }
}, 120_000)
afterAll(() => world.close())

/** The first is left idle for 31 days, the second was opened 101 days ago. */
function age(callers: readonly Caller[]): void {
  const file = join(world.folder, 'sessions.json')
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { sessions: { createdAtMs: number; lastSeenMs: number }[] }
  expect(stored.sessions).toHaveLength(callers.length)
  const [idle, old] = stored.sessions
  idle!.lastSeenMs -= 31 * DAY_MS
  old!.createdAtMs -= 101 * DAY_MS
  writeFileSync(file, JSON.stringify(stored))
}

/** Lines of the ledger by which somebody's account changed. */
function changes(): number {
  const text = readFileSync(join(world.folder, 'ledger.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.includes('"result":{"ok":true') && !line.includes('"command":{"type":"tick"')).length
}

/** Makes each call, eight at a time. @returns what was not answered as it had to be */
async function forge(list: readonly Forgery[]): Promise<readonly string[]> {
  const faults: string[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    const line = new HttpLine(world.port)
    for (let i = next++; i < list.length; i = next++) {
      const forgery = list[i]!
      const fault = await play(line, forgery, traders[i % TRADERS]!.cookie)
      if (fault !== null) faults.push(`${forgery.name}: expected ${forgery.expected.join(' or ')}, ${fault}`)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return faults.slice(0, 20)
}

async function play(line: HttpLine, forgery: Forgery, cookie: string): Promise<string | null> {
  const answer = await line.ask(requestOf(forgery, world.port, cookie))
  seen.calls++
  if (answer === null) return 'got no answer'
  const { status, body } = answer
  seen.statuses.add(status)
  const said = body.startsWith('{') ? (JSON.parse(body) as { readonly retCode?: number; readonly retMsg?: string }) : {}
  if (said.retCode !== undefined) seen.codes.add(said.retCode)
  if (said.retCode !== undefined && said.retCode !== 0 && (said.retMsg ?? '') === '')
    return `${said.retCode} came without its reason`
  const found = status === 200 ? said.retCode : status
  return found !== undefined && forgery.expected.includes(found) ? null : `came ${status} ${body.slice(0, 200)}`
}

describe('forged calls, from foreign origins too (X5): each is refused with a documented code, and nothing changes', () => {
  test.each([
    'ticks, lots, limits, sides and modes',
    'types of fields',
    'bodies, keys and methods',
    'foreign origins and forms (X5)',
    'sessions that are none',
    'signatures',
    'terms',
    'what is not there',
  ])('%s', async (family) => {
    expect(await forge(families[family]!)).toEqual([])
  })

  test('what is another account’s is answered as what is not there', async () => {
    const line = new HttpLine(world.port)
    for (const [theirs, nobodys] of otherAccounts(scene)) {
      const answers = []
      for (const one of [theirs, nobodys]) {
        expect(await play(line, one, traders[0]!.cookie), one.name).toBeNull()
        const answer = await line.ask(requestOf(one, world.port, traders[1]!.cookie))
        answers.push(answer!.body.replaceAll(/"(?:time|seq)":\d+/g, ''))
      }
      expect(answers[0], theirs.name).toBe(answers[1])
    }
    line.close()
  })

  test('five thousand calls and more later the state is what it was, to the last unit of every account', () => {
    expect(seen.calls).toBeGreaterThan(5_000)
    expect(changes()).toBe(before.lines)
    expect(stateHash(world.journal)).toBe(before.state)
  })

  test('one-time tokens: used, another session’s, made up, and after the sign-out', async () => {
    const [own, other] = [await world.caller('demo'), traders[2]!]
    const login = async (token: string, cookie: string): Promise<unknown> => {
      const listener = await Listener.open(`http://127.0.0.1:${world.port}`, 'private', cookie)
      listener.send({ op: 'login', args: [token], req_id: 'l' })
      const { success } = await listener.until((one) => one['req_id'] === 'l')
      listener.close()
      seen.calls++
      return success
    }
    const token = await own.oneTimeToken()
    expect(await login(token, other.cookie)).toBe(false)
    // Whoever tried it with the wrong cookie has used it up.
    expect(await login(token, own.cookie)).toBe(false)
    const second = await own.oneTimeToken()
    expect(await login(second, own.cookie)).toBe(true)
    expect(await login(second, own.cookie)).toBe(false)
    for (const word of ['', 'x', '__proto__', second.slice(1), 'A'.repeat(32), own.cookie])
      expect(await login(word, own.cookie)).toBe(false)
    const third = await own.oneTimeToken()
    const { cookie } = own
    await own.raw('DELETE', '/sandbox/session')
    expect(await login(third, cookie)).toBe(false)
    expect(await login(third, '')).toBe(false)
  })

  it('privileged and unknown fields are not read: the order is the caller’s own, and an ordinary one', async () => {
    const caller = traders[3]!
    const more = {
      account: 'x',
      userId: 'x',
      kind: 'maker',
      role: 'admin',
      createType: 'CreateByLiq',
      status: 'Filled',
      feeRate: '-1',
      timeMs: 1,
    }
    const body = {
      category: 'linear',
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.01',
      price: '50000',
      ...more,
    }
    const { result } = await caller.post('/v5/order/create', body)
    const [row] = (await caller.get(`/v5/order/realtime?category=linear&orderId=${result['orderId'] as string}`))
      .result['list'] as Record<string, unknown>[]
    expect(row).toMatchObject({ createType: 'CreateByUser', orderStatus: 'New', cumExecQty: '0' })
    expect(
      (await caller.post('/v5/order/cancel', { category: 'linear', symbol: 'BTCUSDT', orderId: result['orderId'] }))
        .retCode,
    ).toBe(0)
  })

  test('every answer was a documented one, and nothing broke inside', () => {
    expect([...seen.codes].filter((code) => !DOCUMENTED_CODES.has(code))).toEqual([])
    expect([...seen.statuses].filter((status) => !DOCUMENTED_STATUSES.has(status))).toEqual([])
    expect(world.traces).toEqual([])
  })
})
