import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../exchange/api/feeds/dispatcher/connection'
import { Inbox } from '../../../exchange/api/feeds/dispatcher/inbox'
import { ReadTurns } from '../../../exchange/api/read-turns'
import { RawSocket } from '../hostile/lib/raw-socket'
import { RealGateway } from './lib/real-gateway'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function openInbox() {
  let nowMs = 0
  const turns = new ReadTurns(setImmediate, () => nowMs)
  const socket = {
    isOpen: true,
    isPaused: false,
    pause: () => void (socket.isPaused = true),
    resume: () => void (socket.isPaused = false),
  }
  const heard: string[] = []
  const inbox = new Inbox(turns, { socket } as unknown as Connection, (text) => {
    nowMs += 2
    heard.push(text)
  })
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms
    await wait(20)
  }
  return { inbox, socket, heard, pass }
}

describe('what a socket says', () => {
  it('is heard at once where there is time, and otherwise one after the other in its order', async () => {
    const { inbox, heard, pass } = openInbox()
    for (const text of ['a', 'b', 'c', 'd']) inbox.take(text)
    // A millisecond is there at once and one grows with each two that are used: the first leaves none.
    expect(heard).toEqual(['a'])
    expect(inbox.isIdle).toBe(false)
    while (heard.length < 4) await pass(3)
    expect(heard).toEqual(['a', 'b', 'c', 'd'])
    expect(inbox.isIdle).toBe(true)
  })

  it('stops the reading when eight messages wait, and lets it go on when they were heard', async () => {
    const { inbox, socket, heard, pass } = openInbox()
    for (let i = 0; i < 8; i++) inbox.take(String(i))
    expect(socket.isPaused).toBe(false)
    inbox.take('8')
    inbox.take('9')
    expect(socket.isPaused).toBe(true)
    while (heard.length < 10) await pass(5)
    await wait(5)
    expect(socket.isPaused).toBe(false)
  })

  it('is not heard any more once the socket is told to go', async () => {
    const { inbox, socket, heard, pass } = openInbox()
    for (const text of ['a', 'b', 'c']) inbox.take(text)
    socket.isOpen = false
    await pass(50)
    expect(heard).toEqual(['a'])
    expect(inbox.isIdle).toBe(true)
  })
})

describe('a socket that says more than anybody can hear', () => {
  it('is held back, answered in its order, and keeps nobody waiting', async () => {
    const world = await RealGateway.open()
    const flood = await RawSocket.open(world.port, '/v5/public/linear')
    for (let i = 0; i < 2_000; i++) flood.say(`{"op":"ping","req_id":"${i}"}`)
    const fromMs = performance.now()
    expect((await fetch(`http://127.0.0.1:${world.port}/healthz`)).status).toBe(200)
    const waitedMs = performance.now() - fromMs
    const last = await flood.until((one) => one.payload.includes('"1999"'))
    expect(last).not.toBeNull()
    // It came between the two thousand, not behind them.
    expect(waitedMs).toBeLessThan(performance.now() - fromMs)
    const ids = flood.frames
      .map((one) => /"req_id":"(\d+)"/.exec(String(one.payload))?.[1])
      .filter((one) => one !== undefined)
    expect(ids).toEqual(Array.from({ length: 2_000 }, (_, i) => String(i)))
    flood.close()
    await world.close()
  })
})
