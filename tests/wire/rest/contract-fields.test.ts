import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../exchange/listings/catalogue'
import { datedContracts } from '../../../exchange/listings/dated-contracts'
import { datedInstrument } from '../../../exchange/listings/dated-instrument'
import { firstPreListed, preListedInstrument } from '../../../exchange/listings/pre-listed'
import type { Contract } from '../../../src/domain/instrument/contract'
import { writeBriefSymbol, type BriefSymbolJson } from '../../../src/wire/rest/brief-symbol'
import { type RiskLimitEntryJson } from '../../../src/wire/rest/risk-limit-entry'

/** Wednesday 2026-03-11 10:00 UTC. */
const NOW_MS = Date.UTC(2026, 2, 11, 10)
const all: readonly Contract[] = [
  ...catalogue('global', 'all'),
  ...datedContracts(NOW_MS).map((one) =>
    datedInstrument(one, one.listedMs <= NOW_MS ? 'trading' : 'comingSoon', NOW_MS),
  ),
  ...firstPreListed(NOW_MS).map(preListedInstrument),
]
const rowOf = (symbol: string) =>
  writeBriefSymbol(
    all.find((one) => one.symbol === symbol)!,
    NOW_MS,
  )

/** Every field of spec §3 "Contract symbol config", with what is true of BTCUSDT (semantics.md §2.9). */
const BTCUSDT = {
  symbolName: 'BTCUSDT',
  symbol: 'BTCUSDT',
  displayName: 'BTCUSDT',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  coin: 'USDT',
  coinName: 'USDT',
  baseCoin: 'BTC',
  contractType: 'LinearPerpetual',
  contractStatus: 'Trading',
  maxPrice: '1999999.8',
  minPrice: '0.1',
  minQty: '0.001',
  maxQty: '1190',
  maxMarketQty: '500',
  maxNewOrderQty: '1190',
  maxNewMarketOrderQty: '500',
  maxPostOnlyOrderSize: '1190',
  tickSize: '0.1',
  tickSizeFraction: 1,
  priceStep: '0.1',
  lotSize: '0.001',
  lotFraction: 3,
  priceFraction: 1,
  priceScale: 1,
  balanceFraction: 4,
  walletBalanceFraction: 4,
  upnlFraction: 4,
  obDepthMergeTimes: '1,2,4,10',
  indexSort: 1,
  // The first tier is 0.66 % and 0.33 % up to 300,000; the second 1 % and 0.5 % up to 2,000,000.
  baseInitialMarginRateE4: '66',
  stepInitialMarginRateE4: '34',
  baseMaintenanceMarginRateE4: '33',
  stepMaintenanceMarginRateE4: '17',
  baseMaxOrdPzValue: '300000',
  stepMaxOrdPzValue: '1700000',
  section: '1,5,10,25,50,75,100',
  symbolAlias: 'BTCUSDT',
  quarter: '',
  symbolTags: ['Layer 1'],
  startTradingTimeE3: String(Date.UTC(2020, 2, 30)),
  settleTimeE3: '0',
  isPopular: true,
  darkIcon: '',
  lightIcon: '',
  symbolStatus: 'Trading',
  symbolDisplay: 1,
  maxLeverageE2: '10000',
  minLeverageE2: '100',
  // 2^52 units of 1e-8: beyond it no amount is exact here.
  maxDesignatedMarginE8: '4503599627370496',
  minDesignatedMarginE8: '0',
  riskMaxLeverageE2: '15000',
  riskMinLeverageE2: '100',
  supportCopyTrade: 1,
  qtyUnit: 'BTC',
  valueScale: 4,
  minNotionalValue: '5',
  isPreListing: false,
  preListingInfo: null,
  feeRateTagId: 1,
  utaSupportOnly: true,
  expectStartTradingTime: '0',
  expectDisplay: 0,
  expectUrl: '',
  expectCurrentTimestamp: String(NOW_MS),
  symbolLabelIcon: '',
  fgridbotConfig: null,
  riskLimitCreatedAt: String(Date.UTC(2020, 2, 30)),
  grlea: null,
} satisfies Partial<BriefSymbolJson>

