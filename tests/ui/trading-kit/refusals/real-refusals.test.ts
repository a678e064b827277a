import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectionText } from '../../../../src/ui/trading-kit/refusals/rejection-text'
import type { DecimalText, Leverage, Price, Qty, Rate } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import { CODE } from '../../../../src/wire/rest/codes'
import { CREATE_CODES } from '../../../../exchange/api/calls/shared/order-codes'
import { BTC, BTC_USDT, closeWorld, control, Desk, leg, MARKET, openWorld } from './desk'
import { saysWhatIsMissing } from './split'

const SOL = 'SOLUSDT' as InstrumentSymbol
/** May be sold and not bought, and its coin is not lent. */
const EOS_USDT = 'EOS/USDT' as InstrumentSymbol

beforeAll(() => openWorld(), 60_000)
afterAll(() => closeWorld())

interface Row {
  readonly code: keyof typeof CODE
  readonly words: RegExp
  /** Makes the condition, and the order that is refused for it. */
  readonly make: (desk: Desk) => Promise<Partial<NewOrder>> | Partial<NewOrder>
}

const ROWS: readonly Row[] = [
  {
    code: 'priceOutOfRange',
    words: /^The price is outside the range the exchange allows\.$/,
    make: () => ({ price: '0.05' as Price }),
  },
  {
    code: 'belowMinNotional',
    words: /^The order value is below the minimum\.$/,
    make: () => ({ symbol: SOL, price: '1' as Price, qty: '0.1' as Qty }),
  },
  {
    code: 'nativeInsufficientBalance',
    words: /^Insufficient balance: [\d.,]+ USDT needed, [\d.,]+ USDT available\.$/,
    make: () => ({ qty: '100' as Qty }),
  },
  {
    code: 'reduceOnlyRefused',
    words: /^Reduce-only: there is no position to reduce\.$/,
    make: () => ({ side: 'sell', reduceOnly: true, ...MARKET }),
  },
  {
    code: 'leverageAboveRiskLimit',
    words: /^For this size, the risk limit allows a leverage of at most [\d.,]+×\.$/,
    make: async (desk) => {
      const most = '100' as Leverage
      const terms = { symbol: BTC, buyLeverage: most, sellLeverage: most }
      expect(await desk.hub.tab.setLeverage(terms)).toMatchObject({ kind: 'accepted' })
      return { qty: '60' as Qty }
    },
  },
  {
    code: 'houseTriggerBelowPrice',
    words: /^The trigger price must be above the last price\.$/,
    make: (desk) => ({ ...MARKET, trigger: { price: desk.near(0.99), by: 'last', direction: 1 } }),
  },
  {
    code: 'houseTriggerAbovePrice',
    words: /^The trigger price must be below the mark price\.$/,
    make: (desk) => ({ ...MARKET, trigger: { price: desk.near(1.01), by: 'mark', direction: 2 } }),
  },
  {
    code: 'longTakeProfitTooLow',
    words: /^Long: set the take profit above the (last )?price\.$/,
    make: (desk) => ({ tpSl: { mode: 'full', takeProfit: leg(desk.near(0.9)), stopLoss: null } }),
  },
  {
    code: 'longStopLossWrong',
    words: /^Long: set the stop loss above the liquidation price and below the (last )?price\.$/,
    make: (desk) => ({ tpSl: { mode: 'full', takeProfit: null, stopLoss: leg(desk.near(1.1)) } }),
  },
  {
    code: 'shortStopLossWrong',
    words: /^Short: set the stop loss above the (last )?price and below the liquidation price\.$/,
    make: (desk) => ({
      side: 'sell',
      price: desk.near(1.005),
      tpSl: { mode: 'full', takeProfit: null, stopLoss: leg(desk.near(0.9)) },
    }),
  },
  {
    code: 'shortTakeProfitTooHigh',
    words: /^Short: set the take profit below the (last )?price\.$/,
    make: (desk) => ({
      side: 'sell',
      price: desk.near(1.005),
      tpSl: { mode: 'full', takeProfit: leg(desk.near(1.1)), stopLoss: null },
    }),
  },
  {
    code: 'slippageTicksInvalid',
    words: /^Slippage tolerance must be 1 to 10,000 ticks\.$/,
    make: () => ({ ...MARKET, slippage: { unit: 'tick', value: '10001' as DecimalText } }),
  },
  {
    code: 'slippagePercentInvalid',
    words: /^Slippage tolerance must be 0\.01% to 10%\.$/,
    make: () => ({ ...MARKET, slippage: { unit: 'percent', value: '11' as DecimalText } }),
  },
  {
    code: 'tooManyConditionals',
    words: /^A market can have at most 10 orders that wait\.$/,
    make: async (desk) => {
      const waits = { ...MARKET, trigger: { price: desk.near(1.02), by: 'last', direction: 1 } } as const
      for (let i = 0; i < 10; i++) await desk.takes(waits)
      return waits
    },
  },
  {
    code: 'tpSlModeLocked',
    words: /^TP\/SL for the entire position and partial TP\/SL cannot be used together\.$/,
    make: async (desk) => {
      await desk.takes({ ...MARKET, tpSl: { mode: 'full', takeProfit: leg(desk.near(1.1)), stopLoss: null } })
      return { ...MARKET, tpSl: { mode: 'partial', takeProfit: leg(desk.near(1.1)), stopLoss: null } }
    },
  },
  {
    code: 'tooManyTpSl',
    words: /^A position can have at most 20 partial TP\/SL orders\.$/,
    make: async (desk) => {
      const guarded = { ...MARKET, tpSl: { mode: 'partial', takeProfit: leg(desk.near(1.1)), stopLoss: null } } as const
      for (let i = 0; i < 20; i++) await desk.takes(guarded)
      return guarded
    },
  },
  {
    code: 'tooManyActiveOrders',
    words: /^There are too many open orders in this contract\.$/,
    make: async (desk) => {
      await desk.placeByProgram(500, { qty: '0.001' as Qty })
      return {}
    },
  },
  {
    code: 'spotBuyTooHigh',
    words: /^The price of a buy can't be above [\d.,]+ now\.$/,
    make: (desk) => ({ symbol: BTC_USDT, price: desk.near(1.2) }),
  },
  {
    code: 'spotSellTooLow',
    words: /^The price of a sale can't be below [\d.,]+ now\.$/,
    make: (desk) => ({ symbol: BTC_USDT, side: 'sell', price: desk.near(0.8) }),
  },
  {
    code: 'spotAmountTooLarge',
    words: /^The order may be worth at most [\d.,]+\.$/,
    make: () => ({ symbol: BTC_USDT, ...MARKET, qty: '99999999' as Qty, marketUnit: 'quote' }),
  },
  {
    code: 'spotBelowMinAmount',
    words: /^The order must be worth at least [\d.,]+\.$/,
    make: (desk) => ({ symbol: BTC_USDT, price: desk.near(0.99), qty: '0.000011' as Qty }),
  },
  {
    code: 'spotRejected',
    words: /^The exchange takes no orders of this side in this pair now\.$/,
    make: () => ({ symbol: EOS_USDT, price: '0.5' as Price, qty: '20' as Qty }),
  },
  {
    code: 'spotMarginOff',
    words: /^Spot margin is off. Turn it on first\.$/,
    make: (desk) => ({ symbol: BTC_USDT, price: desk.near(0.99), isLeverage: true }),
  },
  {
    code: 'spotPairNotLent',
    words: /^This pair can't be traded with borrowed coins\.$/,
    make: () => ({ symbol: EOS_USDT, side: 'sell', ...MARKET, qty: '20' as Qty, isLeverage: true }),
  },
  {
    code: 'compliance',
    words: /^The exchange's compliance rules do not allow this\.$/,
    make: async () => {
      await control('flags', { compliance: true })
      return {}
    },
  },
]

