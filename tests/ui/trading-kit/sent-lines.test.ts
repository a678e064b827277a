import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Price, Qty, Rate } from '../../../src/domain/decimal'
import type { NewOrder } from '../../../src/domain/order/new-order'
import type { NewStrategy } from '../../../src/domain/order/strategy'
import type { TpSlLeg } from '../../../src/domain/order/tp-sl'
import { i18n } from '../../../src/ui/i18n/instance'
import type { Translate } from '../../../src/ui/i18n/words'
import { flagLines, planLines, stayLines, strategyLines, type SentLine } from '../../../src/ui/trading-kit/sent-lines'
import { BTCUSDT, instrumentOf } from '../fixtures'
import { BTC_USDT } from '../spot-fixtures'

beforeAll(async () => {
  const words = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as object
  const en = { ask: words('ask'), trade: words('trade') }
  await i18n.init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
})

const words: Translate<'ask'> = (key, values) => i18n.getFixedT('en', 'ask')(key, { ...values })
const limit: NewOrder = {
  symbol: BTCUSDT,
  side: 'buy',
  type: 'limit',
  price: '60000' as Price,
  qty: '0.01' as Qty,
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
}
const market: NewOrder = { ...limit, type: 'market', price: null, timeInForce: 'immediateOrCancel' }
const said = (lines: readonly SentLine[]): readonly string[] =>
  lines.map(({ label, value, aside }) => `${label}: ${value}${aside === undefined ? '' : ` (${aside})`}`)

describe('the question names all that is sent (issue 23.5)', () => {
  test.each([
    ['goodTillCancel', 'Time in force: GTC (until cancelled)'],
    ['immediateOrCancel', 'Time in force: IOC (the rest is cancelled)'],
    ['fillOrKill', 'Time in force: FOK (all at once or nothing)'],
  ] as const)('a limit order that is %s', (timeInForce, line) => {
    expect(said(stayLines({ ...limit, timeInForce }, words))).toEqual([line])
  })

  test('post-only is in the name of a limit order, and has a line where the name is of what it waits for', () => {
    const order: NewOrder = { ...limit, timeInForce: 'postOnly' }
    expect(stayLines(order, words)).toEqual([])
    const trigger = { price: '61000' as Price, by: 'mark', direction: 1 } as const
    expect(said(stayLines({ ...order, trigger }, words))).toEqual(['Time in force: Post-only (never fills at once)'])
  })

  test.each([
    [{ unit: 'percent', value: '0.02' }, '0.02%'],
    [{ unit: 'tick', value: '1500' }, '1,500 ticks'],
  ] as const)('slippage tolerance of a market order: %o', (slippage, shown) => {
    const order: NewOrder = { ...market, slippage: { unit: slippage.unit, value: slippage.value as never } }
    expect(said(stayLines(order, words))).toEqual([`Slippage tolerance: ${shown} (from the best price)`])
  })

  test('reduce-only, close on trigger and borrowed coins, each where it was asked for', () => {
    expect(flagLines({ reduceOnly: false }, limit, words)).toEqual([])
    expect(said(flagLines({ reduceOnly: true }, { ...limit, closeOnTrigger: true }, words))).toEqual([
      'Reduce-only: Yes',
      'Close on trigger: Yes',
    ])
    expect(said(flagLines({ reduceOnly: false }, { ...limit, isLeverage: true }, words))).toEqual(['Spot margin: Yes'])
    // A change and a strategy have no order beside their terms.
    expect(said(flagLines({ reduceOnly: true }, undefined, words))).toEqual(['Reduce-only: Yes'])
  })

  const leg: TpSlLeg = { price: '66000' as Price, by: 'last', orderType: 'market', limitPrice: null, slippage: null }
  const takeProfit: TpSlLeg = { ...leg, orderType: 'limit', limitPrice: '65900' as Price }
  const stopLoss: TpSlLeg = {
    ...leg,
    price: '58000' as Price,
    by: 'mark',
    slippage: { unit: 'percent', value: '0.5' as never },
  }

  test('take-profit and stop-loss: what they cover, which price triggers, and at what they close', () => {
    expect(said(planLines({}, { mode: 'partial', takeProfit, stopLoss }, instrumentOf(), words))).toEqual([
      'TP/SL covers: Quantity of this order',
      'Take profit: 66,000.0 (Last · then limit 65,900.0)',
      'Stop loss: 58,000.0 (Mark · then at market · within 0.5% of the best price)',
    ])
    expect(said(planLines({}, { mode: 'full', takeProfit: null, stopLoss: leg }, instrumentOf(), words))[0]).toBe(
      'TP/SL covers: Entire position',
    )
  })

  test('a change that takes its legs along names them, and the one that goes', () => {
    const tpSl = { mode: 'full', keepsMode: true, takeProfit: { ...leg, price: '0' as Price }, stopLoss: leg } as const
    expect(said(planLines({}, tpSl, instrumentOf(), words))).toEqual([
      'Take profit: Removed',
      'Stop loss: 66,000.0 (Last · then at market)',
    ])
  })

  test('legs of a pair have no basis of their own, and what trails has its distance', () => {
    expect(said(planLines({}, { mode: 'full', takeProfit, stopLoss: null }, BTC_USDT, words))).toEqual([
      'Take profit: 66,000.0 (then limit 65,900.0)',
    ])
    const oco = { ...stopLoss, slippage: null }
    expect(said(planLines({ heldFor: 'oco' }, { mode: 'full', takeProfit, stopLoss: oco }, BTC_USDT, words))).toEqual([
      'OCO, limit: 66,000.0 (then limit 65,900.0)',
      'OCO, stop: 58,000.0 (then at market)',
    ])
    const trailing = { trailRate: '0.015' as Rate, activationPrice: '61000' as Price }
    expect(said(planLines(trailing, undefined, BTC_USDT, words))).toEqual([
      'Activation price: 61,000.0',
      'Distance: 1.50%',
    ])
  })

  const common = { symbol: BTCUSDT, side: 'buy', qty: '0.5' as Qty, reduceOnly: false, positionIdx: 0 } as const
  test.each<[string, NewStrategy, readonly string[]]>([
    [
      // 60 minutes in steps of 30 seconds are 120 parts; 0.5 / 120 = 0.00416…, to the lot 0.004.
      'a TWAP: running time, interval and parts',
      { ...common, kind: 'twap', durationMs: 3_600_000, intervalMs: 30_000, price: null },
      ['Running time: 60 minutes', 'Interval: every 30 seconds', 'Parts: 120, each about 0.004 BTC'],
    ],
    ['a chase: how far', { ...common, kind: 'chaseLimit', maxDistance: '50' as Price }, ['Chase at most: 50.0 USDT']],
    ['a chase without an end', { ...common, kind: 'chaseLimit', maxDistance: null }, ['Chase at most: Any distance']],
    [
      'an iceberg: what the book shows',
      { ...common, kind: 'iceberg', price: '60000' as Price, showQty: '0.02' as Qty },
      ['Shown quantity: 0.020 BTC'],
    ],
  ])('%s', (_, strategy, lines) => {
    expect(said(strategyLines(strategy, instrumentOf(), words))).toEqual(lines)
  })
})
