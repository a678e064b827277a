/**
 * Small untruths about the engine: one sign, one input, one bound. Each names the rule that it breaks; the suite must
 * turn red for every one of them. `from` occurs once in its file. A section in brackets is one of semantics.md.
 */

/**
 * One small untruth: `from` becomes `to` in `file`.
 * @typedef {{ readonly file: string, readonly rule: string, readonly from: string, readonly to: string }} Mutant
 */

/**
 * @param {string} file below exchange/engine
 * @param {string} rule
 * @param {string} from
 * @param {string} to
 * @returns {Mutant}
 */
const engine = (file, rule, from, to) => ({ file: `exchange/engine/${file}`, rule, from, to })

/** @type {readonly Mutant[]} */
export const MUTANTS = [
  engine(
    'risk/formulas.ts',
    'a fee is paid, a rebate received (§1.2)',
    'return mulDivSigned(rateE8, valueE8, ONE_E8)',
    'return -mulDivSigned(rateE8, valueE8, ONE_E8)',
  ),
  engine(
    'risk/formulas.ts',
    'initial margin is value / L (§1.3)',
    "return mulDiv(valueE8, ONE_E2, leverageE2, 'halfUp')",
    'return valueE8',
  ),
  engine(
    'risk/formulas.ts',
    'the bankruptcy value of a long is value × (1 − 1/L) (§1.4)',
    'leverageE2 - direction * ONE_E2',
    'leverageE2 + direction * ONE_E2',
  ),
  engine(
    'risk/formulas.ts',
    'the fee to close is on the bankruptcy value (§1.2)',
    'return feeE8(bankruptcyValueE8(valueE8, leverageE2, direction), takerRateE8)',
    'return feeE8(valueE8, takerRateE8)',
  ),
  engine('risk/formulas.ts', 'order cost has the fee to open in it (§1.2)', '    feeE8(valueE8, takerRateE8) +\n', ''),
  engine(
    'risk/formulas.ts',
    'a long gains when the price rises (§1.1)',
    'direction === 1 ? valueAtPriceE8 - costE8',
    'direction === -1 ? valueAtPriceE8 - costE8',
  ),
  engine(
    'risk/formulas.ts',
    'a closed part takes its share of the cost (§1.1)',
    "mulDiv(costE8, closedLots, lots, 'halfUp')",
    "mulDiv(costE8, lots - closedLots, lots, 'halfUp')",
  ),
  engine('risk/formulas.ts', 'a tier holds its own limit (§1.3)', 'valueE8 <= tier.limitE8', 'valueE8 < tier.limitE8'),
  engine(
    'risk/formulas.ts',
    'maintenance margin is less the deduction (§1.3)',
    "'halfUp') - tier.deductionE8)",
    "'halfUp') + tier.deductionE8)",
  ),
  engine(
    'risk/cross.ts',
    'cross margin stands on the mark (§1.3)',
    'marginBasisE8: positionValueE8',
    'marginBasisE8: (position) => position.costE8',
  ),
  engine(
    'risk/available.ts',
    'added margin belongs to the position (§1.3)',
    'closingFeeE8(position) + position.extraMarginE8',
    'closingFeeE8(position)',
  ),
  engine(
    'risk/extra-orders.ts',
    'what reduces a position is free (§1.3)',
    'Math.max(0, position.sellLots - Math.max(0, position.lots))',
    'Math.max(0, position.sellLots - Math.max(0, -position.lots))',
  ),
  engine(
    'risk/order-margin.ts',
    'of both sides of the orders the dearer one counts',
    "costE8(position, 'buy', buys) + costE8(position, 'sell', beyondE8(sells, extraSells, extraBuys)),",
    '0,',
  ),
  engine(
    'risk/order-margin.ts',
    'orders beyond those of the dearer side cost too',
    "costE8(position, 'sell', sells) + costE8(position, 'buy', beyondE8(buys, extraBuys, extraSells)),",
    "costE8(position, 'sell', sells),",
  ),
  engine(
    'risk/order-margin.ts',
    'a fill away from the mark is held back (§1.3, order loss)',
    "addedSide === 'sell' ? sellE8 + addedLossE8 : sellE8",
    'sellE8',
  ),
  engine(
    'risk/order-loss.ts',
    'what an order would lose follows the mark',
    'return this.#markTicks === markTicks',
    'return this.#markTicks !== 0',
  ),
  engine(
    'risk/margin.ts',
    'the tier that bounds leverage follows from position and orders (§1.3)',
    '(positionValueE8(position) + extra) as ExposureE8',
    '(positionValueE8(position) + 0 * extra) as ExposureE8',
  ),
  engine(
    'risk/maintenance-margin.ts',
    'the first price of all tiers liquidates (decisions 38)',
    'difference <= 0n : difference >= 0n',
    'difference >= 0n : difference <= 0n',
  ),
  engine(
    'risk/maintenance-margin.ts',
    'the liquidation price never lies beyond bankruptcy (decisions 38)',
    'direction * (initial + extraMarginE8)',
    'direction * (2 * initial + 2 * extraMarginE8)',
  ),
  engine(
    'risk/margin.ts',
    'equity has the unrealised results in it (§1.3)',
    'equity += backingPnlE8(position)',
    'equity -= backingPnlE8(position)',
  ),
  engine(
    'risk/cross.ts',
    'cross gains are available (§1.3)',
    'spendableE8: (unrealisedE8) => unrealisedE8',
    'spendableE8: () => 0',
  ),
  engine(
    'risk/available.ts',
    'isolated orders are paid from what is available (§1.3)',
    'if (position !== besides) available -= orderMarginE8(position)',
    'void besides',
  ),
  engine(
    'products/linear.ts',
    'a cross long is liquidated below its mark (§1.4)',
    'lots > 0 ? start - distance',
    'lots > 0 ? start + distance',
  ),
  engine(
    'risk/cross.ts',
    'of two directions only the net size counts (§1.4)',
    'const net = position.lots + (position.sibling?.lots ?? 0)',
    'const net = position.lots',
  ),
  engine(
    'risk/isolated-margin.ts',
    'a long is bankrupt below its entry (§1.4)',
    'position.costE8 - position.direction * margin',
    'position.costE8 + position.direction * margin',
  ),
  engine(
    'risk/maintenance-margin.ts',
    'maintenance margin moves with the mark (§1.4)',
    'ONE_E8 - direction * tier.maintenanceRateE8',
    'ONE_E8 + direction * tier.maintenanceRateE8',
  ),
  engine(
    'risk/maintenance-margin.ts',
    'added margin pays its fee too (§1.4)',
    'ONE_E8 - direction * takerRateE8',
    'ONE_E8 + direction * takerRateE8',
  ),
  engine(
    'risk/isolated-margin.ts',
    'a long’s price goes up to the tick (§1.4)',
    '(over + under - 1n) / under',
    'over / under',
  ),
  engine(
    'orders/take.ts',
    'a trade happens at the price of the order at rest',
    'const ticks = maker.ticks',
    'const ticks = taker.ticks',
  ),
  engine(
    'matching/book.ts',
    'the oldest of a price trades first',
    'level.ticks) ? level.head : null',
    'level.ticks) ? level.tail : null',
  ),
  engine(
    'matching/book.ts',
    'the best price trades first',
    'levels[middle]!.ticks < ticks : levels[middle]!.ticks > ticks',
    'levels[middle]!.ticks > ticks : levels[middle]!.ticks < ticks',
  ),
  engine('matching/match.ts', 'nobody trades with himself (§2.7)', 'maker.position === position || maker', 'maker'),
  engine(
    'orders/fill-order.ts',
    'makers pay the maker’s rate (§1.2)',
    'fill.isMaker ? position.makerRateE8',
    '!fill.isMaker ? position.makerRateE8',
  ),
  engine(
    'orders/open-orders.ts',
    'reduce-only orders shrink with the position (§2.3)',
    'if (position.openReduceOnly === 0) return',
    'return',
  ),
  engine(
    'accounts/settle-fill.ts',
    'fees leave the wallet (§1.2)',
    'cash.receive(walletE8)',
    'cash.receive(closedPnlE8)',
  ),
  engine(
    'products/settlement.ts',
    'a positive rate is paid by longs (§1.6)',
    'side === 1 ? signed : 0 - signed',
    'side === -1 ? signed : 0 - signed',
  ),
  engine(
    'mark-price.ts',
    'what rounding leaves of the funding is the fee account’s',
    'state.house.coin(market.instrument.settleCoin).receive(collectedE8)',
    'void collectedE8',
  ),
  engine(
    'risk/margin.ts',
    'cross: equity below the maintenance margin (§1.5)',
    'equityE8(cash) < totalMaintenanceE8(cash)',
    'equityE8(cash) < 0',
  ),
  engine(
    'liquidation/liquidation.ts',
    'a partial liquidation ends at 90 % (§1.5)',
    'totalMaintenanceE8(cash) * 10 <= equityE8(cash) * 9',
    'totalMaintenanceE8(cash) * 2 <= equityE8(cash) * 1',
  ),
  engine(
    'risk/isolated.ts',
    'isolated: the mark reaches the price (§1.5)',
    'position.lots > 0 ? markTicks <= limit : markTicks >= limit',
    'position.lots > 0 ? markTicks < limit : markTicks > limit',
  ),
  engine(
    'liquidation/liquidation.ts',
    'nothing is sold into debt',
    'limitTicks: crossSolventTicks(state, position)',
    'limitTicks: null',
  ),
  engine(
    'liquidation/liquidation-fee.ts',
    'a short that is bought back pays the liquidation fee, and a long does not (ADR-963)',
    "order.side === 'buy' ? -lots : lots",
    "order.side === 'buy' ? lots : -lots",
  ),
  engine(
    'orders/fill-order.ts',
    'the liquidation fee is the pool’s (ADR-963)',
    'state.insurance.coin(feeCash.coin)',
    'state.house.coin(feeCash.coin)',
  ),
  engine(
    'liquidation/liquidation.ts',
    'the worst price of a liquidation leaves its fee (ADR-963)',
    'Math.abs(lots) - liquidationFeeE8(state, position)',
    'Math.abs(lots)',
  ),
  engine(
    'products/fill-moves.ts',
    'what rounding left out goes with the lots that close (ADR-965)',
    'moves.costRestE8 = opened - leaving',
    'moves.costRestE8 = opened',
  ),
  engine(
    'products/fill-moves.ts',
    'what rounding leaves out of the share that goes is kept with the rest (ADR-973)',
    'return remainderOf(share, costShareE8(costE8, closed, size)) + (restE8 * closed) / size',
    'return (restE8 * closed) / size',
  ),
  engine(
    'risk/no-debt.ts',
    'an isolated position closes no worse than its bankruptcy (decisions 39)',
    'isLong ? Math.max(bankruptcy, withFee) : Math.min(bankruptcy, withFee)',
    'beyond',
  ),
  engine(
    'risk/no-debt.ts',
    'the fee of a closing counts in the equity (decisions 39)',
    'product.feeE8({ side, ticks, lots, valueE8: value }, rateE8, market) +',
    '0 +',
  ),
  engine(
    'risk/room.ts',
    'each fill of a sweep uses the equity up (decisions 39)',
    'this.leftE8 -= whole',
    'void whole',
  ),
  engine(
    'liquidation/shortfall.ts',
    'the wallet of an account without a position is never negative (decisions 39)',
    'else carryLoss(state, cash, -cash.walletE8, nowMs)',
    'else void carryLoss',
  ),
  engine(
    'liquidation/takeover.ts',
    'what is left of the margin is the pool’s (§1.5)',
    'taken.cash.receive(feeE8)',
    'void taken',
  ),
  engine(
    'liquidation/insurance-pool.ts',
    'deleveraging starts at −0.3 and ends above −0.25 (§1.5)',
    '25n : 30n',
    '30n : 25n',
  ),
  engine(
    'liquidation/deleveraging.ts',
    'the highest leveraged return goes first (§1.5)',
    'b.score - a.score',
    'a.score - b.score',
  ),
  engine('products/contract.ts', 'the index widens the band (§1.9)', 'Math.max(indexTicks, inner)', 'inner'),
  engine(
    'orders/order-checks.ts',
    'an order needs its cost, and not less',
    'return requiredE8 > availableE8 ?',
    'return requiredE8 > availableE8 * 2 ?',
  ),
  engine(
    'triggers/trailing.ts',
    'a trailing stop never falls back (§2.5)',
    'isLong ? lastTicks <= bestTicks : lastTicks >= bestTicks',
    'isLong ? lastTicks >= bestTicks : lastTicks <= bestTicks',
  ),
  engine(
    'triggers/trigger-checks.ts',
    'a trigger lies ahead of the price (§2.2)',
    'direction === 1 ? ticks > price : ticks < price',
    'direction === 1 ? ticks >= price : ticks <= price',
  ),
  engine(
    'triggers/protection.ts',
    'one leg ends the other by its own name (§2.4)',
    "stop!.kind === 'partialTakeProfit' ? SL_BY_TP : TP_BY_SL",
    "stop!.kind === 'partialTakeProfit' ? TP_BY_SL : SL_BY_TP",
  ),
  engine(
    'triggers/guards.ts',
    'a shrinking position reduces the oldest set first (§2.4)',
    'for (const order of ofKind) {',
    'for (const order of ofKind.toReversed()) {',
  ),
  engine('settlement.ts', 'a settled session’s entry is the mark (§1.1)', 'position.costE8 = valueE8', 'void valueE8'),
  engine('matching/slippage.ts', 'slippage is added to the ask (§1.9)', 'best.ticks + value', 'best.ticks - value'),
  engine(
    'orders/change-order.ts',
    'a larger quantity goes to the back (§2.7)',
    'ticks === order.ticks && lots < order.lots',
    'ticks === order.ticks',
  ),
  engine('snapshot.ts', 'a snapshot keeps the last price', 'lastTicks: market.lastTicks', 'lastTicks: 0'),
]

/**
 * @param {string} text the file's
 * @param {Mutant} mutant
 * @returns {string} the text with the untruth in it
 * @throws {Error} when its place is not there exactly once
 */
export function mutate(text, { file, from, to }) {
  if (text.split(from).length !== 2) throw new Error(`${file}: not exactly once: ${from}`)
  return text.replace(from, () => to)
}
