import { describe, expect, test } from 'vitest'
import type { Qty } from '../../../src/domain/decimal'
import { FakeHubStore, RawAnswer, settle } from '../fakes'
import { BTC, Scene } from '../scene'

const [FIRST, SECOND, THIRD] = ['first-secret-token', 'second-secret-token', 'third-secret-token']
const NOT_SIGNED_IN = 10007

/** A store that remembers whatever it was ever given. */
function watchedStore(): { readonly store: FakeHubStore; readonly given: () => string } {
  const given: unknown[] = []
  const store = new Proxy(new FakeHubStore(), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        given.push(String(name), args)
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })
  return { store, given: () => JSON.stringify(given) }
}

/** An exchange that gives one token after the other, and knows the last one alone. */
function setUp() {
  const { store, given } = watchedStore()
  const scene = new Scene({ store })
  const { transport, clock } = scene.world
  let [token, account, kind] = ['', 'acc-0', 'uta2']
  let count = 0
  const open = (next: string): RawAnswer => {
    token = [FIRST, SECOND, THIRD][count++]!
    kind = next
    account = `acc-${count}`
    return RawAnswer.json({ retCode: 0, retMsg: 'OK', result: show(), token, time: clock.now() })
  }
  const show = () => ({ account, name: 'Trader', kind })
  const isKnown = (headers: Readonly<Record<string, string>>) => token !== '' && headers['usertoken'] === token
  transport.on('/sandbox/session', ({ method, headers, body }) => {
    if (method === 'DELETE') {
      token = ''
      return {}
    }
    const { account: asked } = JSON.parse(body ?? '{}') as { readonly account?: string }
    return isKnown(headers) && (asked === undefined || asked === kind) ? show() : open(asked ?? 'uta2')
  })
  transport.on('/user/private/ott', ({ headers }) =>
    isKnown(headers) ? { token: 'one-time' } : RawAnswer.code(NOT_SIGNED_IN, clock),
  )
  const sentTokens = (path: string) =>
    transport.requests.filter((one) => one.path === path).map(({ headers }) => headers['usertoken'])
  return { scene, given, sentTokens }
}

