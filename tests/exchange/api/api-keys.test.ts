import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { Caller, openGateway, type TestGateway } from './lib/client'
import { Signer } from './lib/signer'

const ORDER = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000' }
const WALLET = '/v5/account/wallet-balance?accountType=UNIFIED'

let folder: string
let world: TestGateway
let caller: Caller
const now = () => world.journal.now()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-'))
  world = await openGateway({ dataDir: folder })
  caller = new Caller(world.base)
  await caller.signIn()
})
afterEach(async () => {
  await world.gateway.close()
  await rm(folder, { recursive: true })
})

describe('API keys (decisions 33)', () => {
  it('shows the secret once and keeps it nowhere', async () => {
    const made = await caller.post('/sandbox/api-keys', { note: 'my program' })
    expect(made.result).toMatchObject({ permissions: ['read', 'trade'], note: 'my program' })
    const secret = made.result['apiSecret'] as string
    expect(secret).toMatch(/^[\w-]{36}$/)
    const { apiSecret: _, ...row } = made.result
    expect((await caller.get('/sandbox/api-keys')).result['list']).toEqual([row])
    for (const name of await readdir(folder)) expect(await readFile(join(folder, name), 'utf8')).not.toContain(secret)
    expect(JSON.stringify(world.journal.inputs)).not.toContain(secret)
  })

  it('needs a session to be made, and is not made with a key', async () => {
    const signer = await Signer.of(caller, now)
    expect((await new Caller(world.base).post('/sandbox/api-keys')).retCode).toBe(10007)
    expect((await signer.post('/sandbox/api-keys', {})).retCode).toBe(10007)
  })

  test.each([
    [{ permissions: [] }, 'permissions'],
    [{ permissions: ['withdraw'] }, 'permissions'],
    [{ note: 'x'.repeat(65) }, 'note'],
  ])('%o is refused and names the field', async (body, field) => {
    expect(await caller.post('/sandbox/api-keys', body)).toMatchObject({ retCode: 10001, retExtInfo: { field } })
  })

  it('end with the sign-out, of all accounts of the visitor, and of nobody else', async () => {
    const other = new Caller(world.base)
    await other.signIn()
    const stays = await Signer.of(other, now)
    const first = await Signer.of(caller, now)
    await caller.signIn({ account: 'demo' })
    const second = await Signer.of(caller, now)
    expect((await first.get(WALLET)).retCode).toBe(0)
    await caller.raw('DELETE', '/sandbox/session', {})
    for (const signer of [first, second]) expect((await signer.get(WALLET)).retCode).toBe(10003)
    expect((await stays.get(WALLET)).retCode).toBe(0)
  })

  it('gives an account twenty at most, and ends one by name', async () => {
    for (let i = 0; i < 20; i++) expect((await caller.post('/sandbox/api-keys')).retCode).toBe(0)
    expect(await caller.post('/sandbox/api-keys')).toMatchObject({ retCode: 10001, retExtInfo: { limit: '20' } })
    const [first] = (await caller.get('/sandbox/api-keys')).result['list'] as { apiKey: string }[]
    const gone = await caller.raw('DELETE', '/sandbox/api-keys', { apiKey: first!.apiKey })
    expect(((await gone.json()) as { retCode: number }).retCode).toBe(0)
    expect((await caller.get('/sandbox/api-keys')).result['list']).toHaveLength(19)
  })

  it('works after a restart, and no more once it was ended', async () => {
    const signer = await Signer.of(caller, now)
    await world.gateway.close()
    world = await openGateway({ dataDir: folder }, world.journal)
    const again = new Signer(world.base, signer.apiKey, signer.apiSecret, now)
    expect((await again.get(WALLET)).retCode).toBe(0)
    const owner = new Caller(world.base)
    // Cookies carry the port in their name; the new server has another one.
    owner.cookie = caller.cookie.replaceAll(/halyard-\d+/g, `halyard-${world.gateway.port}`)
    await owner.raw('DELETE', '/sandbox/api-keys', { apiKey: signer.apiKey })
    expect((await again.get(WALLET)).retCode).toBe(10003)
  })
})

