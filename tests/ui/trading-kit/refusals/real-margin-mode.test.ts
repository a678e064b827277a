import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Leverage, Price, Qty } from '../../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import type { AccountMarginMode } from '../../../../src/domain/position/position'
import { rejectionText } from '../../../../src/ui/trading-kit/refusals/rejection-text'
import { CODE } from '../../../../src/wire/rest/codes'
import { BTC, closeWorld, control, Desk, MARKET, openWorld } from './desk'

/** Settled in its coin. */
const BTCUSD = 'BTCUSD' as InstrumentSymbol

/** One trader for all: each row puts back what the next one needs. */
let desk: Desk
beforeAll(async () => {
  await openWorld({ markets: 'all' })
  desk = await Desk.open()
}, 60_000)
afterAll(() => closeWorld())

const chosen = async (mode: AccountMarginMode) =>
  expect(await desk.hub.tab.setMarginMode(mode)).toMatchObject({ kind: 'accepted' })
const leverage = async (buy: string, sell = buy) =>
  expect(
    await desk.hub.tab.setLeverage({ symbol: BTC, buyLeverage: buy as Leverage, sellLeverage: sell as Leverage }),
  ).toMatchObject({ kind: 'accepted' })
const positionMode = async (mode: 'hedge' | 'oneWay') =>
  expect(await desk.hub.tab.setPositionMode({ symbol: BTC, mode })).toMatchObject({ kind: 'accepted' })
const spotMargin = async (isOn: boolean) =>
  expect(await desk.hub.tab.changeLending({ kind: 'spotMargin', isOn })).toMatchObject({ kind: 'accepted' })
const collateral = async (isOn: boolean) =>
  expect(await desk.hub.tab.changeLending({ kind: 'collateral', coin: 'BTC', isOn })).toMatchObject({
    kind: 'accepted',
  })
const nothingOpen = async () =>
  expect(await desk.hub.tab.cancelAll(null, null)).toMatchObject({ kind: 'accepted', value: 1 })

interface Row {
  readonly reason: string
  readonly asked: AccountMarginMode
  readonly words: string
  readonly make: () => Promise<void>
  readonly after: () => Promise<void>
}

const ROWS: readonly Row[] = [
  {
    reason: 'spot margin, which is on',
    asked: 'isolated',
    words: 'Spot margin is on, which isolated margin does not allow. Turn it off first.',
    make: () => spotMargin(true),
    after: () => spotMargin(false),
  },
  {
    reason: 'a coin that counts as collateral for the others',
    asked: 'isolated',
    words: 'BTC counts as collateral for other coins, which isolated margin does not allow. Switch that off first.',
    make: () => collateral(true),
    after: () => collateral(false),
  },
  {
    reason: 'a contract in hedge mode',
    asked: 'portfolio',
    words: 'BTCUSDT: portfolio margin knows one position of a contract. Change the position mode to one-way first.',
    make: () => positionMode('hedge'),
    after: () => positionMode('oneWay'),
  },
  {
    reason: 'sides of one contract whose leverage differs',
    asked: 'cross',
    words: 'BTCUSDT: long and short leverage differ. Set them equal first.',
    make: async () => {
      await chosen('isolated')
      await positionMode('hedge')
      await leverage('5', '10')
    },
    after: async () => {
      await leverage('10')
      await positionMode('oneWay')
    },
  },
  {
    reason: 'a contract whose mode stays while it is in use, of an account in isolated margin',
    asked: 'cross',
    words: 'The margin mode cannot be changed while BTCUSD has a position or open orders.',
    make: () => desk.takes({ symbol: BTCUSD, price: '62000' as Price, qty: '100' as Qty }),
    after: async () => {
      await nothingOpen()
      await chosen('cross')
    },
  },
  {
    reason: 'an order that needs more with the margin of its own contract',
    asked: 'cross',
    words: 'The available USDT balance does not cover the margin needed.',
    make: async () => {
      await leverage('1')
      await chosen('portfolio')
      // 3 BTC at 62,000 are 186,000 USDT, all of which an order holds at 1×: the account has 100,000 of them.
      await desk.takes({ price: '62000' as Price, qty: '3' as Qty })
    },
    after: async () => {
      await nothingOpen()
      await chosen('cross')
    },
  },
  {
    reason: 'a position that its own margin carries no more',
    asked: 'isolated',
    words: 'BTCUSDT: the position would be liquidated at once.',
    make: async () => {
      await leverage('100')
      await desk.takes({ ...MARKET, qty: '0.05' as Qty })
      // With 100× an isolated position is gone half a per cent below its entry.
      await control('price', { symbol: BTC, index: desk.near(0.985) })
      await expect.poll(() => desk.mark(), { timeout: 20_000 }).toBeLessThan(desk.last * 0.99)
    },
    after: () => control('price', { symbol: BTC, index: desk.near(1) }),
  },
]

test('portfolioMargin: what such an account has not, where another device has chosen it a moment before', async () => {
  await chosen('portfolio')
  const outcome = await desk.hub.tab.setPositionMode({ symbol: BTC, mode: 'hedge' })
  await chosen('cross')
  expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE.portfolioMargin } })
  if (outcome.kind === 'refused')
    expect(rejectionText(outcome.rejection)).toBe('This is not available with portfolio margin.')
})

describe('why a margin mode is refused, made for real, through the hub, in words (issue 23.7)', () => {
  test.each(ROWS.map((row) => [row.reason, row] as const))(
    'marginModeFailed: %s',
    { timeout: 60_000 },
    async (_, { asked, words, make, after }) => {
      await make()
      const outcome = await desk.hub.tab.setMarginMode(asked)
      await after()
      expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE.marginModeFailed } })
      if (outcome.kind === 'refused') expect(rejectionText(outcome.rejection)).toBe(words)
    },
  )
})
