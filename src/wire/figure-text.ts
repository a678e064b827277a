import { Exact, toText, type DecimalText } from '../domain/decimal'

const FIGURE_DECIMALS = 8
const VOLATILITY_DECIMALS = 4

/** A figure of the model, shown and never reckoned with as money. */
export function figure(value: number | undefined): DecimalText {
  return rounded(value ?? 0, FIGURE_DECIMALS)
}

/** A fraction of a year's; 0 where no volatility gives the price. */
export function volatility(value: number | null | undefined): string {
  return rounded(value ?? 0, VOLATILITY_DECIMALS)
}

function rounded(value: number, decimals: number): DecimalText {
  return toText(new Exact(value.toFixed(decimals)))
}