/** Codes of the call that creates an order which no row makes, and why. */
const WITHOUT_ROW: Readonly<Partial<Record<keyof typeof CODE, string>>> = {
  insufficientBalance: 'v5 alone says it; the app speaks the native dialect, which says 30031',
  triggerBelowPrice: 'v5 alone says it; native: 30074',
  triggerAbovePrice: 'v5 alone says it; native: 30075',
  symbolNotTrading: 'the ticket is closed, and names the state of the contract (`trading-block.ts`)',
  riskLimitExceeded: 'for sizes that no leverage allows: a paper account has no balance for them, and hears 30031',
  duplicateLinkId: 'the hub takes it for the order itself, which it then looks up (O20)',
  tpSlPartlyFilled: 'of amendments alone',
  auctionClosed: 'of contracts before their listing, where the ticket sends nothing of the kind',
  auctionGtcOnly: 'of contracts before their listing, where the ticket sends nothing of the kind',
  auctionNoTpSl: 'of contracts before their listing, where the ticket sends nothing of the kind',
  preMarketPortfolio: 'of contracts before their listing, where the ticket is closed for this account',
  preMarketDemo: 'of contracts before their listing, where the ticket is closed for this account',
  spotInsufficientBalance: 'v5 alone says it; native: 30031',
  spotNotSupported: 'of legs without a position or a pair, which no ticket sends',
}