describe('signed calls (v5 authentication)', () => {
  it('act for the account of the key, whoever the cookie is', async () => {
    const signer = await Signer.of(caller, now)
    const placed = await signer.post('/v5/order/create', ORDER)
    expect(placed.retCode).toBe(0)
    expect((await caller.get('/v5/order/realtime?category=linear')).result['list']).toMatchObject([
      { orderId: placed.result['orderId'] },
    ])
    const other = new Caller(world.base)
    await other.signIn()
    const mixed = await other.raw(
      'GET',
      '/v5/order/realtime?category=linear',
      undefined,
      signer.headers('category=linear'),
    )
    expect(((await mixed.json()) as { result: { list: unknown[] } }).result.list).toHaveLength(1)
  })

  it('take a timestamp from the window behind the clock to a second ahead of it', async () => {
    const signer = await Signer.of(caller, () => 0)
    const at = async (offsetMs: number, window = '5000') => {
      const stamp = { 'x-bapi-timestamp': String(now() + offsetMs), 'x-bapi-recv-window': window }
      return (await signer.get(WALLET, stamp)).retCode
    }
    // The clock of the fake journal stands still, so both edges are exact.
    expect(await at(-5000)).toBe(0)
    expect(await at(-5001)).toBe(10002)
    expect(await at(999)).toBe(0)
    expect(await at(1000)).toBe(10002)
    expect(await at(-5001, '6000')).toBe(0)
    expect(await at(0, '60001')).toBe(10001)
    expect(await at(0, '0')).toBe(10001)
  })

  test.each([
    ['x-bapi-sign', '0'.repeat(64), 10004],
    ['x-bapi-sign', 'no hex', 10004],
    ['x-bapi-api-key', 'somebody', 10003],
    ['x-bapi-timestamp', 'now', 10001],
  ])('%s %s is refused and nothing happens', async (name, value, code) => {
    const signer = await Signer.of(caller, now)
    const before = world.journal.inputs.length
    expect((await signer.post('/v5/order/create', ORDER, { [name]: value })).retCode).toBe(code)
    expect(world.journal.inputs).toHaveLength(before)
  })

  it('are bound to their body and their query', async () => {
    const signer = await Signer.of(caller, now)
    const body = JSON.stringify(ORDER)
    const forged = await caller.raw('POST', '/v5/order/create', body.replace('0.01', '9.01'), signer.headers(body))
    expect(((await forged.json()) as { retCode: number }).retCode).toBe(10004)
    const query = await caller.raw(
      'GET',
      '/v5/order/realtime?category=inverse',
      undefined,
      signer.headers('category=linear'),
    )
    expect(((await query.json()) as { retCode: number }).retCode).toBe(10004)
  })

  it('need the permission to trade, and say so', async () => {
    const reader = await Signer.of(caller, now, { permissions: ['read'] })
    expect((await reader.get(WALLET)).retCode).toBe(0)
    expect((await reader.post('/v5/order/create', ORDER)).retCode).toBe(10005)
  })

  it('hear what is left of their rate, and 10006 beyond it', async () => {
    const signer = await Signer.of(caller, now)
    const first = await signer.raw('GET', WALLET)
    expect(first.headers.get('x-bapi-limit')).toBe('50')
    expect(Number(first.headers.get('x-bapi-limit-status'))).toBeLessThan(50)
    expect(Number(first.headers.get('x-bapi-limit-reset-timestamp'))).toBe(now())
    const codes = await Promise.all(Array.from({ length: 120 }, async () => (await signer.get(WALLET)).retCode))
    expect(codes).toContain(10006)
    const order = await signer.raw('POST', '/v5/order/create', ORDER)
    expect(order.headers.get('x-bapi-limit')).toBe('100')
  })

  it('of a foreign page are refused, key or no key', async () => {
    const signer = await Signer.of(caller, now)
    const foreign = await signer.raw('POST', '/v5/order/create', ORDER, { origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)
  })
})
