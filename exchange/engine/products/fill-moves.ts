import type { Side } from '../../../src/domain/order/order'
import { costShareE8, unrealisedE8, type Direction } from '../risk/formulas'
import { mulDiv, mulDivSigned, VALUE_MAX_E8 } from '../scaled'

/** Of a position, what a fill moves. Lots are signed, amounts E8 of the settle coin. */
export interface HeldLots {
  readonly lots: number
  readonly costE8: number
  /** What rounding left out of the cost, a fraction of a unit of 1e-8; 0 where nobody keeps it. */
  readonly costRestE8: number
  /** The cost that no session settlement resets; 0 where the contract has no sessions. */
  readonly openCostE8: number
  readonly openCostRestE8: number
  readonly openFeeE8: number
  readonly fundingE8: number
  readonly extraMarginE8: number
}

/** Of a fill, what moves a position. */
export interface SettledFill {
  readonly side: Side
  readonly lots: number
  readonly valueE8: number
  readonly feeE8: number
  /** See `Product.valueRestE8`; left out where nobody keeps it. */
  readonly restE8?: number | null
}

/**
 * What one fill changes, as amounts to add. The engine applies it to a position and its wallet, a preview to a draft of
 * them. One record serves all fills: it is read before the next one is asked for.
 */
export class FillMoves {
  /** Signed, together the lots of the fill: what leaves the position that was held, and what is added or turned round. */
  closedLots = 0
  openedLots = 0
  costE8 = 0
  costRestE8 = 0
  openCostE8 = 0
  openCostRestE8 = 0
  openFeeE8 = 0
  fundingE8 = 0
  extraMarginE8 = 0
  /** Result of the closed part before fees, and the part's share of the fee. */
  closedPnlE8 = 0
  closedFeeE8 = 0
  /** What the fill pays into the wallet of the settle coin, and of the base coin; negative takes. */
  walletE8 = 0
  baseE8 = 0
  /**
   * What of these is a result: the price result of the closed part, and fees. A premium and coins that are exchanged are
   * none; they are another form of what the account has.
   */
  realisedE8 = 0
  baseRealisedE8 = 0
  /** Of the closed part: its value at the prices that were paid, and at the fill's. */
  entryValueE8 = 0
  exitValueE8 = 0
  /** What rounding left out of these two. */
  entryRestE8 = 0
  exitRestE8 = 0

  /** What a fill leaves alone stays zero: a product writes only what its fill moves. */
  clear(): this {
    this.closedLots = 0
    this.openedLots = 0
    this.costE8 = 0
    this.costRestE8 = 0
    this.openCostE8 = 0
    this.openCostRestE8 = 0
    this.openFeeE8 = 0
    this.fundingE8 = 0
    this.extraMarginE8 = 0
    this.closedPnlE8 = 0
    this.closedFeeE8 = 0
    this.walletE8 = 0
    this.baseE8 = 0
    this.realisedE8 = 0
    this.baseRealisedE8 = 0
    this.entryValueE8 = 0
    this.exitValueE8 = 0
    this.entryRestE8 = 0
    this.exitRestE8 = 0
    return this
  }
}

/** How many of a fill's lots close a position of the other side. */
export function closingLots({ lots: held }: Pick<HeldLots, 'lots'>, side: Side, lots: number): number {
  const against = side === 'buy' ? -held : held
  return against > 0 ? Math.min(against, lots) : 0
}

/**
 * The moves of a contract that is held as lots at a cost.
 *
 * The closing part takes its share of the cost (half up) and realises s × (value − share); the opening part adds its
 * value to the cost. A fill that turns the position round is both: value and fee are split by lots, half up for the
 * closing part, the rest for the new position. Σ wallet − Σ signed cost does not change, but for the fee. Margin added
 * to an isolated position leaves with the closed part, and so do the fees and the funding that it paid while open.
 *
 * @param sense see `Product.sense`
 */