describe('a hub in the app’s own browser (spec §6, issue 23.8)', () => {
  test('sends the token of the answer with every later call, and with the login', async () => {
    const { scene, sentTokens } = setUp()
    await scene.live()
    expect(sentTokens('/sandbox/session')).toEqual([undefined])
    expect(sentTokens('/user/private/ott')).toEqual([FIRST])
    expect(sentTokens('/v5/position/list')).toContain(FIRST)
    expect(scene.privateSocket.asked('login')).toEqual(['one-time', FIRST])
    expect(scene.state).toBe('live')
  })

  test('shows the token to no tab, no address, no store, no log, no recording and no report', async () => {
    const { scene, given } = setUp()
    await scene.live()
    await scene.tab.asVisitor({ kind: 'list' })
    const before = await scene.tab.recording()
    await scene.tab.asVisitor({ kind: 'change', account: 'pm' })
    await scene.openPrivate()
    await scene.tab.candles({ symbol: BTC, interval: '1', source: 'last', endMs: null, limit: 10 })
    await scene.tab.goodbye('tab-1')
    await settle()
    const { transport, traces } = scene.world
    const left = {
      batches: scene.port.batches,
      before,
      recording: await scene.tab.recording(),
      diagnostics: await scene.tab.diagnostics(),
      audit: await scene.tab.audit(),
      addresses: [...transport.requests.map(({ url }) => url), ...transport.sockets.map(({ url }) => url)],
      bodies: transport.requests.map(({ body }) => body),
      traces,
    }
    const text = JSON.stringify(left) + given()
    // It is the text of this session, and not of an empty one.
    for (const part of ['acc-1', 'acc-2', 'halyard-recording', '/sandbox/session', 'forgetOthers'])
      expect(text).toContain(part)
    for (const token of [FIRST, SECOND]) expect(text).not.toContain(token)
    // Frames of sockets are kept; the login is not.
    for (const { frames } of [before, left.recording])
      expect(frames.some((frame) => frame.text === '{"op":"login"}')).toBe(true)
  })

  test('where no answer has a token none is sent: in any other browser a cookie bears it', async () => {
    const scene = new Scene()
    await scene.live()
    expect(scene.privateSocket.asked('login')).toEqual(['one-time'])
    expect(scene.world.transport.requests.every(({ headers }) => !('usertoken' in headers))).toBe(true)
  })

  test('changes the account itself: one session is opened, although the old one ends before the answer', async () => {
    const { scene, sentTokens } = setUp()
    await scene.live()
    const { transport } = scene.world
    const answer = transport.handler('/sandbox/session')
    let finish: () => void = () => undefined
    transport.on('/sandbox/session', async (request) => {
      const given = answer(request)
      await new Promise<void>((resolve) => (finish = resolve))
      return given
    })
    const changed = scene.tab.asVisitor({ kind: 'change', account: 'pm' })
    await settle()
    // As the exchange does: the old session's channel closes, and its token is refused from now on.
    scene.privateSocket.drop(4003)
    await scene.world.clock.advance(3_000)
    expect(sentTokens('/sandbox/session')).toEqual([undefined, FIRST])
    finish()
    expect(await changed).toMatchObject({ hasError: false, value: [] })
    await settle()
    expect(scene.port.last('session').session).toEqual({ account: 'acc-2', name: 'Trader', kind: 'pm' })
    await scene.openPrivate()
    expect(scene.privateSocket.asked('login')).toEqual(['one-time', SECOND])
    expect(sentTokens('/sandbox/session')).toEqual([undefined, FIRST])
  })

  test('a sign-out forgets the token, and the next account has one of its own', async () => {
    const { scene, sentTokens } = setUp()
    await scene.live()
    expect(await scene.tab.asVisitor({ kind: 'signOut' })).toMatchObject({ hasError: false })
    await settle()
    // The call that opens the next account bears no token any more.
    expect(sentTokens('/sandbox/session')).toEqual([undefined, FIRST, undefined])
    expect(scene.port.last('session').session).toMatchObject({ account: 'acc-2' })
  })

  test('a change that is refused leaves the account and its token in use', async () => {
    const { scene, sentTokens } = setUp()
    await scene.live()
    const { transport, clock } = scene.world
    const answer = transport.handler('/sandbox/session')
    transport.on('/sandbox/session', () => RawAnswer.code(10006, clock))
    expect(await scene.tab.asVisitor({ kind: 'change', account: 'pm' })).toMatchObject({ hasError: true, code: 10006 })
    transport.on('/sandbox/session', answer)
    transport.on('/sandbox/faucet', () => ({ account: 'acc-1', coin: 'USDT', amount: '500' }))
    expect(await scene.tab.asVisitor({ kind: 'give', coin: 'USDT', amount: '500' as Qty })).toMatchObject({
      hasError: false,
    })
    expect(sentTokens('/sandbox/faucet')).toEqual([FIRST])
    expect(scene.state).toBe('live')
  })

  test('a change whose answer is lost is said to be lost, and the account in use is found again', async () => {
    const { scene } = setUp()
    await scene.live()
    const { transport } = scene.world
    const answer = transport.handler('/sandbox/session')
    transport.on('/sandbox/session', (request) => {
      answer(request)
      throw new TypeError('cut')
    })
    expect(await scene.tab.asVisitor({ kind: 'change', account: 'pm' })).toMatchObject({ hasError: true, code: null })
    transport.on('/sandbox/session', answer)
    scene.privateSocket.drop(4003)
    await scene.world.clock.advance(3_000)
    scene.privateSocket.open()
    await settle()
    await scene.world.clock.advance(3_000)
    // The token that the exchange gave is nowhere: the old one is refused, and a new session is opened.
    expect(scene.port.last('session').session).toMatchObject({ account: 'acc-3' })
  })

  test('names and renames accounts', async () => {
    const { scene, sentTokens } = setUp()
    await scene.live()
    const { transport } = scene.world
    transport.on('/sandbox/accounts', () => ({ list: [{ account: 'acc-1', name: 'Swing', kind: 'uta2' }] }))
    transport.on('/sandbox/account-name', ({ body }) => ({ account: 'acc-1', kind: 'uta2', ...JSON.parse(body!) }))
    expect(await scene.tab.asVisitor({ kind: 'list' })).toMatchObject({ value: [{ account: 'acc-1', name: 'Swing' }] })
    expect(await scene.tab.asVisitor({ kind: 'rename', name: 'Day' })).toMatchObject({ hasError: false, value: [] })
    expect(sentTokens('/sandbox/account-name')).toEqual([FIRST])
  })
})