/** Every field of spec §3 "Risk limit entry", of the second tier: 300,000 × (0.5 % − 0.33 %) = 510 is deducted. */
const SECOND_TIER: RiskLimitEntryJson = {
  id: 2,
  symbol: 'BTCUSDT',
  limit: '2000000',
  startingMargin: '0.01',
  maintainMargin: '0.005',
  maxLeverage: '100',
  isLowestRisk: 0,
  section: '1,5,10,25,50,75,100',
  contractType: 'LinearPerpetual',
  symbolName: 'BTCUSDT',
  mmDeduction: '510',
}

describe('the fields of a contract (spec §3)', () => {
  it.each(Object.entries(BTCUSDT))('%s of BTCUSDT is %j', (field, value) => {
    expect(rowOf('BTCUSDT')[field as keyof BriefSymbolJson]).toEqual(value)
  })

  it.each(Object.entries(SECOND_TIER))('%s of a risk limit entry is %j', (field, value) => {
    expect(rowOf('BTCUSDT').riskLimits[1]![field as keyof RiskLimitEntryJson]).toEqual(value)
  })

  it('are all served for every contract', () => {
    expect(all.length).toBeGreaterThan(70)
    for (const instrument of all) {
      const row = writeBriefSymbol(instrument, NOW_MS)
      for (const field of Object.keys(BTCUSDT)) expect(row, instrument.symbol).toHaveProperty(field)
      for (const tier of row.riskLimits)
        for (const field of Object.keys(SECOND_TIER)) expect(tier).toHaveProperty(field)
    }
  })

  it('say of an inverse contract what it is counted and settled in', () => {
    expect(rowOf('BTCUSD')).toMatchObject({
      contractType: 'InversePerpetual',
      quoteCurrency: 'USD',
      coin: 'BTC',
      qtyUnit: 'USD',
      balanceFraction: 8,
      walletBalanceFraction: 8,
      upnlFraction: 8,
      valueScale: 8,
      lotSize: '1',
      baseMaxOrdPzValue: '150',
      supportCopyTrade: 0,
    })
  })

  it('say of a dated contract when it ends and which series it is of', () => {
    expect(rowOf('BTCUSDT-13MAR26')).toMatchObject({
      contractType: 'LinearFutures',
      quarter: 'W',
      symbolAlias: 'BTCUSDT_W',
      settleTimeE3: String(Date.UTC(2026, 2, 13, 8)),
      supportCopyTrade: 0,
    })
    expect(rowOf('BTCUSDM26')).toMatchObject({
      contractType: 'InverseFutures',
      symbolAlias: 'BTCUSD_BIQ',
      qtyUnit: 'USD',
    })
  })

  it('say of a contract before its listing which phase it is in, and when the next one begins its auction', () => {
    expect(rowOf('BIOUSDT')).toMatchObject({
      contractStatus: 'PreLaunch',
      isPreListing: true,
      tickSize: '0.0001',
      maxPrice: '1999.9998',
      maxQty: '70000',
      maxMarketQty: '14000',
      maxLeverageE2: '500',
      expectDisplay: 0,
      supportCopyTrade: 0,
      preListingInfo: {
        curAuctionPhase: 'CallAuction',
        phases: [
          { phase: 'CallAuction', startTime: String(NOW_MS), endTime: String(NOW_MS + 3_000_000) },
          { phase: 'CallAuctionNoCancel', startTime: String(NOW_MS + 3_000_000), endTime: String(NOW_MS + 3_300_000) },
          { phase: 'CrossMatching', startTime: String(NOW_MS + 3_300_000), endTime: String(NOW_MS + 3_600_000) },
          { phase: 'ContinuousTrading', startTime: String(NOW_MS + 3_600_000), endTime: String(NOW_MS + 604_800_000) },
        ],
        auctionFeeInfo: { auctionFeeRate: '0', takerFeeRate: '0.00055', makerFeeRate: '0.0002' },
        skipCallAuction: false,
      },
    })
    expect(rowOf('PLUMEUSDT')).toMatchObject({
      expectDisplay: 1,
      expectStartTradingTime: String(NOW_MS + 604_800_000),
      preListingInfo: { curAuctionPhase: 'NotStarted' },
    })
  })
})