describe('what the exchange refuses a ticket for, made for real, through the hub, in words (issue 23.7, O6)', () => {
  test.each(ROWS.map((row) => [row.code, row] as const))('%s', async (name, { words, make }) => {
    const desk = await Desk.open()
    const outcome = await desk.place(await make(desk))
    await control('flags', { compliance: false })
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE[name] } })
    if (outcome.kind === 'refused') expect(rejectionText(outcome.rejection)).toMatch(words)
  })

  test('every code of the call has a row, or a reason why it has none', () => {
    const made = new Set<string>(ROWS.map(({ code }) => code))
    expect(CREATE_CODES.filter((code) => !made.has(code) && WITHOUT_ROW[code] === undefined)).toEqual([])
    expect(Object.keys(WITHOUT_ROW).filter((code) => made.has(code))).toEqual([])
  })
})

/** Refusals of what a pair's order waits for: the market has moved since the ticket was looked at. */
const WAITING: readonly (readonly [what: string, order: (desk: Desk) => Partial<NewOrder>, words: RegExp])[] = [
  [
    'a trigger that the price has passed',
    (desk) => ({
      ...MARKET,
      heldFor: 'takeProfitStopLoss',
      trigger: { price: desk.near(0.98), by: 'last', direction: 1 },
    }),
    /^The trigger price must be above the last price\.$/,
  ],
  [
    'an OCO order over more than there is',
    (desk) => ({
      ...MARKET,
      side: 'sell',
      qty: '3' as Qty,
      heldFor: 'oco',
      tpSl: { mode: 'partial', takeProfit: leg(desk.near(1.05)), stopLoss: leg(desk.near(0.95)) },
    }),
    /^Insufficient balance: 3 needed, 2 available\.$/,
  ],
  [
    'a trailing distance that is no distance',
    () => ({ ...MARKET, side: 'sell', trailRate: '1' as Rate }),
    /^The exchange refused trailingStopPercentageE4: /,
  ],
  [
    'a thirty-first order that waits',
    () => ({ ...MARKET, side: 'sell', trailRate: '0.05' as Rate, qty: '0.001' as Qty }),
    /^A market can have at most 30 orders that wait\.$/,
  ],
]

test.each(WAITING)('of a pair that waits: %s is refused in words', async (what, order, words) => {
  const desk = await Desk.open()
  const asked = { symbol: BTC_USDT, ...order(desk) }
  if (what.startsWith('a thirty-first')) await desk.placeByProgram(30, asked)
  const outcome = await desk.place(asked)
  expect(outcome).toMatchObject({ kind: 'refused' })
  if (outcome.kind === 'refused') expect(rejectionText(outcome.rejection)).toMatch(words)
})

test('a quantity that the contract does not take is refused by its field', async () => {
  const desk = await Desk.open()
  const outcome = await desk.place({ qty: '0.0005' as Qty })
  expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE.badRequest } })
  if (outcome.kind === 'refused') expect(rejectionText(outcome.rejection)).toMatch(/^The exchange refused qty: /)
})

// What of the order was not taken is told; what was taken stands.
test('splitPartlyFailed', async () => {
  const desk = await Desk.open()
  await saysWhatIsMissing(desk)
}, 40_000)

// The same before it was taken is seen in a browser: `screen-refusals.spec.ts`.
test('an answer that says too late although the order was taken (9000001) is told beside the order', async () => {
  const desk = await Desk.open()
  await control('reject', { call: 'order/create', phase: 'after-commit', retCode: CODE.requestTimeout })
  await desk.place({})
  for (const words of ['The exchange did not answer in time.', 'Order placed'])
    await expect.poll(() => desk.toasts().join(' | '), { timeout: 15_000 }).toContain(words)
}, 40_000)
