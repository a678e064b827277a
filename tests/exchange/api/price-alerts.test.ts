import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ALERTS_MAX, PriceAlerts } from '../../../exchange/api/alerts/price-alerts'
import type { StoredText } from '../../../exchange/api/host-ports'
import type { VenueEvent } from '../../../exchange/venue/venue-port'
import type { Price } from '../../../src/domain/decimal'
import type { AlertTerms, PriceAlert } from '../../../src/domain/market/price-alert'
import { Listener, type Answer, type Caller } from './lib/client'
import { TICKER } from './lib/fake-journal'
import { RealGateway } from './lib/real-gateway'

const SPREAD = 'BTCUSDT_BTC/USDT'
const TERMS: AlertTerms = {
  symbol: TICKER.symbol,
  condition: 'crossing',
  price: '60500' as Price,
  percent: null,
  by: 'last',
  frequency: 'once',
  interval: null,
}

/** A text in memory; a write waits until `isHeld` is false. */
class MemoryText implements StoredText {
  readonly name = 'price-alerts.json'
  text: string | null = null
  write(text: string): Promise<void> {
    this.text = text
    return Promise.resolve()
  }
  read = () => Promise.resolve(this.text)
  append = () => Promise.reject(new Error('not appended to'))
  remove = () => Promise.reject(new Error('not removed'))
}

async function roomOn(file: StoredText) {
  const told: (readonly [string, PriceAlert])[] = []
  const removed: (readonly [string, string])[] = []
  let id = 0
  const alerts = await PriceAlerts.load(
    () => file,
    (account) => account !== 'gone',
    {
      newId: () => `a${++id}`,
      changed: (account, alert) => told.push([account, alert]),
      removed: (account, { id: gone }) => removed.push([account, gone]),
      trace: (error) => {
        throw error
      },
    },
  )
  /** Of a press that is new. */
  const set = async (...asked: Parameters<PriceAlerts['add']>): Promise<PriceAlert> => {
    const made = await alerts.add(...asked)
    if (made === null || made === 'other') throw new Error('not set')
    return made
  }
  const price = async (lastPrice: string, change: object = {}): Promise<void> => {
    const ticker = { ...TICKER, lastPrice: lastPrice as Price, ...change }
    alerts.take([{ type: 'ticker', ticker } as VenueEvent])
    await alerts.flush()
  }
  return {
    alerts,
    set,
    price,
    removed,
    fired: () => told.filter(([, one]) => one.firedCount > 0).map(([who, one]) => [who, one.firedPrice]),
  }
}

