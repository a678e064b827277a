import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CANCEL_CODES, REPLACE_CODES } from '../../../../exchange/api/calls/shared/order-codes'
import type { Leverage, Money, Price, Qty } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import type { OrderChange } from '../../../../src/domain/order/order-change'
import type { OrderId, OrderLinkId } from '../../../../src/domain/order/order'
import { rejectionText } from '../../../../src/ui/trading-kit/refusals/rejection-text'
import { CODE } from '../../../../src/wire/rest/codes'
import type { Outcome } from '../../../../src/workers/presses'
import { BTC, BTC_USDT, closeWorld, control, Desk, leg, MARKET, openWorld } from './desk'

/** One trader for all: what is refused leaves nothing behind. */
let desk: Desk
beforeAll(async () => {
  await openWorld()
  desk = await Desk.open()
}, 60_000)
afterAll(() => closeWorld())

/** An order at rest that no market reaches, unless something is said of it. */
async function resting(desk: Desk, change: Partial<NewOrder> = {}): Promise<OrderId> {
  const outcome = await desk.place({ price: desk.near(0.97), ...change })
  if (outcome.kind !== 'accepted') throw new Error(`not placed: ${JSON.stringify(outcome)}`)
  return outcome.value
}

let changes = 0
const nextId = (): OrderLinkId => `change-${++changes}` as OrderLinkId

function amend(desk: Desk, orderId: OrderId, change: Partial<OrderChange>) {
  const asked = { symbol: BTC, orderId, orderLinkId: null, price: null, qty: null, ...change }
  return desk.hub.tab.amendOrder(nextId(), asked)
}

function cancel(desk: Desk, orderId: OrderId) {
  return desk.hub.tab.cancelOrder(nextId(), { symbol: BTC, orderId, orderLinkId: null })
}

interface Row {
  readonly code: keyof typeof CODE
  readonly words: RegExp
  readonly make: (desk: Desk) => Promise<Outcome<unknown>>
}

const NOBODY = '00000000-0000-4000-8000-ffffffffffff' as OrderId
const waiting = (desk: Desk) => ({ ...MARKET, trigger: { price: desk.near(1.05), by: 'last', direction: 1 } }) as const

const AMENDMENTS: readonly Row[] = [
  {
    code: 'priceOutOfRange',
    words: /^The price is outside the range the exchange allows\.$/,
    make: async (desk) => amend(desk, await resting(desk), { price: '0.05' as Price }),
  },
  {
    code: 'nativeInsufficientBalance',
    words: /^Insufficient balance: [\d.,]+ USDT needed, [\d.,]+ USDT available\.$/,
    make: async (desk) => amend(desk, await resting(desk), { qty: '100' as Qty }),
  },
  {
    code: 'houseTriggerBelowPrice',
    words: /^The trigger price must be above the last price\.$/,
    make: async (desk) => amend(desk, await resting(desk, waiting(desk)), { triggerPrice: desk.near(0.9) }),
  },
  {
    code: 'longTakeProfitTooLow',
    words: /^Long: set the take profit above the (last )?price\.$/,
    make: async (desk) =>
      amend(desk, await resting(desk), {
        tpSl: { mode: 'full', takeProfit: leg(desk.near(0.9)), stopLoss: null },
      }),
  },
  {
    code: 'longStopLossWrong',
    words: /^Long: set the stop loss above the liquidation price and below the (last )?price\.$/,
    make: async (desk) =>
      amend(desk, await resting(desk), { tpSl: { mode: 'full', takeProfit: null, stopLoss: leg(desk.near(1.1)) } }),
  },
  {
    code: 'shortStopLossWrong',
    words: /^Short: set the stop loss above the (last )?price and below the liquidation price\.$/,
    make: async (desk) =>
      amend(desk, await resting(desk, { side: 'sell', price: desk.near(1.03) }), {
        tpSl: { mode: 'full', takeProfit: null, stopLoss: leg(desk.near(0.9)) },
      }),
  },
  {
    code: 'shortTakeProfitTooHigh',
    words: /^Short: set the take profit below the (last )?price\.$/,
    make: async (desk) =>
      amend(desk, await resting(desk, { side: 'sell', price: desk.near(1.03) }), {
        tpSl: { mode: 'full', takeProfit: leg(desk.near(1.1)), stopLoss: null },
      }),
  },
  {
    code: 'houseTriggerAbovePrice',
    words: /^The trigger price must be below the last price\.$/,
    make: async (desk) => {
      const falls = { ...MARKET, trigger: { price: desk.near(0.95), by: 'last', direction: 2 } } as const
      return amend(desk, await resting(desk, falls), { triggerPrice: desk.near(1.1) })
    },
  },
  {
    code: 'spotSellTooLow',
    words: /^The price of a sale can't be below [\d.,]+ now\.$/,
    make: async (desk) =>
      amend(desk, await resting(desk, { symbol: BTC_USDT, side: 'sell', price: desk.near(1.03) }), {
        symbol: BTC_USDT,
        price: desk.near(0.8),
      }),
  },
  {
    code: 'spotBelowMinAmount',
    words: /^The order must be worth at least [\d.]+\.$/,
    make: async (desk) =>
      amend(desk, await resting(desk, { symbol: BTC_USDT }), { symbol: BTC_USDT, qty: '0.000011' as Qty }),
  },
  {
    code: 'spotBuyTooHigh',
    words: /^The price of a buy can't be above [\d.,]+ now\.$/,
    make: async (desk) =>
      amend(desk, await resting(desk, { symbol: BTC_USDT }), { symbol: BTC_USDT, price: desk.near(1.2) }),
  },
  {
    code: 'orderNotFound',
    words: /^The order no longer exists\.$/,
    make: (desk) => amend(desk, NOBODY, { price: desk.near(0.96) }),
  },
  {
    code: 'orderAlreadyCanceled',
    words: /^The order is already cancelled\.$/,
    make: async (desk) => {
      const id = await resting(desk)
      expect(await cancel(desk, id)).toMatchObject({ kind: 'accepted' })
      return amend(desk, id, { price: desk.near(0.96) })
    },
  },
  {
    code: 'compliance',
    words: /^The exchange's compliance rules do not allow this\.$/,
    make: async (desk) => {
      const id = await resting(desk)
      await control('flags', { compliance: true })
      return amend(desk, id, { price: desk.near(0.96) })
    },
  },
]

