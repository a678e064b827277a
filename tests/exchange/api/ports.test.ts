import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../../../exchange/host/node/start-gateway'
import type { RunningGateway } from '../../../exchange/host/node/gateway-options'
import { LocalFanout, type Fanout } from '../../../exchange/journal/fanout'
import { createVenue } from '../../../exchange/venue/create-venue'
import { ChannelFanout } from './lib/channel-fanout'
import { Caller, Listener, type Frame } from './lib/client'
import { MemoryJournal } from './lib/memory-journal'

const START_MS = 1_800_000_000_000
const MARKET = { account: '', connId: 'market', term: 0, clientTag: '' }

const fanouts: readonly [string, () => Fanout & { close?(): void }][] = [
  ['in this process', () => new LocalFanout()],
  ['over a message channel', () => new ChannelFanout()],
]

describe.each(fanouts)('a fanout %s', (_name, open) => {
  it('tells every listener every news once, in order, until it stops listening', async () => {
    const fanout = open()
    const heard: number[] = []
    const other: number[] = []
    const stop = fanout.subscribe(({ seq }) => heard.push(seq))
    let wake: () => void = () => undefined
    fanout.subscribe(({ seq }) => {
      other.push(seq)
      if (seq === 4) stop()
      wake()
    })
    for (let seq = 1; seq <= 5; seq++) fanout.publish({ events: [], seq, timeMs: START_MS })
    while (other.length < 5) await new Promise<void>((resolve) => (wake = resolve))
    expect(other).toEqual([1, 2, 3, 4, 5])
    // The one that stopped did so while the fourth was told.
    expect(heard).toEqual([1, 2, 3, 4])
    fanout.close?.()
  })
})

describe('the gateway over a journal in memory and a fanout over a message channel', () => {
  let journal: MemoryJournal
  let fanout: ChannelFanout
  let gateway: RunningGateway
  let caller: Caller
  let nowMs = START_MS
  const tick = () => journal.submit({ type: 'tick' }, MARKET)

  beforeAll(async () => {
    fanout = new ChannelFanout()
    const venue = createVenue({ seed: 7, region: 'global', feedSymbol: null, startMs: START_MS })
    journal = new MemoryJournal(venue, fanout, () => (nowMs += 50))
    await journal.submit({ type: 'genesis', seed: 7, region: 'global', feedSymbol: null }, MARKET)
    const config = { host: '127.0.0.1', port: 0, control: false, dataDir: null, api: null, ws: null, region: 'global' }
    gateway = await startGateway({ journal, fanout, config, build: 'test', staticDir: null })
    caller = new Caller(`http://127.0.0.1:${gateway.port}`)
    await caller.signIn()
    for (let i = 0; i < 10; i++) await tick()
  })
  afterAll(async () => {
    await gateway.close()
    fanout.close()
  })

  it('takes an order, fills it, and tells order, execution, position and wallet', async () => {
    const socket = await Listener.open(caller.base, 'private', caller.cookie)
    socket.send({ op: 'login', args: [await caller.oneTimeToken()] })
    await socket.until((frame) => frame['op'] === 'login')
    const topics = ['user.order', 'user.execution', 'user.position', 'user.wallet']
    socket.send({ op: 'subscribe', args: topics })
    for (let i = 0; i < topics.length;) if ((await socket.next())['type'] === 'snapshot') i++

    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01', orderLinkId: 'port-1' }
    const { result } = await caller.post('/v5/order/create', order)
    const rowsOf = async (topic: string) => {
      const frame: Frame = await socket.until((one) => one['topic'] === topic && one['type'] === 'delta')
      return frame.data as Record<string, unknown>[]
    }
    const { orderId } = result
    const steps = [
      { orderId, action: 'newed' },
      { orderId, action: 4 },
    ]
    expect(await rowsOf('user.order')).toMatchObject(steps)
    expect(await rowsOf('user.execution')).not.toEqual([])
    // A position is worked out when somebody reads it: it crossed the channel as what it is.
    expect(await rowsOf('user.position')).toMatchObject([{ symbol: 'BTCUSDT', side: 'Buy', size: '0.01' }])
    expect(await rowsOf('user.wallet')).toMatchObject([{ accountType: 'UNIFIED' }])
    expect((await caller.post('/v5/order/create', order)).result).toEqual(result)
    expect(journal.log.filter(({ input }) => input.type === 'place')).toHaveLength(1)
    socket.close()
  })

  it('shows the same book by REST and by push, as far as the news came', async () => {
    const socket = await Listener.open(caller.base, 'public')
    socket.send({ op: 'subscribe', args: ['orderBook_50.H.BTCUSDT'] })
    const snapshot = await socket.until((frame) => frame['type'] === 'snapshot')
    const book = (await caller.get('/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=50')).result
    expect(snapshot.data).toMatchObject({ b: book['b'], a: book['a'] })
    await tick()
    expect(await socket.until((frame) => frame['type'] === 'delta')).toMatchObject({ seq: 2 })
    socket.close()
  })
})