describe('the alerts of accounts', () => {
  it('one fires once, for its account, by the price that it names, and is over', async () => {
    const { alerts, price, fired } = await roomOn(new MemoryText())
    await alerts.add('ada', TERMS, { timeMs: 1 })
    await alerts.add('bob', { ...TERMS, by: 'mark' }, { timeMs: 2 })
    await price('60000', { markPrice: '60400' })
    await price('60600', { markPrice: '60450' })
    await price('60000', { markPrice: '60450' })
    await price('60600', { markPrice: '60450' })
    expect(fired()).toEqual([['ada', '60600']])
    expect(alerts.of('ada')).toMatchObject([{ isActive: false, firedCount: 1, firedPrice: '60600' }])
    expect(alerts.of('bob')).toMatchObject([{ isActive: true, firedCount: 0 }])
  })

  it('are there after a restart, over or not, and what fired does not fire again', async () => {
    const file = new MemoryText()
    const first = await roomOn(file)
    await first.alerts.add('ada', { ...TERMS, condition: 'above', frequency: 'everyTime' }, { timeMs: 1 })
    await first.alerts.add('gone', TERMS, { timeMs: 1 })
    await first.price('60600')
    const again = await roomOn(file)
    expect(again.alerts.of('ada')).toEqual(first.alerts.of('ada'))
    expect(again.alerts.of('gone')).toEqual([])
    await again.price('60700')
    expect(again.fired()).toEqual([])
    await again.price('60400')
    await again.price('60500')
    expect(again.fired()).toEqual([['ada', '60500']])
  })

  it('one that is set twice by the same press is one', async () => {
    const { alerts } = await roomOn(new MemoryText())
    const first = await alerts.add('ada', TERMS, { linkId: 'p-1', timeMs: 1 })
    expect(await alerts.add('ada', TERMS, { linkId: 'p-1', timeMs: 2 })).toEqual(first)
    expect(await alerts.add('ada', { ...TERMS, price: '1' as Price }, { linkId: 'p-1', timeMs: 2 })).toBe('other')
    expect(await alerts.add('bob', TERMS, { linkId: 'p-1', timeMs: 2 })).not.toEqual(first)
    expect(alerts.of('ada')).toHaveLength(1)
  })

  it('a press gets its first answer whatever became of the alert, after a restart too, and no other alert', async () => {
    const file = new MemoryText()
    const { alerts, set, price } = await roomOn(file)
    const [moved, fired, removed] = [
      await set('ada', TERMS, { linkId: 'p-1', timeMs: 1 }),
      await set('ada', { ...TERMS, condition: 'above', price: '60550' as Price }, { linkId: 'p-2', timeMs: 1 }),
      await set('ada', TERMS, { linkId: 'p-3', timeMs: 1 }),
    ]
    await alerts.amend('ada', moved.id, { ...TERMS, price: '99000' as Price })
    await price('60600')
    await alerts.remove('ada', removed.id)
    for (const room of [alerts, (await roomOn(file)).alerts]) {
      for (const first of [moved, fired, removed]) {
        const { linkId, symbol, condition, price: level, percent, by, frequency, interval } = first
        const terms = { symbol, condition, price: level, percent, by, frequency, interval }
        expect(await room.add('ada', terms, { linkId, timeMs: 2 })).toEqual(first)
        expect(await room.add('ada', { ...terms, price: '1' as Price }, { linkId, timeMs: 2 })).toBe('other')
      }
      expect(room.of('ada')).toMatchObject([
        { id: fired.id, isActive: false },
        { id: moved.id, price: '99000' },
      ])
    }
  })

  it('the press of an alert is forgotten a hundred removed ones later', async () => {
    const { alerts, set } = await roomOn(new MemoryText())
    const first = await set('ada', TERMS, { linkId: 'p-0', timeMs: 1 })
    await alerts.remove('ada', first.id)
    for (let count = 1; count <= 100; count++) {
      expect(await alerts.add('ada', TERMS, { linkId: 'p-0', timeMs: 2 })).toEqual(first)
      await alerts.remove('ada', (await set('ada', TERMS, { linkId: `p-${count}`, timeMs: count })).id)
    }
    expect(await alerts.add('ada', TERMS, { linkId: 'p-0', timeMs: 2 })).not.toEqual(first)
  })

  it('one that is moved keeps its name and place, waits at its new level alone, and anew if it was over', async () => {
    const { alerts, set, price, fired } = await roomOn(new MemoryText())
    const one = await set('ada', TERMS, { linkId: 'p-1', timeMs: 1 })
    const { id } = one
    await alerts.add('ada', { ...TERMS, price: '99000' as Price }, { timeMs: 2 })
    expect(await alerts.amend('bob', id, TERMS)).toBeNull()
    await price('60000')
    await alerts.amend('ada', id, { ...TERMS, price: '60700' as Price })
    await price('60000')
    await price('60600')
    expect(fired()).toEqual([])
    await price('60700')
    expect(fired()).toEqual([['ada', '60700']])
    expect(await alerts.amend('ada', id, TERMS)).toMatchObject({ id, linkId: 'p-1', isActive: true, firedCount: 0 })
    expect(alerts.of('ada').map((row) => row.id)).toEqual(['a2', 'a1'])
    await price('60000')
    await price('60500')
    expect(fired()).toEqual([
      ['ada', '60700'],
      ['ada', '60500'],
    ])
  })

  it('are removed by their account alone, and bounded', async () => {
    const { alerts, set, price, fired, removed } = await roomOn(new MemoryText())
    const one = await set('ada', TERMS, { timeMs: 1 })
    expect(await alerts.remove('bob', one.id)).toBe(false)
    expect(await alerts.remove('ada', one.id)).toBe(true)
    expect(await alerts.remove('ada', one.id)).toBe(false)
    expect(removed).toEqual([['ada', one.id]])
    await price('60000')
    await price('61000')
    expect(fired()).toEqual([])
    for (let count = 0; count < ALERTS_MAX; count++)
      expect(await alerts.add('ada', TERMS, { timeMs: count })).not.toBeNull()
    expect(await alerts.add('ada', TERMS, { timeMs: 0 })).toBeNull()
    expect(await alerts.add('bob', TERMS, { timeMs: 0 })).not.toBeNull()
  })
})

