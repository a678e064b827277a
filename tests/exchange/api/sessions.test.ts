import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { textsIn } from '../../../exchange/host/node/files/stored-texts'
import { hashToken } from '../../../exchange/host/node/http/cookies'
import { Sessions } from '../../../exchange/api/sessions/sessions'
import { Caller, openGateway, type TestGateway } from './lib/client'
import { FakeJournal } from './lib/fake-journal'

let folder: string
let world: TestGateway
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-'))
  world = await openGateway({ dataDir: folder })
})
afterEach(async () => {
  await world.gateway.close()
  await rm(folder, { recursive: true })
})

describe('sandbox sessions', () => {
  it('opens a UTA2 account at the first visit and returns to it', async () => {
    const caller = new Caller(world.base)
    const first = await caller.post('/sandbox/session')
    expect(first.result).toMatchObject({ kind: 'uta2', name: 'Trader', isNew: true })
    expect(world.journal.inputs).toHaveLength(1)
    expect(world.journal.inputs[0]!.input).toMatchObject({ type: 'openAccount', kind: 'uta2' })
    const again = await caller.post('/sandbox/session')
    expect(again.result).toEqual({ ...first.result, isNew: false })
    expect(world.journal.inputs).toHaveLength(1)
  })

  it('sets the cookie under both names, HttpOnly and strict, with at least 128 bits', async () => {
    const response = await new Caller(world.base).raw('POST', '/sandbox/session', {})
    const [host, plain] = response.headers.getSetCookie()
    const { port } = world.gateway
    expect(host).toMatch(new RegExp(`^__Host-halyard-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure;`))
    expect(plain).toMatch(new RegExp(`^halyard-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age`))
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).not.toContain(/=([\w-]{43});/.exec(host!)![1])
  })

  it('replaces a cookie it did not give', async () => {
    const caller = new Caller(world.base)
    caller.cookie = `halyard-${world.gateway.port}=fixed-by-somebody`
    await caller.signIn()
    expect(caller.cookie).not.toContain('fixed-by-somebody')
  })

  it('opens one account of each kind, each in a session of its own', async () => {
    const caller = new Caller(world.base)
    const first = await caller.signIn()
    const before = caller.cookie
    const demo = await caller.signIn({ account: 'demo', name: 'Ada' })
    expect(demo).not.toBe(first)
    const old = new Caller(world.base)
    old.cookie = before
    expect((await old.get('/sandbox/accounts')).retCode).toBe(10007)
    expect(await caller.signIn({ account: 'uta2' })).toBe(first)
    const accounts = (await caller.get('/sandbox/accounts')).result['list']
    expect(accounts).toMatchObject([
      { kind: 'uta2', isCurrent: true },
      { kind: 'demo', isCurrent: false },
    ])
    expect((await caller.post('/sandbox/session', { account: 'gold' })).retCode).toBe(10001)
  })

  it('a call that was on its way with the former cookie finds the account that was changed to, and no other', async () => {
    const caller = new Caller(world.base)
    await caller.signIn()
    const late = new Caller(world.base)
    late.cookie = caller.cookie
    const pm = await caller.signIn({ account: 'pm' })
    // As a hub asks: for the account in use, whichever that is.
    expect((await late.post('/sandbox/session')).result).toMatchObject({ account: pm, kind: 'pm', isNew: false })
    // After a sign-out there is nobody whose visit it could be.
    const gone = new Caller(world.base)
    gone.cookie = late.cookie
    expect((await late.raw('DELETE', '/sandbox/session', {})).status).toBe(200)
    expect((await gone.post('/sandbox/session')).result).toMatchObject({ kind: 'uta2', isNew: true })
  })

  it('a hub that was not told of the account that its page changed to is refused until it asks (I12)', async () => {
    const page = new Caller(world.base)
    const hub = { 'hub-connection': 'hub-1', 'hub-term': '1' }
    await page.post('/sandbox/session', {}, hub)
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '50000', qtyX: '10000000' }
    const token = () => page.post('/user/private/ott', {}, hub)
    const isRefused = async (): Promise<boolean> =>
      (await page.post('/contract/v5/order/create', order, hub)).retCode === 10007
    expect(await isRefused()).toBe(false)
    await page.signIn({ account: 'pm' })
    const placed = world.journal.inputs.length
    expect(await isRefused()).toBe(true)
    expect((await token()).retCode).toBe(10007)
    expect(world.journal.inputs).toHaveLength(placed)
    // Another hub of the browser, and a page by itself, were told nothing else.
    expect((await page.post('/contract/v5/order/create', order)).retCode).not.toBe(10007)
    expect((await page.post('/sandbox/session', {}, hub)).result).toMatchObject({ kind: 'pm' })
    expect(await isRefused()).toBe(false)
  })

  it('survives a restart with no token on disk', async () => {
    const caller = new Caller(world.base)
    const account = await caller.signIn()
    const stored = await readFile(join(folder, 'sessions.json'), 'utf8')
    const token = /=([\w-]{43})/.exec(caller.cookie)![1]!
    expect(stored).not.toContain(token)
    const after = await Sessions.load(textsIn(folder), hashToken, () => true)
    expect(after.find(hashToken(token))?.account).toBe(account)
    expect((await Sessions.load(textsIn(folder), hashToken, () => false)).find(hashToken(token))).toBeNull()
  })

  it('an account has the name that its visitor gave it, in every session and after a restart', async () => {
    const caller = new Caller(world.base)
    const { account } = (await caller.post('/sandbox/session')).result as { readonly account: string }
    await caller.post('/sandbox/session', { account: 'pm' })
    await caller.post('/sandbox/session', { account: 'uta2' })
    const named = await caller.post('/sandbox/account-name', { name: ' Swing trades ' })
    expect(named.result).toEqual({ account, name: 'Swing trades', kind: 'uta2' })
    const names = async () =>
      ((await caller.get('/sandbox/accounts')).result as { readonly list: readonly object[] }).list
    expect(await names()).toEqual([
      expect.objectContaining({ kind: 'uta2', name: 'Swing trades', isCurrent: true }),
      expect.objectContaining({ kind: 'pm', name: 'Trader' }),
    ])
    const token = /=([\w-]{43})/.exec(caller.cookie)![1]!
    const after = await Sessions.load(textsIn(folder), hashToken, () => true)
    expect(after.find(hashToken(token))).toMatchObject({ account, name: 'Swing trades' })
  })

  it('a name that is empty, too long, or not to be shown is refused by its field, and a visitor alone has one', async () => {
    const caller = new Caller(world.base)
    expect((await caller.post('/sandbox/account-name', { name: 'x' })).retCode).not.toBe(0)
    await caller.post('/sandbox/session')
    for (const name of ['', '   ', 'x'.repeat(21), 'a\u202eb', 'a\nb', 'a\u0000b']) {
      const answer = await caller.post('/sandbox/account-name', { name })
      expect([answer.retCode, answer.retMsg], JSON.stringify(name)).toEqual([10_001, expect.stringContaining('name')])
    }
    expect((await caller.post('/sandbox/session')).result).toMatchObject({ name: 'Trader' })
  })

  it('returns to an account of another kind after a restart too', async () => {
    const caller = new Caller(world.base)
    const first = await caller.signIn()
    await caller.signIn({ account: 'demo' })
    const token = /=([\w-]{43})/.exec(caller.cookie)![1]!
    const after = await Sessions.load(textsIn(folder), hashToken, () => true)
    const { owner } = after.find(hashToken(token))!
    expect(after.accountOf(owner, 'uta2')?.account).toBe(first)
    expect(after.accountsOf(owner).map((one) => one.kind)).toEqual(['uta2', 'demo'])
  })

  it('a disk that refuses once does not cost the next visitor the session', async () => {
    const texts = textsIn(join(folder, 'later'))
    const sessions = await Sessions.load(texts, hashToken, () => true)
    const visitor = { owner: 'o', account: 'a', kind: 'uta2', name: 'n' } as const
    await writeFile(join(folder, 'later'), 'a file where the folder should be')
    await expect(sessions.open(visitor)).rejects.toThrow()
    await rm(join(folder, 'later'))
    const { token } = await sessions.open(visitor)
    expect((await Sessions.load(texts, hashToken, () => true)).find(hashToken(token))?.account).toBe('a')
  })

  it('starts without sessions where the file is not one', async () => {
    for (const text of ['', '{', '[1,{"hash":5}]', '{"a":1}', '{"sessions":[{"hash":5}],"accounts":{}}', 'null']) {
      const texts = textsIn(join(folder, 'other'))
      await texts('sessions.json').write(text)
      const sessions = await Sessions.load(texts, hashToken, () => true)
      expect(sessions.find(hashToken('x'))).toBeNull()
    }
  })

  it('gives paper money within bounds', async () => {
    const caller = new Caller(world.base)
    await caller.signIn()
    expect((await caller.post('/sandbox/faucet', { coin: 'USDT', amount: '500' })).retCode).toBe(0)
    expect(world.journal.inputs.at(-1)!.input).toMatchObject({ type: 'faucet', coin: 'USDT', amount: '500' })
    for (const amount of ['0', '-1', '1000000.1', 5, '1e3'])
      expect((await caller.post('/sandbox/faucet', { coin: 'USDT', amount })).retCode).toBe(10001)
  })
})

describe('session and token lives', () => {
  it('ends idle sessions and late one-time tokens', async () => {
    let nowMs = 1_000_000
    const sessions = await Sessions.load(
      null,
      hashToken,
      () => true,
      () => nowMs,
    )
    const { token, session } = await sessions.open({ owner: 'o', account: 'a', kind: 'uta2', name: 'n' })
    const inTime = sessions.issueOneTime(session)
    nowMs += 10_000
    expect(sessions.redeem(inTime, session.hash)).toBe('a')
    const late = sessions.issueOneTime(session)
    nowMs += 10_001
    expect(sessions.redeem(late, session.hash)).toBeNull()
    nowMs += 31 * 86_400_000
    expect(sessions.find(hashToken(token))).toBeNull()
  })
})

it('a gateway on another ledger does not know the sessions of the first', async () => {
  const caller = new Caller(world.base)
  await caller.signIn()
  const other = await openGateway({ dataDir: folder }, new FakeJournal())
  const there = new Caller(other.base)
  there.cookie = caller.cookie.replaceAll(String(world.gateway.port), String(other.gateway.port))
  expect((await there.get('/sandbox/accounts')).retCode).toBe(10007)
  await other.gateway.close()
})
