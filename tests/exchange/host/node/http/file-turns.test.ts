import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONNECTION_LIMITS } from '../../../../../exchange/host/node/http/connection-limits'
import { openFront, type Front } from '../../../../../exchange/host/node/http/http-front'
import { OriginRules } from '../../../../../exchange/host/node/http/origins'
import type { StaticFiles } from '../../../../../exchange/host/node/http/static-files'
import { ReadDropped } from '../../../../../exchange/api/read-turns'

let front: Front
/** Reads that wait for their turn. */
let waiting: { readonly begin: () => void; readonly drop: () => void; readonly isGone: () => boolean }[]
let read: string[]
let traces: unknown[]
let counted: number
beforeEach(async () => {
  waiting = []
  read = []
  traces = []
  counted = 0
  const files = {
    answer(path: string) {
      read.push(path)
      return Promise.resolve({
        status: 200,
        headers: { 'content-type': 'text/plain' },
        scripts: [],
        body: Buffer.from('a file'),
      })
    },
  } as unknown as StaticFiles
  front = await openFront(
    {
      host: '127.0.0.1',
      port: 0,
      limits: CONNECTION_LIMITS,
      origins: new OriginRules('127.0.0.1', []),
      files,
      connect: [],
      hasControl: false,
      countRead: (work) => {
        counted++
        return work()
      },
      takeRead: (begin, isGone) =>
        new Promise((resolve, reject) => {
          waiting.push({
            begin: () => resolve(begin() as never),
            drop: () => reject(new ReadDropped('nobody waits for it')),
            isGone,
          })
        }),
      trace: (_id, error) => void traces.push(error),
      answered: () => undefined,
      metrics: () => ({ status: 404, type: '', headers: [], body: '' }),
    },
    { call: () => new Promise(() => undefined), upgrade: (_request, socket) => void socket.destroy() },
  )
})
afterEach(() => front.close())

describe('a file of the app', () => {
  it('is read when its turn has come among the reads, and its sending counts as one', async () => {
    const asked = fetch(`http://127.0.0.1:${front.port}/a.txt`)
    await expect.poll(() => waiting.length).toBe(1)
    expect([read, counted]).toEqual([[], 0])
    waiting[0]!.begin()
    expect(await (await asked).text()).toBe('a file')
    expect([read, counted]).toEqual([['/a.txt'], 1])
  })

  it('is not read for who has left meanwhile, and that is no fault', async () => {
    const socket = connect(front.port, '127.0.0.1', () =>
      socket.write('GET /a.txt HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    )
    await expect.poll(() => waiting.length).toBe(1)
    expect(waiting[0]!.isGone()).toBe(false)
    socket.destroy()
    await expect.poll(() => waiting[0]!.isGone()).toBe(true)
    waiting[0]!.drop()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect([read, traces]).toEqual([[], []])
  })
})
