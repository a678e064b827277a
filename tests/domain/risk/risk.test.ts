import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../exchange/listings/catalogue'
import { Exact, type Leverage, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import { adjustToBand, priceBand } from '../../../src/domain/market/price-band'
import { breakEvenPrice, optionBreakEven } from '../../../src/domain/risk/break-even'
import {
  bankruptcyPrice,
  crossLiquidationPrice,
  crossLiquidationPriceOnMark,
  isolatedLiquidationPrice,
  roundRiskPrice,
  withinPriceRange,
} from '../../../src/domain/risk/liquidation-price'
import { marginRate } from '../../../src/domain/risk/margin'
import { orderCost, qtyForCost } from '../../../src/domain/risk/order-cost'
import { payoffOf } from '../../../src/domain/instrument/payoff'
import { roundToCoin } from '../../../src/domain/risk/payoff'
import { averageEntry, priceForRoi, pricePnl, roi } from '../../../src/domain/risk/pnl'
import { maintenanceMargin, maxValueAtLeverage, tierOf } from '../../../src/domain/risk/risk-tier'

const tiers = catalogue('global')[0]!.riskTiers
const isolated = {
  payoff: 'linear',
  side: 'buy',
  qty: '1' as Qty,
  entryPrice: '20000' as Price,
  leverage: '50' as Leverage,
  maintenanceMarginRate: '0.005' as Rate,
  deduction: '0' as Money,
  extraMargin: '0' as Money,
  takerFeeRate: '0.00055' as Rate,
} as const

describe('liquidation price', () => {
  it('is the published one on either basis', () => {
    // semantics.md §1.4: long 20,000, 50×, 0.5 %: 19,700 classic, 19,698.49 current.
    expect(isolatedLiquidationPrice(isolated, 'entry')).toBe('19700')
    expect(isolatedLiquidationPrice(isolated, 'mark')?.slice(0, 8)).toBe('19698.49')
    expect(isolatedLiquidationPrice({ ...isolated, side: 'sell', extraMargin: '3000' as Money }, 'entry')).toBe('23300')
    expect(bankruptcyPrice(isolated)).toBe('19600')
  })

  it('is where the margin left equals the maintenance margin on the mark', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1000, max: 900_000 }),
        fc.integer({ min: 2, max: 100 }),
        (side, lots, entry, leverage) => {
          const position = {
            ...isolated,
            side,
            qty: String(lots) as Qty,
            entryPrice: String(entry) as Price,
            leverage: String(leverage) as Leverage,
          }
          const price = isolatedLiquidationPrice(position, 'mark')!
          const margin = new Exact(lots).times(entry).div(leverage)
          const left = margin.plus(pricePnl({ ...position, price }))
          const needed = new Exact(lots).times(price).times('0.005')
          expect(left.minus(needed).abs().lt('1e-20')).toBe(true)
        },
      ),
    )
  })

  it('counts a cross account’s free balance, from the mark while losing', () => {
    const cross = {
      side: 'buy',
      qty: '2' as Qty,
      entryPrice: '10000' as Price,
      markPrice: '10500' as Price,
      available: '3000' as Money,
      initialMargin: '200' as Money,
      maintenanceMargin: '100' as Money,
    } as const
    // 10,000 − (3,000 + 200 − 100)/2 = 8,450; at a mark of 9,500: 9,500 − 1,550 = 7,950
    expect(crossLiquidationPrice(cross)).toBe('8450')
    expect(crossLiquidationPrice({ ...cross, markPrice: '9500' as Price })).toBe('7950')
    expect(crossLiquidationPrice({ ...cross, available: '1000000' as Money })).toBeNull()
  })

  it('on the mark is where the balance is the maintenance margin', () => {
    // 1 BTC at 60,000 on 10,000: (60,000 − 10,000)/(1 − 0.005) = 50,251.256…; a short: 70,000/1.005
    const cross = {
      payoff: 'linear',
      side: 'buy',
      qty: '1' as Qty,
      entryPrice: '60000' as Price,
      balance: '10000' as Money,
      maintenanceMarginRate: '0.005' as Rate,
      deduction: '0' as Money,
    } as const
    expect(crossLiquidationPriceOnMark(cross)?.slice(0, 9)).toBe('50251.256')
    expect(crossLiquidationPriceOnMark({ ...cross, side: 'sell' })?.slice(0, 9)).toBe('69651.741')
    expect(crossLiquidationPriceOnMark({ ...cross, balance: '60000' as Money })).toBeNull()

    // Inverse, 60,000 USD at 60,000 (1 BTC) on 0.25 BTC: 60,000 · 1.005 / 1.25 = 48,240; a short: 60,000 · 0.995 / 0.75
    const inverse = { ...cross, payoff: 'inverse', qty: '60000' as Qty, balance: '0.25' as Money } as const
    expect(crossLiquidationPriceOnMark(inverse)).toBe('48240')
    expect(crossLiquidationPriceOnMark({ ...inverse, side: 'sell' })).toBe('79600')
  })

  it('is rounded against the holder and hidden outside the range', () => {
    expect(roundRiskPrice('5739.08' as Price, 'buy', '0.5' as Price)).toBe('5739.5')
    expect(roundRiskPrice('5739.08' as Price, 'sell', '0.5' as Price)).toBe('5739')
    const range = { minPrice: '0.1' as Price, maxPrice: '100' as Price }
    expect(withinPriceRange('0.1' as Price, range)).toBeNull()
    expect(withinPriceRange('100' as Price, range)).toBeNull()
    expect(withinPriceRange('99' as Price, range)).toBe('99')
  })
})