export function contractMoves(
  held: HeldLots,
  fill: SettledFill,
  terms: { readonly sense: Direction; readonly hasSessions: boolean },
  moves: FillMoves,
): FillMoves {
  const { sense, hasSessions } = terms
  const closed = closingLots(held, fill.side, fill.lots)
  const opened = fill.lots - closed
  const sign = fill.side === 'buy' ? 1 : -1
  const closedValue = opened === 0 ? fill.valueE8 : mulDiv(fill.valueE8, closed, fill.lots, 'halfUp')
  const closedFee = opened === 0 ? fill.feeE8 : mulDivSigned(fill.feeE8, closed, fill.lots)
  moves.closedLots = sign * closed
  moves.openedLots = sign * opened
  moves.closedFeeE8 = closedFee
  moves.exitValueE8 = closedValue
  if (closed > 0) {
    const size = Math.abs(held.lots)
    const share = costShareE8(held.costE8, closed, size)
    const openShare = hasSessions ? costShareE8(held.openCostE8, closed, size) : share
    moves.closedPnlE8 = unrealisedE8(closedValue, share, held.lots > 0 ? sense : (-sense as Direction))
    moves.entryValueE8 = openShare
    moves.costE8 = -share
    if (hasSessions) moves.openCostE8 = -openShare
    if (held.openFeeE8 !== 0) moves.openFeeE8 = -mulDivSigned(held.openFeeE8, closed, size)
    if (held.fundingE8 !== 0) moves.fundingE8 = -mulDivSigned(held.fundingE8, closed, size)
    if (held.extraMarginE8 !== 0) moves.extraMarginE8 = -mulDivSigned(held.extraMarginE8, closed, size)
  }
  if (opened > 0) {
    const openedValue = fill.valueE8 - closedValue
    moves.costE8 += openedValue
    if (hasSessions) moves.openCostE8 += openedValue
  }
  const { restE8 = null } = fill
  if (restE8 !== null) moveRests(held, fill, { restE8, closed, hasSessions }, moves)
  moves.realisedE8 = moves.closedPnlE8 - fill.feeE8
  moves.walletE8 = moves.realisedE8
  return moves
}

/** What rounding left out goes with its lots, as the values do that it was left out of. */
function moveRests(
  held: HeldLots,
  { lots, valueE8 }: SettledFill,
  of: { readonly restE8: number; readonly closed: number; readonly hasSessions: boolean },
  moves: FillMoves,
): void {
  const { restE8, closed, hasSessions } = of
  const size = Math.abs(held.lots)
  const whole = { whole: valueE8, part: closed, of: lots }
  moves.exitRestE8 = closed === lots ? restE8 : remainderOf(whole, moves.exitValueE8) + (restE8 * closed) / lots
  const opened = restE8 - moves.exitRestE8
  const leaving = restOfShare({ costE8: held.costE8, restE8: held.costRestE8 }, closed, size)
  moves.costRestE8 = opened - leaving
  moves.entryRestE8 = leaving
  if (!hasSessions) return
  moves.entryRestE8 = restOfShare({ costE8: held.openCostE8, restE8: held.openCostRestE8 }, closed, size)
  moves.openCostRestE8 = opened - moves.entryRestE8
}

/** What goes with the part of a cost that `closed` of its `size` lots take (`costShareE8`), beyond that part. */
function restOfShare(
  { costE8, restE8 }: { readonly costE8: number; readonly restE8: number },
  closed: number,
  size: number,
): number {
  if (closed === size) return restE8
  if (closed === 0) return 0
  const share = { whole: costE8, part: closed, of: size }
  return remainderOf(share, costShareE8(costE8, closed, size)) + (restE8 * closed) / size
}

/** whole × part ÷ of, less what it was rounded to. */
export function remainderOf(
  { whole, part, of }: { readonly whole: number; readonly part: number; readonly of: number },
  rounded: number,
): number {
  const product = whole * part
  // Both products differ by a few `of` at most.
  if (Math.abs(product) < VALUE_MAX_E8) return (product - rounded * of) / of
  return Number(BigInt(whole) * BigInt(part) - BigInt(rounded) * BigInt(of)) / of
}
