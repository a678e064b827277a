import type { DecimalText, Leverage, Money, Rate } from './decimal'

/**
 * Values that the specification names but does not show (decisions 19), each with its gap, and the constants of spec §9
 * that belong to no single rule.
 */

/** Gap: spec §5 "Leverage" warns at a threshold whose value is not shown. */
export const HIGH_LEVERAGE_FROM = '10' as Leverage

/** Gap: spec §9 "default max-leverage cap: values not shown". */
export const DEFAULT_MAX_LEVERAGE = '100' as Leverage

/** Gap: spec §5 "Trader nickname and signature length limits: not shown". Characters. */
export const NICKNAME_LENGTH = { min: 1, max: 20 } as const
export const SIGNATURE_LENGTH = { min: 0, max: 80 } as const

/** Gap: spec §9 "Percent and ROI selections come from config: not shown". Per cent. */
export const PERCENT_MARKS: readonly number[] = [0, 25, 50, 75, 100]
export const ROI_MARKS: readonly number[] = [0, 25, 50, 75, 100]

/** Gap: spec §5 "Price-mode max comes from config". Per cent. */
export const PRICE_MODE_MAX_PERCENT = 25

/** Gap: spec §3 lists the coin levels and says nothing of what they do, so they are kept as a type only. */
export type CoinLevel = 'up' | 'normal' | 'down'

/** Spec §9 "Default fee rate". */
export const DEFAULT_TAKER_FEE_RATE = '0.00055' as Rate
/** Beside it, as published for derivatives of the lowest level. */
export const DEFAULT_MAKER_FEE_RATE = '0.0002' as Rate
/** Of spot pairs, maker and taker alike, of the coin received (semantics.md §1.2): the lists say which of it is waived. */
export const SPOT_FEE_RATE = '0.001' as Rate

/**
 * The most that orders make of a position with the orders of its side in one contract, in the settle coin: 2^52 units of
 * 1e-8, beyond which a sum of two values is not exact (110090 names it). Tiers go on beyond, for a position may gain
 * value (ADR-258).
 */
export const SIDE_VALUE_MAX = '45035996.27370496' as Money

/** Spec §5 and §9 "Minimum cross leverage". */
export const MIN_CROSS_LEVERAGE = '0.01' as Leverage

/** Spec §9 "Price step presets ±10, ±50, ±200 times the tick". */
export const PRICE_STEP_PRESETS: readonly number[] = [10, 50, 200]

/** Spec §9 "Depth ratios default". */
export const DEFAULT_DEPTH_RATIOS: readonly number[] = [1, 2, 4, 10]

/** Spec §5 "quantity slider 0–100 step 5" and §2 its marks. Per cent. */
export const QTY_SLIDER = { min: 0, max: 100, step: 5, marks: [0, 25, 50, 75, 100] } as const

/** Spec §9 "PnL mode max". */
export const PNL_MODE_MAX = '999999999' as DecimalText

/** Spec §5 "Slider bounds": how far a take-profit and a stop-loss slide, per cent. P&L has no slider. */
export const TPSL_SLIDER = {
  percent: { takeProfit: PRICE_MODE_MAX_PERCENT, stopLoss: 10, step: 1 },
  roi: { takeProfit: 150, stopLoss: 75, step: 0.1 },
} as const

/** Spec §5 "Max percent", by what is typed. */
export const TPSL_TARGET_MAX = {
  takeProfit: { roi: '999999999.9', percent: '999999999.9', pnl: PNL_MODE_MAX },
  stopLoss: { roi: '999999999.9', percent: '99.9', pnl: PNL_MODE_MAX },
} as const

/** Spec §5 "Custom slippage" and §9 "Slippage". */
export const SLIPPAGE_BOUNDS = {
  percent: { min: '0.01' as DecimalText, max: '10' as DecimalText },
  tick: { min: '1' as DecimalText, max: '10000' as DecimalText },
} as const

/** Spec §9 "Default presets by coin": per cent. */
export const SLIPPAGE_PERCENT_PRESETS: readonly string[] = ['0.5', '1', '1.5', '2']
export const SLIPPAGE_PERCENT_PRESETS_TIGHT: readonly string[] = ['0.01', '0.02', '0.05', '0.1']
export const SLIPPAGE_TIGHT_COINS: readonly string[] = ['BTC', 'ETH', 'PAXG', 'XAUT']
/** Spec §9 "Tick-size presets". */
export const SLIPPAGE_TICK_PRESETS: readonly string[] = ['10', '50', '100', '200']
export const SLIPPAGE_TICK_PRESETS_ETH: readonly string[] = ['50', '100', '500', '1000']

/** Semantics §2.4: take-profits and stop-losses of one position, partial ones together. */
export const PARTIAL_TPSL_MAX = 20

/**
 * When an order asks before it is sent (decisions 45; no bounds are given there).
 *
 * A limit price that fills at once asks from 5 % beyond the mark price: wider than the price band of any contract here,
 * so that nobody needs it. One that rests costs nothing until the market comes to it, and orders stand a tenth or a fifth
 * away on purpose: it asks from 30 %, which one digit too many or too few always passes. A trigger price likewise.
 */
export const ASK_PRICE_BEYOND = '0.05' as Rate
export const ASK_PRICE_AWAY = '0.3' as Rate
/** An option's premium may be a few ticks: what is off its mark by less than this share of the index is not far. */
export const ASK_OPTION_NEARBY = '0.005' as Rate
/** A spread's price is far from here on, as a share of what its first leg costs: its own price is about zero. */
export const ASK_SPREAD_AWAY = '0.005' as Rate
/** A market order of more than this many times what the shown side of the book holds fills where nobody sees. */
export const ASK_BOOK_TIMES = 2
/** At five times the account's equity, a move of a fifth against the position loses all of it. */
export const ASK_EQUITY_TIMES = 5
/** A million dollars: what few presses of a person are worth, and a digit too many soon passes. */
export const ASK_VALUE_USD = '1000000' as Money

/** Trades that are not made, in one question about an account's portfolio margin. */
export const WHAT_IF_MAX = 20
