import { ORDER_TYPE_OF, SIDE_OF, TIME_IN_FORCE_OF, TPSL_MODE_OF, TRIGGER_BY_OF } from '../../../../src/wire/words'
import { askedFields } from './asked-fields'
import { choice, decimal, flag, optional, otherNameOf, scaled, text, unserved, word } from './route/field'
import { ORDER_KINDS } from './order-kind'
import { CATEGORY, ORDER_REFERENCE, POSITION_IDX, SYMBOL } from './shared-fields'

const PRICE = optional(decimal())
const TRIGGER_BY = optional(word([...TRIGGER_BY_OF.keys()]))
const LEG_TYPE = optional(
  word([...ORDER_TYPE_OF.keys()], {
    about: '`Limit` in partial mode only; left out, `Market`, and of what is changed as it was',
  }),
)
const SLIPPAGE_TYPE = optional(word(['TickSize', 'Percent']))
const TPSL_MODE = optional(word([...TPSL_MODE_OF.keys()]))
const LEVERAGE =
  'what the contract has from then on, both its sides in isolated hedge mode; `0` as if left out; an order that is refused leaves it as it was'
const IGNORED = 'taken, and changes nothing'

/** Take-profit and stop-loss under either dialect's names (semantics.md §2.4). */
const LEGS = {
  takeProfit: optional(decimal({ about: '`0` is unset on a new order, and removes an existing one' })),
  stopLoss: optional(decimal({ about: '`0` is unset on a new order, and removes an existing one' })),
  tpTriggerBy: TRIGGER_BY,
  slTriggerBy: TRIGGER_BY,
  tpSlMode: TPSL_MODE,
  tpslMode: TPSL_MODE,
  tpOrderType: LEG_TYPE,
  slOrderType: LEG_TYPE,
  limitTakeProfit: PRICE,
  tpLimitPrice: otherNameOf('limitTakeProfit', optional(decimal({ about: 'v5’s name of `limitTakeProfit`' }))),
  limitStopLoss: PRICE,
  slLimitPrice: otherNameOf('limitStopLoss', optional(decimal({ about: 'v5’s name of `limitStopLoss`' }))),
  tpMaxSlippageType: SLIPPAGE_TYPE,
  tpMaxSlippage: PRICE,
  slMaxSlippageType: SLIPPAGE_TYPE,
  slMaxSlippage: PRICE,
} as const

const TRIGGER = {
  triggerPrice: optional(decimal({ about: 'makes a conditional order' })),
  triggerBy: TRIGGER_BY,
} as const

/** A quantity in the base coin (linear) or in contracts (inverse): as a decimal, or times 1e8. */
const QTY = {
  qty: optional(decimal({ about: 'base coin; contracts where inverse' })),
  qtyX: optional(scaled(8, { about: '`qty`' })),
} as const

/** A new order, either dialect's. */
export const CREATE_FIELDS = {
  category: optional(CATEGORY),
  symbol: SYMBOL,
  side: word([...SIDE_OF.keys()]),
  orderType: word([...ORDER_TYPE_OF.keys()]),
  ...QTY,
  price: optional(decimal({ about: 'of a limit order' })),
  timeInForce: optional(word([...TIME_IN_FORCE_OF.keys()])),
  ...askedFields({ isNative: false }),
  reduceOnly: optional(flag()),
  closeOnTrigger: optional(flag()),
  positionIdx: POSITION_IDX,
  orderLinkId: optional(text({ max: 64, about: 'id of the press, 1–36 of [A-Za-z0-9_-]' })),
  ...TRIGGER,
  triggerDirection: optional(
    choice([0, 1, 2], { about: '1 rise, 2 fall; 0 as if left out: then `basePrice` says it' }),
  ),
  basePrice: optional(decimal({ about: 'the price at which the trigger was typed' })),
  ...LEGS,
  slippageToleranceType: SLIPPAGE_TYPE,
  slippageTolerance: optional(decimal({ about: 'of a market order' })),
} as const

const ORDER_IV = optional(decimal({ about: 'of options alone: the volatility, 0.6 for 60 %, in place of a price' }))

