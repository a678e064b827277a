/** Rules of collateral, borrowing, options and portfolio margin. `x` is as in order-formulas. */
import { add, compare, Exact, subtract, toText, zero, type Money, type Rate } from '../../src/domain/decimal'
import { outOfTheMoney } from '../../src/domain/options/option-margin'
import { BORROW_MMR, borrowedAmount, borrowInitialMarginRate, hourlyInterest } from '../../src/domain/risk/borrowing'
import { borrowMaintenanceMargin, collateralOf, debtTier } from '../../src/domain/risk/collateral'
import {
  forwardByBasis,
  futureContingency,
  offsetContingency,
  shortOptionContingency,
} from '../../src/domain/risk/contingency'
import { shockedVolatility } from '../../src/domain/risk/volatility-shock'
import { sum, times } from './arithmetic'
import type { CoinRow, NumberedTier } from './inputs'
import { formula, type Figure } from './rule'

/** The dollars of a coin that count; `null` where its slices are not of dollars. */
function countedUsd({ qty, usd, tiersUsd }: CoinRow): Money | null {
  return usd === undefined || tiersUsd === undefined ? null : collateralOf(times<Money>(qty, usd), tiersUsd)
}

function countedTotal(coins: readonly CoinRow[]): Figure {
  const each = coins.map(countedUsd)
  return each.includes(null) ? null : sum(each.filter((one) => one !== null))
}

/** By its place: the published examples name their results by the coin, and coins stand in the order of the results. */
function ofPlace(coins: readonly CoinRow[], at: number): Figure {
  const coin = coins[at]
  return coin === undefined ? null : countedUsd(coin)
}

/** A number of the model as text. */
function ofModel(value: number): Rate {
  return toText<Rate>(new Exact(value))
}

function tierOf(debt: Money, tiers: readonly NumberedTier[]): Money {
  const limits = tiers.map(({ limit }) => limit)
  return (tiers[debtTier(debt, limits)]?.tier ?? zero()) as Money
}

const COLLATERAL = ['collateral']
const BORROWING = ['auto-borrow', 'borrow-interest', 'borrow-tier', 'borrow-mm']

export const PRODUCT_FORMULAS = [
  formula({
    topics: COLLATERAL,
    needs: ['coins'],
    gives: {
      marginBalance: (x) => countedTotal(x.coins),
      total: (x) => countedTotal(x.coins),
      btc: (x) => ofPlace(x.coins, 0),
      usdt: (x) => ofPlace(x.coins, 1),
      collateralQty: (x) => {
        const [coin] = x.coins
        return coin?.tiersQty === undefined ? null : collateralOf(toText<Money>(new Exact(coin.qty)), coin.tiersQty)
      },
    },
  }),
  formula({
    topics: BORROWING,
    needs: ['borrowAmount', 'hourlyBorrowRate'],
    gives: { borrowCost: (x) => hourlyInterest(x.borrowAmount, { hourlyRate: x.hourlyBorrowRate }) },
  }),
  formula({
    topics: BORROWING,
    needs: ['leverage'],
    gives: { positionIMR: (x) => borrowInitialMarginRate(x.leverage), positionMMR: () => BORROW_MMR },
  }),
  formula({
    // What an order to buy holds back is frozen; an unrealised loss lowers the equity.
    topics: BORROWING,
    needs: ['wallet'],
    gives: {
      borrowed: (x) =>
        borrowedAmount({
          equity: add(x.wallet, x.upl ?? zero<Money>()),
          optionBuyMargin: zero(),
          optionValue: zero(),
          frozen: x.buyNotional ?? zero(),
        }),
    },
  }),
  formula({
    topics: BORROWING,
    needs: ['debtQty', 'price', 'tiersUsd'],
    gives: { maintenanceMargin: (x) => borrowMaintenanceMargin(times<Money>(x.debtQty, x.price), x.tiersUsd) },
  }),
  formula({
    // A pair stands in the higher of the tiers of what is owed of its two coins.
    topics: BORROWING,
    needs: ['baseBorrowed', 'baseTiers', 'quoteBorrowed', 'quoteTiers'],
    gives: {
      tier: (x) => {
        const [base, quote] = [tierOf(x.baseBorrowed, x.baseTiers), tierOf(x.quoteBorrowed, x.quoteTiers)]
        return compare(base, quote) < 0 ? quote : base
      },
    },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['index', 'factor', 'q'],
    gives: {
      futureContingency: (x) => ofModel(futureContingency(x.q.map(Number), Number(x.factor), Number(x.index))),
    },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['index', 'yearBasis', 'days'],
    gives: {
      forward: (x) => ofModel(forwardByBasis(Number(x.index), { basis: Number(x.yearBasis), days: Number(x.days) })),
    },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['call', 'put', 'perOption'],
    gives: {
      contingency: (x) => ofModel(shortOptionContingency(Number(x.call) + Number(x.put), Number(x.perOption))),
    },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['longA', 'shortB', 'rate'],
    gives: {
      contingency: (x) =>
        ofModel(offsetContingency({ long: Number(x.longA), short: Number(x.shortB) }, Number(x.rate))),
    },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['days', 'power', 'range'],
    gives: {
      ivChange: (x) => {
        const [range, power] = [Number(x.range), Number(x.power)]
        const shock = {
          rangeUp: range,
          rangeDown: range,
          shortPower: power,
          longPower: power,
          leastDays: 0,
          leastUp: 0,
        }
        return subtract(ofModel(shockedVolatility(1, 'up', Number(x.days), shock)), '1' as Rate)
      },
    },
  }),
  formula({
    topics: ['option-otm'],
    needs: ['underlying', 'callStrike'],
    gives: { call: (x) => toText(outOfTheMoney({ strike: x.callStrike, isCall: true }, x.underlying)) },
  }),
  formula({
    topics: ['option-otm'],
    needs: ['underlying', 'putStrike'],
    gives: { put: (x) => toText(outOfTheMoney({ strike: x.putStrike, isCall: false }, x.underlying)) },
  }),
]
