import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Caller, openGateway, slowDisk, type TestGateway } from '../../../api/lib/client'

let opened: TestGateway | null = null

afterEach(async () => {
  await opened?.gateway.close()
  opened = null
})

test('a stop answers what has come, and takes nothing new', async () => {
  opened = await openGateway()
  const { base, gateway, journal } = opened
  const caller = new Caller(base)
  await caller.signIn()
  const finish = slowDisk(journal)
  const paid = caller.raw('POST', '/sandbox/faucet', { coin: 'USDT', amount: '500' })
  await expect.poll(() => journal.inputs.at(-1)?.input.type).toBe('faucet')
  const stopped = gateway.close()
  opened = null
  await expect(fetch(`${base}/healthz`)).rejects.toThrow()
  finish()
  const answer = await paid
  expect([answer.status, ((await answer.json()) as { retCode: number }).retCode]).toEqual([200, 0])
  await stopped
})

test('sockets are told that the exchange stops (1012), and one that does not answer is cut', async () => {
  opened = await openGateway()
  const { base, gateway } = opened
  const url = `${base.replace('http', 'ws')}/realtime_public?v=2`
  const [polite, silent] = [0, 1].map(() => new WebSocket(url, { origin: base })) as [WebSocket, WebSocket]
  await Promise.all([polite, silent].map((socket) => new Promise((done) => socket.once('open', done))))
  silent.pause()
  const code = new Promise<number>((done) => polite.once('close', done))
  const beganAt = performance.now()
  await gateway.close()
  opened = null
  expect(await code).toBe(1012)
  expect(performance.now() - beganAt).toBeLessThan(2_000)
  silent.terminate()
})