/** v5's order has besides: what of it is of other products is refused by its name. */
export const V5_CREATE_FIELDS = {
  ...CREATE_FIELDS,
  orderLinkId: optional(
    text({ max: 64, about: 'id of the press, 1–36 of [A-Za-z0-9_-]; an option’s order has to have one' }),
  ),
  orderFilter: optional(
    word([...ORDER_KINDS], {
      about:
        'what the other fields say anyway: `StopOrder` has a `triggerPrice`. Of spot alone, an order that holds back at once what it pays with: `tpslOrder` has a `triggerPrice`, `OcoOrder` and `BidirectionalTpslOrder` have `takeProfit` and `stopLoss`, over one amount',
    }),
  ),
  isLeverage: optional(choice([0, 1], { about: 'of spot alone: 1, it may pay with what it borrows' })),
  marketUnit: optional(
    word(['baseCoin', 'quoteCoin'], {
      about:
        'of a pair’s market order: the coin that `qty` counts; left out, the quote coin to buy, the base coin to sell; with `OcoOrder` and `BidirectionalTpslOrder` it is `baseCoin`, which has to be said to buy',
    }),
  ),
  orderIv: ORDER_IV,
  mmp: optional(
    flag({ about: 'of options alone: market maker protection pulls the order (`/v5/account/mmp-modify`)' }),
  ),
  bboSideType: unserved([], 'no order here takes its price from the book'),
  bboLevel: unserved([], 'no order here takes its price from the book'),
  rpiTakerAccess: unserved([false], 'no order here is for retail alone'),
} as const

/** The native dialect's order has besides (spec §7). */
export const NATIVE_CREATE_FIELDS = {
  ...CREATE_FIELDS,
  ...askedFields({ isNative: true }),
  orderIv: ORDER_IV,
  leverage: optional(decimal({ about: LEVERAGE })),
  leverageE2: otherNameOf('leverage', optional(scaled(2, { about: '`leverage`' })), 2),
  designatedMarginE8: optional(scaled(8, { about: IGNORED })),
  type: optional(
    text({ max: 40, about: '`MmRateClose` waits for `mmRate` and then closes the position; others change nothing' }),
  ),
  mmRate: optional(decimal({ about: 'of type `MmRateClose`: the maintenance rate, a fraction: 0.8 is 80 %' })),
  mode: optional(text({ max: 40, about: IGNORED })),
  is_reverse_position: optional(flag({ about: IGNORED })),
} as const

/** Changes of an order; what is left out stays. */
export const REPLACE_FIELDS = {
  category: optional(CATEGORY),
  symbol: SYMBOL,
  ...ORDER_REFERENCE,
  ...QTY,
  price: PRICE,
  ...TRIGGER,
  ...LEGS,
  orderIv: ORDER_IV,
} as const

export const CANCEL_FIELDS = { category: optional(CATEGORY), symbol: SYMBOL, ...ORDER_REFERENCE } as const

/** What an order is, by v5's filters (`isOfKind`). */
export const ORDER_KIND = word([...ORDER_KINDS])

/** v5's cancel has besides: an order of another kind is not found. */
export const V5_CANCEL_FIELDS = { ...CANCEL_FIELDS, orderFilter: optional(ORDER_KIND) } as const

/** What is to guard a position, either dialect's names. */
export const TP_SL_FIELDS = {
  category: optional(CATEGORY),
  symbol: SYMBOL,
  positionIdx: POSITION_IDX,
  ...LEGS,
  ...QTY,
  tpSize: optional(decimal({ about: 'of a partial take-profit; the whole position if left out' })),
  tpSizeX: optional(scaled(8, { about: '`tpSize`' })),
  slSize: optional(decimal({ about: 'of a partial stop-loss; the whole position if left out' })),
  slSizeX: optional(scaled(8, { about: '`slSize`' })),
  tpStopOrderId: optional(text({ max: 64, about: 'the partial take-profit that is to change' })),
  slStopOrderId: optional(text({ max: 64, about: 'the partial stop-loss that is to change' })),
  trailingStop: optional(decimal({ about: 'a distance; `0` ends it' })),
  trailingPercent: optional(decimal({ about: 'the distance in per cent (ours); not beside `trailingStop`' })),
  activationPrice: optional(
    decimal({ about: 'left out, at once, and of a trailing stop that waits for it as it was; `0` is at once' }),
  ),
  activePrice: otherNameOf('activationPrice', optional(decimal({ about: 'v5’s name of `activationPrice`' }))),
} as const
