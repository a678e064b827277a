import type { EnginePosition } from '../../../exchange/engine/records/position-records'
import { Exact, type Price } from '../../../src/domain/decimal'
import { accountInDecimals, isStillThere, type DecimalPosition } from './account-in-decimals'
import type { Scenario } from './scenario'

/** One amount that the engine and the oracle see otherwise, in words. */
export type Difference = string

const UNIT = new Exact('0.00000001')

/**
 * Holds the engine's account against the Decimal rules. Every amount of the engine is rounded to E8 once where it arises
 * (a fill's value, share and fee; a margin's parts), so a sum of n of them is within n units of the exact one; a price
 * is the exact one moved by that much money and rounded against the holder to the tick.
 *
 * @returns `null` when the story ended in a liquidation, of which the crash day is the test
 */
export function compare(scenario: Scenario): readonly Difference[] | null {
  if (!isStillThere(scenario)) return null
  const { engine } = scenario
  const account = accountInDecimals(scenario)
  const differences: Difference[] = []
  const parts = scenario.holdings.reduce((count, { fills, fundings }) => count + fills.length * 4 + fundings.length, 4)
  const slack = UNIT.times(parts * 2)
  const near = (name: string, ours: number, exact: Exact) => {
    const gap = new Exact(ours).div(1e8).minus(exact).abs()
    if (gap.gt(slack))
      differences.push(`${name}: engine ${new Exact(ours).div(1e8).toFixed()}, oracle ${exact.toFixed(12)}`)
  }
  const row = engine.balances('one').find((one) => one.coin === 'C')!
  near('wallet', row.walletE8, account.wallet)
  near('unrealised', row.unrealisedE8, account.unrealised)
  near('position margin', row.positionMarginE8, account.positionMargin)
  near('order margin', row.orderMarginE8, account.orderMargin)
  near('maintenance', row.maintenanceE8, account.maintenance)
  near('available', row.availableE8, account.available)
  for (const position of account.positions) {
    const { contract, positionIdx } = position.holding
    const ours = engine.positions('one', contract.symbol).find((one) => one.positionIdx === positionIdx)!
    const name = `${contract.symbol}${positionIdx}`
    near(`${name} cost`, ours.costE8, position.cost)
    near(`${name} unrealised`, ours.unrealisedE8, position.unrealised)
    near(`${name} margin`, ours.initialMarginE8, position.initialMargin)
    near(`${name} maintenance`, ours.maintenanceMarginE8, position.maintenance)
    if (position.side === null) continue
    for (const [kind, ticks, price] of [
      ['liquidation', ours.liquidationTicks, position.liquidationPrice],
      ['bankruptcy', ours.bankruptcyTicks, position.bankruptcyPrice],
    ] as const) {
      const fault = priceFault(position, { ours, ticks, price, slack })
      if (fault !== null) differences.push(`${name} ${kind}: ${fault}`)
    }
  }
  return differences
}

/** Whether a price in ticks is the exact one, rounded against the holder, within what money of E8 can tell. */
function priceFault(
  { holding, side }: DecimalPosition,
  at: {
    readonly ours: EnginePosition
    readonly ticks: number | null
    readonly price: Price | null
    readonly slack: Exact
  },
): string | null {
  const { contract } = holding
  const { minPriceTicks, maxPriceTicks } = contract.engine
  const exact = at.price === null ? null : new Exact(at.price).div(contract.tick)
  if (at.ticks === null || exact === null) {
    // Both have none, or the exact one lies at the range's end or beyond it.
    const isOutside = exact === null || exact.lte(minPriceTicks + 1) || exact.gte(maxPriceTicks - 1)
    return isOutside && (at.ticks === null || at.ticks <= minPriceTicks + 1)
      ? null
      : `engine ${at.ticks}, oracle ${at.price}`
  }
  const qty = new Exact(Math.abs(at.ours.lots)).times(contract.lot)
  // Money to ticks: linear slack / q, inverse slack × price² / q; a hedged net may be small.
  const perPrice =
    contract.payoff === 'linear' ? at.slack.div(contract.lot) : at.slack.times(new Exact(at.price!).pow(2)).div(qty)
  const error = perPrice.div(contract.tick)
  const rounded = (value: Exact) => value.toDecimalPlaces(0, side === 'buy' ? Exact.ROUND_CEIL : Exact.ROUND_FLOOR)
  const isNear = rounded(exact.minus(error)).lte(at.ticks) && rounded(exact.plus(error)).gte(at.ticks)
  return isNear ? null : `engine ${at.ticks}, oracle ${exact.toFixed(6)}`
}