describe('margin', () => {
  it('follows the tiers', () => {
    expect(tierOf(tiers, '300000' as Money)?.id).toBe(1)
    expect(tierOf(tiers, '300000.01' as Money)?.id).toBe(2)
    // Beyond every limit the last one goes on.
    expect(tierOf(tiers, '90000001' as Money)?.id).toBe(9)
    expect(tierOf([], '1' as Money)).toBeNull()
    // 1,000,000 × 0.5 % − 510 = 4,490; 100,000 × 0.33 % = 330
    expect(maintenanceMargin('1000000' as Money, tiers)).toBe('4490')
    expect(maintenanceMargin('100000' as Money, tiers)).toBe('330')
    expect(maxValueAtLeverage(tiers, '100' as Leverage)).toBe('2000000')
    expect(maxValueAtLeverage(tiers, '151' as Leverage)).toBeNull()
    expect(marginRate('50' as Money, '1000' as Money)).toBe('0.05')
    expect(marginRate('50' as Money, '0' as Money)).toBeNull()
  })
})

describe('results', () => {
  it('keeps signs for both payoffs and both sides', () => {
    const move = { qty: '300' as Qty, entryPrice: '20' as Price, price: '30' as Price } as const
    expect(pricePnl({ ...move, payoff: 'linear', side: 'buy' })).toBe('3000')
    expect(pricePnl({ ...move, payoff: 'linear', side: 'sell' })).toBe('-3000')
    // 300/20 − 300/30 = 15 − 10
    expect(pricePnl({ ...move, payoff: 'inverse', side: 'buy' })).toBe('5')
    expect(pricePnl({ ...move, payoff: 'inverse', side: 'sell' })).toBe('-5')
    expect(averageEntry('linear', [])).toBeNull()
    expect(roi('1' as Money, '0' as Money)).toBeNull()
    expect(roundToCoin('0.018181818181' as Money)).toBe('0.01818182')
    expect(payoffOf('inverseFutures')).toBe('inverse')
    expect(payoffOf('usdcPerpetual')).toBe('linear')
  })

  it('has no price for what cannot be earned', () => {
    const target = {
      payoff: 'linear',
      side: 'sell',
      entryPrice: '100' as Price,
      leverage: '2' as Leverage,
      roi: '2' as Rate,
    } as const
    expect(priceForRoi(target)).toBeNull()
    expect(priceForRoi({ ...target, roi: '1' as Rate })).toBe('50')
  })

  it('breaks even above the entry for a long and below it for a short', () => {
    const position = {
      side: 'buy',
      qty: '1' as Qty,
      entryPrice: '10000' as Price,
      realisedPnl: '-5.5' as Money,
      takerFeeRate: '0.0002' as Rate,
    } as const
    // (10,000 + 5.5) / (1 − 0.00055) and (−10,000 + 5.5) / (−1 − 0.00055)
    expect(breakEvenPrice(position)?.slice(0, 9)).toBe('10011.006')
    expect(breakEvenPrice({ ...position, side: 'sell' })?.slice(0, 8)).toBe('9989.006')
    // Closing there gives back exactly what was paid.
    const price = breakEvenPrice(position)!
    const back = new Exact(price).minus(10_000).minus(new Exact(price).times('0.00055'))
    expect(back.minus('5.5').abs().lt('1e-20')).toBe(true)
  })

  it('of an option counts the fee by the index, and no more than the cap', () => {
    const held = { side: 'buy', qty: '2' as Qty, paid: new Exact(7_870), feeCap: '0.125' as Rate } as const
    // Two at 3,935 and 19.28 of fee each, once paid and once to pay: 3,935 + 19.28 + 19.28.
    const terms = { ...held, realised: new Exact('-38.56'), indexFee: new Exact('38.56') }
    expect(optionBreakEven(terms)?.toString()).toBe('3973.56')
    expect(optionBreakEven({ ...terms, side: 'sell' })?.toString()).toBe('3896.44')
    // Two at 10: an eighth of what they are closed for is less than 38.56. 20 + 2.5 paid: 22.5 ÷ 0.875; sold 17.5 ÷ 1.125.
    const cheap = { ...terms, paid: new Exact(20), realised: new Exact('-2.5') }
    expect(optionBreakEven(cheap)?.toFixed(6)).toBe('12.857143')
    expect(optionBreakEven({ ...cheap, side: 'sell' })?.toFixed(6)).toBe('7.777778')
    expect(optionBreakEven({ ...cheap, side: 'sell', realised: new Exact(-30) })).toBeNull()
  })

  it('goes from quantity to cost and back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('linear' as const, 'inverse' as const),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 2, max: 100 }),
        (payoff, side, qty, price, leverage) => {
          const terms = {
            payoff,
            side,
            price: String(price) as Price,
            leverage: String(leverage) as Leverage,
            takerFeeRate: '0.00055' as Rate,
          }
          const { cost } = orderCost({ ...terms, qty: String(qty) as Qty })
          expect(new Exact(qtyForCost({ ...terms, cost })).minus(qty).abs().lt('1e-25')).toBe(true)
        },
      ),
    )
  })
})

