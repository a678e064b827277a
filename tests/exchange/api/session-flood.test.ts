import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { textsIn } from '../../../exchange/host/node/files/stored-texts'
import { hashToken } from '../../../exchange/host/node/http/cookies'
import { Sessions } from '../../../exchange/api/sessions/sessions'
import { Caller, openGateway, type TestGateway } from './lib/client'

const HOUR_MS = 3_600_000
const visitor = (i: number) => ({ owner: `o${i}`, account: `a${i}`, kind: 'uta2', name: 'Trader' }) as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('sessions on disk', () => {
  it('cost a line each, are written anew once in a long while, and are the same after a restart', async () => {
    const file = join(folder, 'sessions.json')
    const sessions = await Sessions.load(textsIn(folder), hashToken, () => true)
    await sessions.open(visitor(0))
    const first = statSync(file).size
    const opened = await Promise.all(Array.from({ length: 500 }, (_, i) => sessions.open(visitor(i + 1))))
    expect(statSync(file).size).toBe(first)
    const lines = readFileSync(`${file}.log`, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(500)
    for (const name of [file, `${file}.log`]) expect(statSync(name).mode & 0o777).toBe(0o600)
    await sessions.end(opened[0]!.session)
    // As a crash leaves it: the last line was not written to its end.
    appendFileSync(`${file}.log`, '{"open":{"owner":"o9')
    for (let restart = 0; restart < 2; restart++) {
      const after = await Sessions.load(textsIn(folder), hashToken, () => true)
      expect(after.find(hashToken(opened[0]!.token))).toBeNull()
      expect(
        opened.slice(1).every(({ token, session }) => after.find(hashToken(token))?.account === session.account),
      ).toBe(true)
      // What comes next is not written behind a broken line.
      const { token } = await after.open(visitor(1_000 + restart))
      expect((await Sessions.load(textsIn(folder), hashToken, () => true)).find(hashToken(token))?.account).toBe(
        `a${1_000 + restart}`,
      )
    }
  })

  it('are written anew after as many lines as there are sessions and a thousand more', async () => {
    const file = join(folder, 'sessions.json')
    const sessions = await Sessions.load(textsIn(folder), hashToken, () => true)
    const { session } = await sessions.open(visitor(0))
    for (let batch = 0; batch < 30; batch++) await Promise.all(Array.from({ length: 100 }, () => sessions.end(session)))
    expect(readFileSync(`${file}.log`, 'utf8').length).toBeLessThan(1_300 * 80)
  })
})

describe('when all places for sessions are taken', () => {
  it('none goes that was seen within the hour, and none whose account was used', async () => {
    let nowMs = 1_000_000_000_000
    const sessions = await Sessions.load(
      null,
      hashToken,
      () => true,
      () => nowMs,
    )
    const holder = await sessions.open(visitor(0))
    for (let i = 1; i < 10_000; i++) await sessions.open(visitor(i))
    const isUsed = (account: string): boolean => account === 'a0'
    expect(sessions.makesRoom(isUsed)).toBe(false)
    nowMs += HOUR_MS + 1
    expect(sessions.makesRoom(isUsed)).toBe(true)
    expect(sessions.find(hashToken(holder.token))?.account).toBe('a0')
    expect(sessions.accountOf('o1', 'uta2')).toBeNull()
    await sessions.open(visitor(10_000))
    expect(sessions.makesRoom(() => true)).toBe(false)
  })
})

describe('calls that open a session at the same time', () => {
  let world: TestGateway
  beforeEach(async () => {
    world = await openGateway()
  })
  afterEach(() => world.gateway.close())

  const opened = (): number => world.journal.inputs.filter(({ input }) => input.type === 'openAccount').length
  /** Each with the cookie that the browser had when it began. */
  const four = (cookie: string, body: unknown, headers: Record<string, string> = {}): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: 4 }, () => {
        const caller = new Caller(world.base)
        caller.cookie = cookie
        return caller.post('/sandbox/session', body, headers).then(({ result }) => result['account'] as string)
      }),
    )

  it('of one browser at its first visit open one account', async () => {
    const accounts = await four('', {}, { 'hub-profile': 'p-1' })
    expect(new Set(accounts).size).toBe(1)
    expect(opened()).toBe(1)
    const [other] = await four('', {}, { 'hub-profile': 'p-2' })
    expect(other).not.toBe(accounts[0])
    // Who names no profile is another visitor each time.
    expect(new Set(await four('', {})).size).toBe(4)
  })

  it('of one visitor who asks for another kind open one account of it', async () => {
    const caller = new Caller(world.base)
    await caller.signIn()
    const accounts = await four(caller.cookie, { account: 'demo' })
    expect(new Set(accounts).size).toBe(1)
    expect(opened()).toBe(2)
  })

  it('are another visit after the sign-out', async () => {
    const caller = new Caller(world.base)
    const first = (await caller.post('/sandbox/session', {}, { 'hub-profile': 'p-1' })).result['account']
    await caller.raw('DELETE', '/sandbox/session', {})
    caller.cookie = ''
    expect((await caller.post('/sandbox/session', {}, { 'hub-profile': 'p-1' })).result['account']).not.toBe(first)
  })

  it('are bounded for this computer as a whole, whichever of its addresses they come from', async () => {
    const codes = await Promise.all(
      Array.from({ length: 300 }, (_, i) => sessionFrom(world.gateway.port, `127.1.${i % 200}.7`)),
    )
    // 200 at once, and 20 a second while they come.
    expect(codes.filter((code) => code === 0).length).toBeLessThan(290)
    expect(new Set(codes)).toEqual(new Set([0, 10006]))
  })
})

function sessionFrom(port: number, localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host: `127.0.0.1:${port}`, 'content-type': 'application/json', 'x-requested-with': 'test' }
    const call = request({ host: '127.0.0.1', port, localAddress, method: 'POST', path: '/sandbox/session', headers })
    call.on('response', (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => resolve((JSON.parse(text) as { retCode: number }).retCode))
    })
    call.on('error', reject)
    call.end('{}')
  })
}
