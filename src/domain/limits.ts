import type { DecimalText, Leverage, Rate } from './decimal'

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