describe('price band', () => {
  const limits = { priceLimitRatioX: '0.01' as Rate, priceLimitRatioY: '0.02' as Rate, tickSize: '0.1' as Price }
  const quiet = { markPrice: '104829.85' as Price, indexPrice: '104829.85' as Price, premium: '0' as Price }

  it('is the published one, rounded inward', () => {
    // semantics.md §1.9 (plim-03): 105,878.1 and 103,781.6
    expect(priceBand(quiet, limits)).toEqual({ maxBuy: '105878.1', minSell: '103781.6' })
  })

  it('follows the premium and the index, up to Y', () => {
    // Mark 100: near band 101 and 99, far band 102 and 98.
    const at100 = { markPrice: '100' as Price, indexPrice: '100' as Price, premium: '0' as Price }
    expect(priceBand({ ...at100, premium: '0.5' as Price }, limits)).toEqual({ maxBuy: '101.5', minSell: '99' })
    expect(priceBand({ ...at100, premium: '-5' as Price }, limits)).toEqual({ maxBuy: '101', minSell: '98' })
    expect(priceBand({ ...at100, indexPrice: '101.7' as Price }, limits)).toEqual({ maxBuy: '101.7', minSell: '99' })
    expect(priceBand({ ...at100, indexPrice: '120' as Price }, limits)).toEqual({ maxBuy: '102', minSell: '99' })
  })

  it('moves a futures price to its edge', () => {
    const band = { maxBuy: '101' as Price, minSell: '99' as Price }
    expect(adjustToBand('105' as Price, 'buy', band)).toBe('101')
    expect(adjustToBand('95' as Price, 'buy', band)).toBe('95')
    expect(adjustToBand('95' as Price, 'sell', band)).toBe('99')
    expect(adjustToBand('105' as Price, 'sell', band)).toBe('105')
  })
})