const CANCELS: readonly Row[] = [
  { code: 'orderNotFound', words: /^The order no longer exists\.$/, make: (desk) => cancel(desk, NOBODY) },
  {
    code: 'orderAlreadyCanceled',
    words: /^The order is already cancelled\.$/,
    make: async (desk) => {
      const id = await resting(desk)
      expect(await cancel(desk, id)).toMatchObject({ kind: 'accepted' })
      return cancel(desk, id)
    },
  },
  {
    code: 'orderFinished',
    words: /^The order is already finished\.$/,
    make: async (desk) => cancel(desk, await resting(desk, MARKET)),
  },
]

const POSITION = { symbol: BTC, positionIdx: 0 } as const

/** What the dialogs of a position send; the desk holds none yet, and its margin is cross. */
const DIALOGS: readonly Row[] = [
  {
    code: 'leverageTooHigh',
    words: /^The leverage is out of range: at most [\d.]+× for this contract\.$/,
    make: (desk) => {
      const leverage = '500' as Leverage
      return desk.hub.tab.setLeverage({ symbol: BTC, buyLeverage: leverage, sellLeverage: leverage })
    },
  },
  {
    code: 'leverageUnchanged',
    words: /^The leverage is already set to this\.$/,
    make: async (desk) => {
      const leverage = '7' as Leverage
      const terms = { symbol: BTC, buyLeverage: leverage, sellLeverage: leverage }
      await desk.hub.tab.setLeverage(terms)
      return desk.hub.tab.setLeverage(terms)
    },
  },
  {
    code: 'notIsolated',
    words: /^Margin can be changed for isolated positions only\.$/,
    make: (desk) => desk.hub.tab.addMargin({ ...POSITION, amount: '10' as Money }),
  },
]

describe.each([
  // A dialog first: what an amendment makes may fill.
  ['dialogs', DIALOGS],
  ['amendments', AMENDMENTS],
  ['cancels', CANCELS],
] as const)('what the exchange refuses of %s, made for real, through the hub, in words (issue 23.7)', (_, rows) => {
  test.each(rows.map((row) => [row.code, row] as const))('%s', async (name, { words, make }) => {
    const outcome = await make(desk)
    await control('flags', { compliance: false })
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE[name] } })
    if (outcome.kind === 'refused') expect(rejectionText(outcome.rejection)).toMatch(words)
  })
})

test('each code is one that its call says', () => {
  for (const { code } of AMENDMENTS) expect(REPLACE_CODES).toContain(code)
  for (const { code } of CANCELS) expect(CANCEL_CODES).toContain(code)
})
