import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Caller, Listener, openGateway, type TestGateway } from './lib/client'

const APP = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150 Mobile HalyardApp/1.0'
const BROWSER = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150 Mobile'
const ORDER = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '50000', qtyX: '10000000' }
const NOT_SIGNED_IN = 10007

let world: TestGateway
beforeEach(async () => {
  world = await openGateway()
})
afterEach(() => world.gateway.close())

/** The app's own browser: a jar that nothing is put into, and the token of the last answer that had one. */
class App {
  readonly caller: Caller
  token: string | null = null

  constructor(base: string) {
    this.caller = new Caller(base)
  }

  headers(more: Record<string, string> = {}): Record<string, string> {
    return { 'user-agent': APP, ...(this.token === null ? {} : { usertoken: this.token }), ...more }
  }

  async post(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
    const answer = (await this.caller.post(path, body, this.headers(headers))) as Awaited<
      ReturnType<Caller['post']>
    > & { readonly token?: string }
    this.token = answer.token ?? this.token
    return answer
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.caller.get(path, this.headers(headers))
  }
}

/** @returns the answer to a login on a private socket that was opened by this user agent and cookie */
async function login(args: readonly string[], agent: string, cookie = '') {
  const socket = await Listener.open(world.base, 'private', cookie, world.base, agent)
  socket.send({ op: 'login', args })
  const reply = await socket.next()
  return { socket, isIn: reply['success'] === true }
}

describe('the app’s own browser (spec §6, issue 23.8)', () => {
  it('is told the token of a new session beside the result, once, and is given no cookie', async () => {
    const app = new App(world.base)
    const response = await app.caller.raw('POST', '/sandbox/session', {}, { 'user-agent': APP })
    const body = (await response.json()) as { token: string; result: object }
    expect(response.headers.getSetCookie()).toEqual([])
    // 32 random bytes in base64url are 43 characters.
    expect(body.token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(body.result)).not.toContain(body.token)
    expect(response.headers.get('cache-control')).toBe('no-store')
    app.token = body.token
    const again = await app.post('/sandbox/session')
    expect(again.result).toEqual({ ...body.result, isNew: false })
    expect(again).not.toHaveProperty('token')
  })

  it('reads and trades by the header, as another browser does by its cookie', async () => {
    const app = new App(world.base)
    const { account } = (await app.post('/sandbox/session')).result
    expect((await app.get('/sandbox/accounts')).result['list']).toMatchObject([{ account, isCurrent: true }])
    expect((await app.post('/contract/v5/order/create', ORDER)).retCode).not.toBe(NOT_SIGNED_IN)
    expect(world.journal.inputs.at(-1)!.input).toMatchObject({ type: 'place', account })
    app.token = `${app.token!.slice(0, -1)}${app.token!.endsWith('A') ? 'B' : 'A'}`
    expect((await app.post('/contract/v5/order/create', ORDER)).retCode).toBe(NOT_SIGNED_IN)
  })

  it('its token is worth nothing to another browser, and a cookie nothing to it', async () => {
    const app = new App(world.base)
    await app.post('/sandbox/session')
    const other = new Caller(world.base)
    expect((await other.get('/sandbox/accounts', { 'user-agent': BROWSER, usertoken: app.token! })).retCode).toBe(
      NOT_SIGNED_IN,
    )
    const account = await other.signIn()
    // A script in a page of that browser that calls itself the app gets a stranger's session, and no token of the cookie's.
    expect((await other.get('/sandbox/accounts', { 'user-agent': APP })).retCode).toBe(NOT_SIGNED_IN)
    for (const body of [{}, { account: 'pm' }]) {
      const forged = await other.post('/sandbox/session', body, { 'user-agent': APP })
      expect(forged.result).toMatchObject({ isNew: true })
      expect(forged.result['account']).not.toBe(account)
    }
    // A cookie beside the header decides nothing.
    const both = await other.get('/sandbox/accounts', app.headers())
    expect(JSON.stringify(both.result)).not.toContain(account)
  })

  it('a page that calls itself the app does not come into the visit of the same profile’s cookie', async () => {
    const hub = { 'hub-connection': 'hub-1', 'hub-profile': 'profile-1', 'hub-term': '1' }
    const first = await new Caller(world.base).post('/sandbox/session', {}, hub)
    const forged = await new Caller(world.base).post('/sandbox/session', {}, { ...hub, 'user-agent': APP })
    expect(forged.result['account']).not.toBe(first.result['account'])
    // A lost answer of its own it does come back from: its token is a new one.
    const again = (await new Caller(world.base).post('/sandbox/session', {}, { ...hub, 'user-agent': APP })) as {
      readonly result: Record<string, unknown>
      readonly token?: string
    }
    expect(again.result['account']).toBe(forged.result['account'])
    expect(again.token).toMatch(/^[\w-]{43}$/)
  })

  it('another kind of account is another token, and the former one is dead', async () => {
    const app = new App(world.base)
    await app.post('/sandbox/session')
    const first = app.token!
    const { account } = (await app.post('/sandbox/session', { account: 'pm' })).result
    expect(app.token).not.toBe(first)
    expect((await app.get('/sandbox/accounts')).result['list']).toMatchObject([
      { kind: 'uta2', isCurrent: false },
      { account, kind: 'pm', isCurrent: true },
    ])
    app.token = first
    expect((await app.get('/sandbox/accounts')).retCode).toBe(NOT_SIGNED_IN)
  })

  it('a token needs no further header against forms, but a foreign page is refused all the same', async () => {
    const app = new App(world.base)
    await app.post('/sandbox/session')
    const send = (headers: Record<string, string>) =>
      fetch(`${world.base}/sandbox/account-name`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"name":"Ada"}',
      })
    expect((await send(app.headers())).status).toBe(200)
    expect((await send(app.headers({ origin: 'https://evil.example' }))).status).toBe(403)
    expect((await send(app.headers({ 'sec-fetch-site': 'cross-site' }))).status).toBe(403)
    expect((await send(app.headers({ 'content-type': 'text/plain' }))).status).toBe(403)
    // Without a session behind it, or outside of the app, the header proves nothing.
    expect((await send({ 'user-agent': APP })).status).toBe(403)
    expect((await send({ 'user-agent': BROWSER, usertoken: app.token! })).status).toBe(403)
  })

  it('logs in on the private socket with both tokens, of one session, and is signed out of it', async () => {
    const app = new App(world.base)
    await app.post('/sandbox/session')
    const stranger = new App(world.base)
    await stranger.post('/sandbox/session', { account: 'pm' })
    const oneTime = async () => String((await app.post('/user/private/ott')).result['token'])
    const alone = await login([await oneTime()], APP)
    const wrong = await login([await oneTime(), stranger.token!], APP)
    const elsewhere = await login([await oneTime(), app.token!], BROWSER)
    expect([alone.isIn, wrong.isIn, elsewhere.isIn]).toEqual([false, false, false])
    const { socket, isIn } = await login([await oneTime(), app.token!], APP)
    expect(isIn).toBe(true)
    expect(socket.texts.join()).not.toContain(app.token!)
    const left = await app.caller.raw('DELETE', '/sandbox/session', {}, app.headers())
    expect(left.headers.getSetCookie()).toEqual([])
    expect(await socket.closed()).toBe(4003)
    expect((await app.get('/sandbox/accounts')).retCode).toBe(NOT_SIGNED_IN)
    for (const one of [alone, wrong, elsewhere]) one.socket.close()
  })
})
