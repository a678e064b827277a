import { describe, expect, it } from 'vitest'
import { catalogue, referencePrice } from '../../../exchange/listings/catalogue'
import { datedContracts } from '../../../exchange/listings/dated-contracts'
import { datedInstrument } from '../../../exchange/listings/dated-instrument'
import { Exact, toSteps, type DecimalText } from '../../../src/domain/decimal'

const NOW_MS = Date.UTC(2026, 2, 11, 10)
const dated = datedContracts(NOW_MS).map((one) => datedInstrument(one, 'trading', NOW_MS))
const find = (symbol: string) => catalogue('global').find((one) => one.symbol === symbol)!

describe('catalogue', () => {
  it('lists the contracts of the brief', () => {
    const symbols = catalogue('global').map((one) => one.symbol)
    expect(symbols).toHaveLength(30)
    expect(symbols.every((one) => one.endsWith('USDT'))).toBe(true)
    const others = (sets?: 'former') =>
      catalogue('global', 'all', sets)
        .slice(30)
        .map((one) => one.symbol)
    // Spec §9 "Fallback list"; DOTUSDT is there because DOTUSD shares its index.
    expect(others()).toEqual([
      'DOTUSDT',
      'BTCPERP',
      'ETHPERP',
      'SOLPERP',
      'ADAPERP',
      'AVAXPERP',
      'XRPPERP',
      'BTCUSD',
      'ETHUSD',
      'EOSUSD',
      'XRPUSD',
      'DOTUSD',
    ])
    // An exchange that began before keeps what it listed.
    expect(others('former')).toEqual([
      'BTCPERP',
      'ETHPERP',
      'SOLPERP',
      'AVAXPERP',
      'NEARPERP',
      'ETCPERP',
      'BTCUSD',
      'ETHUSD',
      'SOLUSD',
      'XRPUSD',
      'EOSUSD',
    ])
    expect(catalogue('eu', 'all').filter((one) => one.kind === 'usdcPerpetual')).toHaveLength(1)
    expect(symbols.slice(0, 8)).toEqual([
      'BTCUSDT',
      'ETHUSDT',
      'SOLUSDT',
      'XRPUSDT',
      'DOGEUSDT',
      'BNBUSDT',
      'AVAXUSDT',
      'LINKUSDT',
    ])
  })

  it('has the published bounds of post-only orders', () => {
    const bounds = ['BTCUSDT', 'ETHUSDT', 'SOLPERP'].map((symbol) => {
      const { maxLimitQty, maxPostOnlyQty } = catalogue('global', 'all').find((one) => one.symbol === symbol)!
      return [maxLimitQty, maxPostOnlyQty ?? maxLimitQty]
    })
    // D/market/instrument (BTCUSDT); the list of March 2023 (the others).
    expect(bounds).toEqual([
      ['1190', '1190'],
      ['1500', '15000'],
      ['800', '4000'],
    ])
  })

  it('gives the BTCUSDT deductions that were published: 0, 510, 1710', () => {
    // 300,000 × (0.5 % − 0.33 %) = 510; 510 + 2,000,000 × (0.56 % − 0.5 %) = 1,710
    expect(
      find('BTCUSDT')
        .riskTiers.slice(0, 3)
        .map((tier) => tier.deduction),
    ).toEqual(['0', '510', '1710'])
  })

  it.each([...catalogue('global', 'all'), ...dated].map((one) => [one.symbol, one] as const))(
    '%s is consistent',
    (_symbol, one) => {
      expect(Number(referencePrice(one).startPrice)).toBeGreaterThan(Number(one.minPrice))
      for (const price of [one.minPrice, one.maxPrice]) expect(toSteps(price, one.tickSize)).not.toBeNull()
      for (const qty of [one.minQty, one.maxLimitQty, one.maxMarketQty])
        expect(toSteps(qty, one.lotSize)).not.toBeNull()
      // The engine's value unit, tick × lot in E8, has to be a whole number.
      expect(
        toSteps(new Exact(one.tickSize).times(one.lotSize).toFixed() as DecimalText, '0.00000001' as DecimalText),
      ).not.toBeNull()
      const tiers = one.riskTiers
      for (const [index, tier] of tiers.entries()) {
        expect(Number(tier.limit) * 1e8).toBeLessThan(2 ** 53)
        expect(Number(tier.maintenanceMarginRate)).toBeLessThan(Number(tier.initialMarginRate))
        const next = tiers[index + 1]
        if (next === undefined) continue
        expect(Number(next.maintenanceMarginRate)).toBeGreaterThan(Number(tier.maintenanceMarginRate))
        // Continuity is what the deduction is for: at a tier's limit both tiers ask the same margin.
        const here = new Exact(tier.limit).times(tier.maintenanceMarginRate).minus(tier.deduction)
        const there = new Exact(tier.limit).times(next.maintenanceMarginRate).minus(next.deduction)
        expect(here.toFixed()).toBe(there.toFixed())
      }
    },
  )
})
