import { expect, test } from 'vitest'
import { optionInstrument } from '../../../exchange/listings/option-instrument'
import type { Price, Qty } from '../../../src/domain/decimal'
import { OPTION_INFO_PATH } from '../../../src/wire/rest/option-info'
import { writeOrderRow } from '../../../src/wire/push/account'
import { CREATE_ORDER_PATH } from '../../../src/wire/rest/create-order'
import { writeOptionInfo } from '../../../src/wire/v5/option-rows'
import type { Watch } from '../../../src/workers/hub-api'
import type { OrderIntent } from '../../../src/workers/presses'
import { RawAnswer, settle } from '../fakes'
import { ACCOUNT, order, Scene } from '../scene'

const OPTION = optionInstrument(
  {
    symbol: 'BTC-1JAN27-60000-C-USDT',
    family: 'option',
    base: 'BTC',
    kind: 'usdt',
    listedMs: 1_000,
    expiryMs: 1_798_761_600_000,
  },
  'trading',
)
const { symbol } = OPTION
const BOOK: Watch = { topic: { kind: 'book', symbol, depth: 50 }, rows: 10, group: 1 }

/** The exchange names a version of the list of options. */
function named(scene: Scene, version: string, seq: number): void {
  scene.push('public', 'public.symbol.notify', 'delta', seq, {
    symbol: '',
    version: 'v1',
    lists: { option: { symbol: '', version } },
  })
}

function press(scene: Scene, id: string): OrderIntent {
  return {
    id: id as OrderIntent['id'],
    account: ACCOUNT,
    pressedAtMs: scene.world.clock.now(),
    order: {
      symbol,
      side: 'buy',
      type: 'limit',
      price: '1000' as Price,
      qty: '0.01' as Qty,
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
  }
}

test('rules of an option are read when a tab shows it, and confirmed once they were asked for after a version was named', async () => {
  const scene = new Scene()
  const { transport } = scene.world
  transport.on(OPTION_INFO_PATH, () => ({ list: [writeOptionInfo(OPTION)] }))
  transport.on(CREATE_ORDER_PATH, () => ({ orderId: 'o-1', orderLinkId: 'a', price: '1000' }))
  await scene.live()
  expect(transport.count(OPTION_INFO_PATH)).toBe(0)
  await scene.tab.watch('tab-1', [BOOK])
  await settle()
  expect(transport.count(OPTION_INFO_PATH)).toBe(1)
  expect(scene.port.last('singles')).toMatchObject({ markets: [{ symbol }], confirmed: [], missing: [] })
  const refused = { kind: 'refused', rejection: { reason: 'rulesUnconfirmed' } }
  expect(await scene.tab.placeOrder(press(scene, 'a'))).toMatchObject(refused)
  named(scene, 'o1', 2)
  await settle()
  // Asked anew: what was known was from before the version.
  expect(transport.count(OPTION_INFO_PATH)).toBe(2)
  expect(scene.port.last('singles').confirmed).toEqual([symbol])
  expect(await scene.tab.placeOrder(press(scene, 'b'))).toMatchObject({ kind: 'accepted' })
  // Another version: view only until the answer has come again.
  transport.on(OPTION_INFO_PATH, () => RawAnswer.status(503))
  named(scene, 'o2', 3)
  await settle()
  expect(scene.port.last('singles').confirmed).toEqual([])
  transport.on(OPTION_INFO_PATH, () => ({ list: [writeOptionInfo({ ...OPTION, status: 'delivering' })] }))
  await scene.world.clock.advance(3_000)
  expect(scene.port.last('singles')).toMatchObject({ markets: [{ status: 'delivering' }], confirmed: [symbol] })
})

test('a name that the exchange does not list is missing', async () => {
  const scene = new Scene()
  scene.world.transport.on(OPTION_INFO_PATH, () => ({ list: [] }))
  await scene.live()
  await scene.tab.watch('tab-1', [BOOK])
  await settle()
  expect(scene.port.last('singles')).toMatchObject({ markets: [], missing: [symbol] })
})

test('a chain is one stream: every tab that shows it is told its rows, and no list of contracts has them', async () => {
  const scene = new Scene()
  await scene.live()
  await scene.tab.watch('tab-1', [{ topic: { kind: 'chain', coin: 'BTC' } }])
  await settle()
  const row = { symbol, markPrice: '1000.5', underlyingPrice: '60000', markIv: '0.5', delta: '0.4' }
  scene.push('public', 'instrument_info_v3.option.BTC', 'snapshot', 1, [row])
  await settle()
  expect(scene.port.last('ticker')).toMatchObject({
    stale: false,
    ticker: { symbol, markPrice: '1000.5', option: { underlyingPrice: '60000', markVolatility: 0.5 } },
  })
  scene.push('public', 'instrument_info_v3.option.BTC', 'delta', 2, [{ symbol, delta: '0.41' }])
  await settle()
  expect(scene.port.last('ticker').ticker).toMatchObject({
    markPrice: '1000.5',
    option: { underlyingPrice: '60000', greeks: { delta: 0.41 } },
  })
})

test('rules of an option that a row of the account names are read though no tab shows it', async () => {
  const scene = new Scene()
  const { transport } = scene.world
  transport.on(OPTION_INFO_PATH, () => ({ list: [writeOptionInfo(OPTION)] }))
  await scene.live()
  scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ symbol }), 'newed')])
  await settle()
  expect(transport.count(OPTION_INFO_PATH)).toBe(1)
  expect(scene.port.last('singles')).toMatchObject({ markets: [{ symbol }] })
})

test('rules of an option that a row of the history names are read though no tab shows it', async () => {
  const scene = new Scene()
  const { transport } = scene.world
  transport.on(OPTION_INFO_PATH, () => ({ list: [writeOptionInfo(OPTION)] }))
  const row = writeOrderRow(order({ symbol, status: 'filled' }), 'filled')
  transport.on('/v5/order/history', () => ({ list: [row], nextPageCursor: '' }))
  await scene.live()
  const read = await scene.tab.orderHistory({ symbol: null, limit: 50, cursor: null })
  expect(read).toMatchObject({ hasError: false, value: { rows: [{ symbol }] } })
  await settle()
  expect(transport.count(OPTION_INFO_PATH)).toBe(1)
  expect(scene.port.last('singles')).toMatchObject({ markets: [{ symbol }] })
})
