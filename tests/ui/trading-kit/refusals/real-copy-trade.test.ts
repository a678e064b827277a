import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import { rejectionText } from '../../../../src/ui/trading-kit/refusals/rejection-text'
import { CODE } from '../../../../src/wire/rest/codes'
import { closeWorld, control, Desk, leg, MARKET, openWorld } from './desk'
import { saysWhatIsMissing } from './split'

/** One trader for all, whose orders go by the calls of copy trading: what is refused leaves nothing behind. */
let desk: Desk
beforeAll(async () => {
  await openWorld()
  desk = await Desk.open('copy')
}, 60_000)
afterAll(() => closeWorld())

type Row = readonly [
  code: keyof typeof CODE,
  words: RegExp,
  order: () => Promise<Partial<NewOrder>> | Partial<NewOrder>,
]

const ROWS: readonly Row[] = [
  ['priceOutOfRange', /^The price is outside the range the exchange allows\.$/, () => ({ price: '0.05' as Price })],
  [
    'nativeInsufficientBalance',
    /^Insufficient balance: [\d.,]+ USDT needed, [\d.,]+ USDT available\.$/,
    () => ({ qty: '100' as Qty }),
  ],
  [
    'reduceOnlyRefused',
    /^Reduce-only: there is no position to reduce\.$/,
    () => ({ side: 'sell', reduceOnly: true, ...MARKET }),
  ],
  [
    'longStopLossWrong',
    /^Long: set the stop loss above the liquidation price and below the (last )?price\.$/,
    () => ({ tpSl: { mode: 'full', takeProfit: null, stopLoss: leg(desk.near(1.1)) } }),
  ],
  // The call that closes a position whole, which ended a moment before.
  [
    'noPosition',
    /^There is no position in this contract\.$/,
    () => ({ side: 'sell', reduceOnly: true, ...MARKET, action: 'CloseAll' }),
  ],
  [
    'compliance',
    /^The exchange's compliance rules do not allow this\.$/,
    async () => {
      await control('flags', { compliance: true })
      return {}
    },
  ],
]

describe('what the exchange refuses a copy trader for, made for real, through the hub, in words (issue 23.7, O6)', () => {
  test.each(ROWS)('%s', async (name, words, order) => {
    const outcome = await desk.place(await order())
    await control('flags', { compliance: false })
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE[name] } })
    if (outcome.kind === 'refused') expect(rejectionText(outcome.rejection)).toMatch(words)
  })

  // What of the order was not taken is told; what was taken stands.
  test('splitPartlyFailed', () => saysWhatIsMissing(desk))
})
