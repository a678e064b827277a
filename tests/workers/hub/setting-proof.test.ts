import { describe, expect, test } from 'vitest'
import type { Leverage, Price, Rate } from '../../../src/domain/decimal'
import type { TpSlLeg } from '../../../src/domain/order/tp-sl'
import type { TradingStop } from '../../../src/domain/position/position-settings'
import { writePosition } from '../../../src/wire/shape/position'
import { findSetting } from '../../../src/workers/hub/calls/setting-proof'
import type { Change } from '../../../src/workers/presses'
import { sandboxVenue } from '../../../src/workers/venue/sandbox/sandbox-venue'
import { WEAKER_CAPABILITIES } from '../../../src/workers/venue/sandbox/weaker-capabilities'
import { BTC, position } from '../scene'

/** What is found of a change where the contract's positions are these. */
async function kindOf(change: Change, positions: readonly object[]): Promise<string | null> {
  const list = positions.map((one) => writePosition(position(one)))
  const answer = { code: 0, message: 'OK', result: { list }, ext: {}, timeMs: 9 }
  const rest = { call: () => Promise.resolve({ hasError: false, value: answer }) }
  const venue = sandboxVenue('', WEAKER_CAPABILITIES)
  const proof = await findSetting({ venue, rest: rest as never, trace: () => {} }, change)
  return proof === null ? null : proof.kind
}

const leverage = (buyLeverage: string, sellLeverage: string): Change => ({
  kind: 'leverage',
  symbol: BTC,
  buyLeverage: buyLeverage as Leverage,
  sellLeverage: sellLeverage as Leverage,
})
const LONG = { positionIdx: 1, leverage: '20' }
const SHORT = { positionIdx: 2, leverage: '10' }

const leg = (price: string): TpSlLeg => ({
  price: price as Price,
  by: 'last',
  orderType: 'market',
  limitPrice: null,
  slippage: null,
})

function tpSl(terms: Partial<TradingStop>): Change {
  const none = { takeProfit: null, stopLoss: null, tpSize: null, slSize: null, tpOrderId: null, slOrderId: null }
  return { kind: 'tpSl', terms: { symbol: BTC, positionIdx: 0, mode: 'full', ...none, trailing: null, ...terms } }
}
const GUARDED = { tpSlMode: 'full', takeProfit: '70000', stopLoss: '60000' }
const TRAILED = { tpSlMode: 'full', trailingRate: '0.01', activationPrice: '65000' }

describe('what is in force of a setting whose answer was lost', () => {
  test.each([
    ['leverage of one position', leverage('20', '20'), [{ leverage: '20' }], 'done'],
    ['leverage as another number of digits', leverage('20.0', '20'), [{ leverage: '20' }], 'done'],
    ['another leverage', leverage('20', '20'), [{ leverage: '10' }], 'absent'],
    ['leverage of each side', leverage('20', '10'), [LONG, SHORT], 'done'],
    ['leverage of one side alone', leverage('20', '20'), [LONG, SHORT], 'absent'],
    ['leverage without any position to see it by', leverage('20', '20'), [], null],
    ['hedge mode', { kind: 'positionMode', symbol: BTC, mode: 'hedge' }, [LONG, SHORT], 'done'],
    ['one-way mode, not yet', { kind: 'positionMode', symbol: BTC, mode: 'oneWay' }, [LONG, SHORT], 'absent'],
    ['auto-add of another side', { kind: 'autoAddMargin', symbol: BTC, positionIdx: 2, isOn: true }, [LONG], 'absent'],
    ['added margin', { kind: 'margin', symbol: BTC, positionIdx: 0, amount: '5' }, [{ extraMargin: '5' }], null],
    ['a take-profit, and a stop-loss that stays', tpSl({ takeProfit: leg('70000') }), [GUARDED], 'done'],
    ['another take-profit', tpSl({ takeProfit: leg('71000') }), [GUARDED], 'absent'],
    ['a take-profit taken away, not yet', tpSl({ takeProfit: leg('0') }), [GUARDED], 'absent'],
    ['a take-profit taken away', tpSl({ takeProfit: leg('0') }), [{ ...GUARDED, takeProfit: null }], 'done'],
    ['one for a part of the position', tpSl({ mode: 'partial', takeProfit: leg('70000') }), [GUARDED], null],
    [
      'a trailing stop by per cent',
      tpSl({ trailing: { distance: null, rate: '0.01' as Rate, activationPrice: '65000' as Price } }),
      [TRAILED],
      'done',
    ],
    ['a guard of a position that is gone', tpSl({ stopLoss: leg('60000') }), [], 'absent'],
  ] as readonly (readonly [string, Change, readonly object[], string | null])[])(
    '%s',
    async (_, change, shown, kind) => {
      expect(await kindOf(change, shown)).toBe(kind)
    },
  )
})

describe('what is in force of lending', () => {
  const proofOf = async (change: Change, result: object): Promise<string | null> => {
    const answer = { code: 0, message: 'OK', result, ext: {}, timeMs: 9 }
    const rest = { call: () => Promise.resolve({ hasError: false, value: answer }) }
    const venue = sandboxVenue('', WEAKER_CAPABILITIES)
    return (await findSetting({ venue, rest: rest as never, trace: () => {} }, change))?.kind ?? null
  }
  const state = (spotMarginMode: string) => ({ spotMarginMode, spotLeverage: '', effectiveLeverage: '' })
  const modes = { data: [{ currency: 'SOL', autoRepayMode: '0' }] }
  const leverages = { list: [{ currency: 'ETH', spotLeverage: '7' }] }

  test.each([
    ['spot margin', { kind: 'spotMargin', isOn: true }, state('1'), 'done'],
    ['spot margin, not yet', { kind: 'spotMargin', isOn: true }, state('0'), 'absent'],
    ['repayment by hand', { kind: 'autoRepay', coin: 'SOL', isOn: false }, modes, 'done'],
    ['repayment by itself, not yet', { kind: 'autoRepay', coin: 'SOL', isOn: true }, modes, 'absent'],
    ['a leverage', { kind: 'borrowLeverage', coin: 'ETH', leverage: '7.0' }, leverages, 'done'],
    ['another leverage', { kind: 'borrowLeverage', coin: 'ETH', leverage: '5' }, leverages, 'absent'],
    ['what was borrowed, which others change too', { kind: 'borrow', coin: 'ETH', amount: '1' }, {}, null],
  ] as const)('%s', async (_, change, result, kind) => {
    expect(await proofOf(change as Change, result)).toBe(kind)
  })
})
