import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../exchange/market/catalogue'
import { datedContracts } from '../../../exchange/market/dated-contracts'
import { datedInstrument } from '../../../exchange/market/dated-instrument'
import { firstPreListed, preListedInstrument } from '../../../exchange/market/pre-listed'
import { WireError } from '../../../src/wire/json'
import {
  parseBriefSymbolList,
  parseDynamicSymbolItem,
  writeBriefSymbolList,
  writeDynamicSymbolItem,
} from '../../../src/wire/rest/brief-symbol-list'
import { writeInstrumentInfo, writeRiskLimitRows } from '../../../src/wire/rest/instrument-info'

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const NOW_MS = Date.UTC(2026, 2, 11, 10)
const dated = datedContracts(NOW_MS).map((one) => datedInstrument(one, 'trading', NOW_MS))
const preListed = firstPreListed(NOW_MS).map(preListedInstrument)
const instruments = [...catalogue('global', 'all'), ...preListed, ...dated]
const btc = instruments[0]!

describe('brief-symbol-list', () => {
  it('gives back what was written', () => {
    const list = parseBriefSymbolList(overTheWire(writeBriefSymbolList(instruments, '7', NOW_MS)))
    expect(list).toEqual({ version: '7', instruments, dropped: 0 })
  })

  it('uses the scales of the specification', () => {
    const row = writeBriefSymbolList(instruments, '1', NOW_MS).LinearPerpetual[0]!
    expect(row).toMatchObject({
      maxLeverageE2: '10000',
      // 0.66 % and 0.33 % in E4; the second tier is 1 % and 0.5 %
      baseInitialMarginRateE4: '66',
      stepInitialMarginRateE4: '34',
      baseMaintenanceMarginRateE4: '33',
      stepMaintenanceMarginRateE4: '17',
      obDepthMergeTimes: '1,2,4,10',
      contractStatus: 'Trading',
      section: '1,5,10,25,50,75,100',
    })
    expect(row.riskLimits[1]).toMatchObject({ id: 2, limit: '2000000', mmDeduction: '510', isLowestRisk: 0 })
  })

  it('drops an unreadable row and keeps the rest', () => {
    const json = overTheWire(writeBriefSymbolList(instruments, '1', NOW_MS)) as {
      LinearPerpetual: Record<string, unknown>[]
    }
    json.LinearPerpetual[1]!['tickSize'] = '0'
    json.LinearPerpetual[2]!['maxQty'] = 17000
    json.LinearPerpetual[3]!['riskLimits'] = []
    delete json.LinearPerpetual[4]!['coin']
    const list = parseBriefSymbolList(json)
    expect(list.dropped).toBe(4)
    const broken = new Set(instruments.slice(1, 5))
    expect(list.instruments).toEqual(instruments.filter((one) => !broken.has(one)))
  })

  it('refuses an answer that is no list', () => {
    expect(() => parseBriefSymbolList(null)).toThrow(WireError)
    expect(() => parseBriefSymbolList({})).toThrow(WireError)
  })

  it('reads one contract of dynamic-symbol-item', () => {
    expect(parseDynamicSymbolItem(overTheWire(writeDynamicSymbolItem(btc, NOW_MS)))).toEqual(btc)
    expect(() => parseDynamicSymbolItem({})).toThrow(WireError)
  })
})

describe('v5 instruments-info', () => {
  it('carries the limits under the public names', () => {
    expect(writeInstrumentInfo(btc)).toMatchObject({
      symbol: 'BTCUSDT',
      contractType: 'LinearPerpetual',
      status: 'Trading',
      leverageFilter: { minLeverage: '1', maxLeverage: '100.00', leverageStep: '0.01' },
      priceFilter: { minPrice: '0.1', maxPrice: '1999999.8', tickSize: '0.1' },
      lotSizeFilter: { maxOrderQty: '1190', maxMktOrderQty: '500', qtyStep: '0.001', minNotionalValue: '5' },
      fundingInterval: 480,
      riskParameters: { priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' },
    })
  })

  it('lists the risk tiers', () => {
    expect(writeRiskLimitRows(btc)[2]).toEqual({
      id: 3,
      symbol: 'BTCUSDT',
      riskLimitValue: '2600000',
      maintenanceMargin: '0.0056',
      initialMargin: '0.0111',
      isLowestRisk: 0,
      maxLeverage: '90.00',
      mmDeduction: '1710',
    })
  })
})
