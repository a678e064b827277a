/** Which rule of src/domain computes what of positions: margin, liquidation, bankruptcy and sessions (see order-formulas). */
import { add, Exact, subtract, zero, type Money, type Price } from '../../src/domain/decimal'
import type { Side } from '../../src/domain/order/order'
import {
  bankruptcyPrice,
  crossLiquidationPrice,
  inverseLongBankruptcyPrice,
  inverseLongLiquidationPrice,
  isolatedLiquidationPrice,
  roundRiskPrice,
} from '../../src/domain/risk/liquidation-price'
import { positionValue } from '../../src/domain/risk/payoff'
import { tierDeductions, tierOf } from '../../src/domain/risk/risk-tier'
import { filledQty, over, sessionPnl, times } from './arithmetic'
import type { Inputs } from './inputs'
import { formula, type Having } from './rule'

const holding = (x: Having<'side' | 'qty' | 'entry' | 'leverage'>) => ({
  payoff: x.payoff,
  side: x.side,
  qty: x.qty,
  entryPrice: x.entry,
  leverage: x.leverage,
  deduction: x.deduction ?? zero<Money>(),
  extraMargin: x.extraMargin ?? zero<Money>(),
})

const liquidation = (x: Having<'side' | 'qty' | 'entry' | 'leverage' | 'mmr'>) =>
  isolatedLiquidationPrice(
    { ...holding(x), maintenanceMarginRate: x.mmr, takerFeeRate: x.takerFee ?? zero() },
    x.basis === 'mark' ? 'mark' : 'entry',
  )

function toTick({ tick }: Inputs, price: Price | null, side: Side): Price | null {
  return tick === undefined || price === null ? price : roundRiskPrice(price, side, tick)
}

const tierIndex = ({ tiers, value }: Having<'tiers' | 'value'>) => {
  const tier = tierOf(tiers, value)
  return tier === null ? -1 : tiers.indexOf(tier)
}

/** The tier that holds the value; `null` of an empty table. */
function tierAt(x: Having<'tiers' | 'value'>) {
  const [tier, deduction] = [x.tiers[tierIndex(x)], tierDeductions(x.tiers)[tierIndex(x)]]
  return tier === undefined || deduction === undefined ? null : { ...tier, deduction }
}

function crossLinear(x: Having<'side' | 'qty' | 'entry' | 'leverage' | 'mmr' | 'available'>) {
  const value = positionValue('linear', x.qty, x.entry)
  return crossLiquidationPrice({
    side: x.side,
    qty: x.qty,
    entryPrice: x.entry,
    markPrice: x.mark ?? x.entry,
    available: x.available,
    initialMargin: x.initialMargin ?? over(value, x.leverage),
    maintenanceMargin: x.maintenanceMargin ?? subtract(times(value, x.mmr), x.deduction ?? zero()),
  })
}

const inverseLong = (x: Having<'qty' | 'entry' | 'backing' | 'mmr' | 'takerFee'>) => ({
  qty: x.qty,
  entryPrice: x.entry,
  balance: x.backing,
  maintenanceMarginRate: x.mmr,
  takerFeeRate: x.takerFee,
})

export const POSITION_FORMULAS = [
  formula({
    topics: ['margin', 'liquidation', 'bankruptcy', 'pnl'],
    needs: ['qty', 'entry', 'leverage'],
    gives: {
      initialMargin: (x) =>
        over(positionValue(x.payoff, x.qty, x.mode === 'cross' ? (x.mark ?? x.entry) : x.entry), x.leverage),
    },
  }),
  formula({
    topics: ['margin'],
    needs: ['tiers', 'value'],
    gives: {
      tier: (x) => String(tierIndex(x) + 1),
      deduction: (x) => tierAt(x)?.deduction ?? null,
      maintenanceMargin: (x) => {
        const tier = tierAt(x)
        return tier === null ? null : subtract(times<Money>(x.value, tier.maintenanceMarginRate), tier.deduction)
      },
    },
  }),
  formula({ topics: ['margin'], needs: ['tiers'], gives: { deductions: (x) => tierDeductions(x.tiers) } }),
  formula({
    topics: ['margin'],
    needs: ['tiers', 'values'],
    gives: { mmr: (x) => x.values.map((value) => tierOf(x.tiers, value)?.maintenanceMarginRate ?? null) },
  }),
  formula({
    topics: ['margin'],
    needs: ['imr'],
    gives: { maxLeverage: (x) => x.imr.map((rate) => new Exact(1).div(rate).toDecimalPlaces(2).toFixed()) },
  }),
  formula({
    topics: ['margin', 'liquidation'],
    needs: ['qty', 'entry', 'mmr'],
    gives: {
      maintenanceMargin: (x) => subtract(times(positionValue(x.payoff, x.qty, x.entry), x.mmr), x.deduction ?? zero()),
    },
  }),
  formula({
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr'],
    when: (x) => x.mode !== 'cross',
    gives: {
      liqPrice: (x) => toTick(x, liquidation(x), x.side),
      bustPrice: (x) => toTick(x, bankruptcyPrice(holding(x)), x.side),
    },
  }),
  formula({
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr', 'available'],
    when: (x) => x.mode === 'cross' && x.payoff === 'linear',
    gives: { liqPrice: (x) => toTick(x, crossLinear(x), x.side) },
  }),
  formula({
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'leverage', 'mmr'],
    gives: {
      liqLong: (x) => liquidation({ ...x, side: 'buy' }),
      liqShort: (x) => liquidation({ ...x, side: 'sell' }),
    },
  }),
  formula({
    // Cross, or isolated with margin added: one balance backs an inverse long.
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'backing', 'mmr', 'takerFee'],
    when: (x) => x.payoff === 'inverse' && x.side === 'buy',
    gives: {
      // A cross example prints the bankruptcy price unrounded, an isolated one on the tick.
      bustPrice: (x) =>
        x.mode === 'cross'
          ? inverseLongBankruptcyPrice(inverseLong(x))
          : toTick(x, inverseLongBankruptcyPrice(inverseLong(x)), 'buy'),
      liqPrice: (x) => toTick(x, inverseLongLiquidationPrice(inverseLong(x)), 'buy'),
    },
  }),
  formula({
    topics: ['bankruptcy'],
    needs: ['side', 'qty', 'entry', 'leverage'],
    gives: { bustPrice: (x) => toTick(x, bankruptcyPrice(holding(x)), x.side) },
  }),
  formula({
    topics: ['bankruptcy'],
    needs: ['side', 'qty', 'entry', 'positionMargin', 'walletBalance'],
    gives: {
      bustPrice: (x) => {
        const perUnit = over<Price>(add(x.positionMargin, x.walletBalance), x.qty)
        return x.side === 'buy' ? subtract(x.entry, perUnit) : add(x.entry, perUnit)
      },
    },
  }),
  formula({
    topics: ['session-settlement'],
    needs: ['fills', 'close', 'mark'],
    gives: {
      realisedPnl: (x) => sessionPnl(x, x.close),
      upnl: (x) => sessionPnl(x, { qty: subtract(filledQty(x.fills), x.close.qty), price: x.mark }),
    },
  }),
  formula({
    topics: ['session-settlement'],
    needs: ['side', 'qty', 'mark', 'realisedPnl'],
    gives: {
      previousSessionAvg: (x) => {
        const moved = over<Price>(x.realisedPnl, x.qty)
        return x.side === 'buy' ? subtract(x.mark, moved) : add(x.mark, moved)
      },
      newSessionAvg: (x) => x.mark,
    },
  }),
]