describe('the calls and the topic', () => {
  let world: RealGateway
  let caller: Caller
  beforeEach(async () => {
    world = await RealGateway.open({ families: ['spot', 'spread'] })
    caller = await world.caller()
  })
  afterEach(() => world.close())
  const list = async (): Promise<Record<string, unknown>[]> => {
    const { result } = await caller.get('/contract/v5/price-alert/list')
    return result['list'] as Record<string, unknown>[]
  }
  const create = (body: object): Promise<Answer> => caller.post('/contract/v5/price-alert/create', body)

  it('an alert that holds already fires with the next price, is pushed, and stays over after a restart', async () => {
    const listener = await Listener.open(`http://127.0.0.1:${world.port}`, 'private', caller.cookie)
    listener.send({ op: 'login', args: [await caller.oneTimeToken()], req_id: 'l' })
    await listener.next()
    listener.send({ op: 'subscribe', args: ['user.alert'] })
    await listener.next()
    expect(await listener.next()).toMatchObject({ topic: 'user.alert', type: 'snapshot', data: [] })
    const made = await create({ symbol: 'BTCUSDT', condition: 'Above', price: '1' })
    expect(made).toMatchObject({ retCode: 0, result: { triggerBy: 'LastPrice', frequency: 'Once', isActive: true } })
    expect(await listener.next()).toMatchObject({ topic: 'user.alert', data: [{ isActive: true, firedCount: 0 }] })
    await world.tick(5)
    expect(await listener.next()).toMatchObject({ topic: 'user.alert', data: [{ isActive: false, firedCount: 1 }] })
    listener.close()
    const before = await list()
    expect(before).toMatchObject([{ alertId: made.result['alertId'], isActive: false }])
    await world.restart()
    await world.tick(5)
    expect(await list()).toEqual(before)
    expect(await caller.post('/contract/v5/price-alert/remove', { alertId: made.result['alertId'] })).toMatchObject({
      retCode: 0,
    })
    expect(await list()).toEqual([])
  })

  it('a client-tag that comes again after its alert was removed makes no other alert', async () => {
    const terms = { symbol: 'BTCUSDT', condition: 'Above', price: '900000' }
    const press = (body: object) => caller.post('/contract/v5/price-alert/create', body, { 'client-tag': 'alert-1' })
    const { result } = await press(terms)
    await caller.post('/contract/v5/price-alert/remove', { alertId: result['alertId'] })
    expect(await press(terms)).toMatchObject({ retCode: 0, result })
    expect(await press({ ...terms, price: '900000.0' })).toMatchObject({ retCode: 0, result })
    const other = { retCode: 110072, retExtInfo: { field: 'client-tag' } }
    expect(await press({ ...terms, price: '910000' })).toMatchObject(other)
    await world.restart()
    expect(await press(terms)).toMatchObject({ retCode: 0, result })
    expect(await press({ ...terms, condition: 'Below' })).toMatchObject(other)
    expect(await list()).toEqual([])
  })

  it.each(['-10', '0'])('a spread may be waited for at %s, which is a price of it', async (price) => {
    for (const condition of ['Crossing', 'Above', 'Below'])
      expect(await create({ symbol: SPREAD, condition, price })).toMatchObject({ retCode: 0, result: { price } })
  })

  it('a spread may be waited for by its mark, which is that of its legs', async () => {
    await world.tick(5)
    expect(await create({ symbol: SPREAD, condition: 'Above', price: '1', triggerBy: 'MarkPrice' })).toMatchObject({
      retCode: 0,
    })
  })

  it.each([
    ['a share of nothing', { symbol: SPREAD, condition: 'Percent', price: '0', percent: '0.1' }, 'price'],
    ['a share of less than nothing', { symbol: SPREAD, condition: 'Percent', price: '-10', percent: '0.1' }, 'price'],
    [
      'the index of a spread, which has none',
      { symbol: SPREAD, condition: 'Above', price: '1', triggerBy: 'IndexPrice' },
      'triggerBy',
    ],
    ['an unknown contract', { symbol: 'NOUSDT', condition: 'Above', price: '1' }, 'symbol'],
    ['a share without a per cent', { symbol: 'BTCUSDT', condition: 'Percent', price: '1' }, 'percent'],
    ['a per cent without a share', { symbol: 'BTCUSDT', condition: 'Above', price: '1', percent: '0.1' }, 'percent'],
    ['a fall of everything', { symbol: 'BTCUSDT', condition: 'Percent', price: '1', percent: '-1' }, 'percent'],
    ['the close of no bar', { symbol: 'BTCUSDT', condition: 'Above', price: '1', frequency: 'BarClose' }, 'interval'],
    ['no price', { symbol: 'BTCUSDT', condition: 'Above', price: '0' }, 'price'],
  ])('%s is refused by its field', async (_what, body, field) => {
    expect(await create(body)).toMatchObject({ retCode: 10001, retExtInfo: { field } })
    expect(await list()).toEqual([])
  })
})
