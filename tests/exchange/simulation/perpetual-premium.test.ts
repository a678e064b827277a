import { describe, expect, test } from 'vitest'
import { deliveryOf } from '../../../src/domain/instrument/instrument'
import { fundingOfPremium } from '../../../exchange/simulation/mark-price'
import { PerpetualPremium } from '../../../exchange/simulation/perpetual-premium'
import { premiumTerms } from '../../../exchange/venue/market-setup'
import { openVenue, START_MS, tick } from '../venue/lib'

const HOUR = 3_600_000
const LIMITS = { upper: 0.0075, lower: -0.0075 }
const contracts = openVenue({ markets: 'all' })
  .instruments()
  .filter((one) => deliveryOf(one) === null)
const premiumsOf = (seed: number) => contracts.map((one) => new PerpetualPremium(premiumTerms(one, seed)!))

describe('premiums of perpetuals', () => {
  test('six to eight of ten fundings are plain interest, as 104 of 147 were in a recorded list', () => {
    const rates = [1, 2, 3].flatMap((seed) =>
      premiumsOf(seed).flatMap((one) =>
        Array.from({ length: 60 }, (_, at) => fundingOfPremium(one.paidInInterval(61_000 + at), LIMITS, 480)),
      ),
    )
    // Interest of eight hours, 0.01 %, in E8.
    const plain = rates.filter((rate) => rate === 10_000).length / rates.length
    expect(plain).toBeGreaterThan(0.6)
    expect(plain).toBeLessThan(0.8)
    // The others are on both sides of it, and those below zero are more: interest pulls up.
    const [above, below] = [rates.filter((rate) => rate > 10_000).length, rates.filter((rate) => rate < 0).length]
    expect(above).toBeGreaterThan(rates.length / 50)
    expect(below).toBeGreaterThan(rates.length / 50)
  })

  test('they move by less than a hundredth of a basis point in a second, and never jump where an interval begins', () => {
    for (const one of premiumsOf(7).slice(0, 12)) {
      for (let ms = START_MS - 2 * HOUR; ms < START_MS + 10 * HOUR; ms += HOUR / 7)
        expect(Math.abs(one.at(ms + 1_000) - one.at(ms))).toBeLessThan(1e-6)
    }
  })

  test('contracts have more in common than chance, and are not the same', () => {
    const [a, b] = premiumsOf(7).map((one) => Array.from({ length: 400 }, (_, at) => one.ofInterval(61_000 + at)))
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const [meanA, meanB] = [mean(a!), mean(b!)]
    const covariance = mean(a!.map((value, n) => (value - meanA) * (b![n]! - meanB)))
    const deviation = (values: readonly number[], of: number) =>
      Math.sqrt(mean(values.map((value) => (value - of) ** 2)))
    // 0.6 of the variance is the whole market's.
    const correlation = covariance / (deviation(a!, meanA) * deviation(b!, meanB))
    expect(correlation).toBeGreaterThan(0.35)
    expect(correlation).toBeLessThan(0.85)
  })
})

test(
  'in a market with premiums each price stands off its index by its own, and funding follows',
  { timeout: 60_000 },
  () => {
    const venue = openVenue({ premiums: true })
    tick(venue, START_MS, 1_300)
    const tickers = venue.instruments().map(({ symbol }) => venue.ticker(symbol)!)
    const rates = new Set(tickers.map(({ fundingRate }) => fundingRate))
    expect(rates.size).toBeGreaterThan(5)
    const stands = venue.instruments().map((one) => {
      const { lastPrice, indexPrice } = venue.ticker(one.symbol)!
      const premium = new PerpetualPremium(premiumTerms(one, 7)!).at(START_MS + 130_000)
      return { off: Math.log(Number(lastPrice) / Number(indexPrice)), premium }
    })
    // Where the premium is clear (above 0.05 %) the price is on its side of the index, but for one that just moved.
    const clear = stands.filter(({ premium }) => Math.abs(premium) > 0.0005)
    expect(clear.length).toBeGreaterThan(4)
    expect(clear.filter(({ off, premium }) => off * premium > 0).length).toBeGreaterThanOrEqual(clear.length - 1)
  },
)
