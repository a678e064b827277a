import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../exchange/listings/catalogue'
import { datedContracts } from '../../../exchange/listings/dated-contracts'
import { datedInstrument } from '../../../exchange/listings/dated-instrument'
import { firstPreListed, preListedInstrument } from '../../../exchange/listings/pre-listed'
import { isSymbolName } from '../../../src/domain/instrument/symbol-name'
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
// A screen does not read what bounds post-only orders.
const perpetuals = catalogue('global', 'all').map(({ maxPostOnlyQty: _unread, ...rest }) => rest)
const instruments = [...perpetuals, ...preListed, ...dated]
const btc = instruments[0]!

describe('brief-symbol-list', () => {
  it('gives back what was written', () => {
    const list = parseBriefSymbolList(overTheWire(writeBriefSymbolList(instruments, '7', NOW_MS)))
    expect(list).toEqual({ version: '7', instruments, refused: [] })
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
    expect(list.refused.map(({ row, error }) => `${row} ${error.message}`)).toEqual([
      `LinearPerpetual[1] "${instruments[1]!.symbol}" tickSize: unexpected "0"`,
      `LinearPerpetual[2] "${instruments[2]!.symbol}" maxQty: unexpected 17000`,
      `LinearPerpetual[3] "${instruments[3]!.symbol}" riskLimits: unexpected []`,
      `LinearPerpetual[4] "${instruments[4]!.symbol}" coin: unexpected undefined`,
    ])
    const broken = new Set(instruments.slice(1, 5))
    expect(list.instruments).toEqual(instruments.filter((one) => !broken.has(one)))
  })

  /** The list with rows made of the first one's, behind it. */
  function listWith(...changes: readonly object[]): ReturnType<typeof parseBriefSymbolList> {
    const json = overTheWire(writeBriefSymbolList([btc], '1', NOW_MS)) as { LinearPerpetual: object[] }
    json.LinearPerpetual.push(...changes.map((change) => ({ ...json.LinearPerpetual[0], ...change })))
    return parseBriefSymbolList(json)
  }

  it('keeps the first row of a name, and refuses a second one with other rules (F21)', () => {
    const list = listWith({ tickSize: '10', takerFeeRate: '0.1' })
    expect(list.instruments).toEqual([btc])
    expect(list.refused).toMatchObject([{ row: 'LinearPerpetual[1] "BTCUSDT"' }])
    expect(list.refused[0]?.error.message).toBe('symbol: unexpected "BTCUSDT, a second time"')
  })

  it('refuses a second row of a name in another type’s list, too', () => {
    const json = overTheWire(writeBriefSymbolList([btc], '1', NOW_MS)) as Record<string, object[]>
    json['InversePerpetual']!.push({ ...json['LinearPerpetual']![0], contractType: 'InversePerpetual' })
    const list = parseBriefSymbolList(json)
    expect(list.instruments).toEqual([btc])
    expect(list.refused).toHaveLength(1)
  })

  it('refuses a row that would be shown under the coins of another one', () => {
    // The screen names a perpetual after its coins: both would be "BTC USDT".
    const list = listWith({ symbol: 'BTCXUSDT', displayName: 'BTCXUSDT' })
    expect(list.instruments).toEqual([btc])
    expect(list.refused[0]?.error.message).toBe('coins: unexpected "BTC USDT, as BTCUSDT"')
  })

  it.each([
    ['Cyrillic letters', 'ВТСUSDT'],
    ['one Cyrillic letter among Latin ones', 'BTСUSDT'],
    ['Greek letters', 'ΒΤCUSDT'],
    ['a zero-width space', 'BTC\u200bUSDT'],
    ['a zero-width joiner at the end', 'BTCUSDT\u200d'],
    ['full-width letters', 'ＢＴＣUSDT'],
    ['a sign that turns the line around', '\u202eTDSUCTB'],
    ['a byte order mark', '\ufeffBTCUSDT'],
    ['a soft hyphen', 'BTC\u00adUSDT'],
    ['a combining sign', 'BTC\u0323USDT'],
    ['small letters', 'btcusdt'],
    ['a space', 'BTC USDT'],
    ['markup', '<b>BTCUSDT'],
    ['a point, which parts a topic', 'BTC.USDT'],
    ['a way upwards', '../BTCUSDT'],
    ['a sign at the end', 'BTCUSDT-'],
    ['nothing', ''],
    ['a name of Object', '__proto__'],
    ['65 letters', 'A'.repeat(65)],
  ])('refuses a name with %s, and says so in plain characters (F21)', (_, symbol) => {
    const list = listWith({ symbol, indexSort: 0 })
    expect(list.instruments).toEqual([btc])
    expect(list.refused).toHaveLength(1)
    expect(`${list.refused[0]?.row} ${list.refused[0]?.error.message}`).toMatch(/^[\x20-\x7e]+$/)
    expect(list.refused[0]?.error.message).toMatch(/^symbol: unexpected /)
  })

  it.each([
    [{ displayName: 'ВТСUSDT' }, 'displayName'],
    [{ displayName: 'BTCUSDT\u202e' }, 'displayName'],
    [{ baseCurrency: 'ВТС' }, 'baseCurrency'],
    [{ baseCurrency: 'ETH' }, 'baseCurrency'],
    [{ quoteCurrency: 'USD\u200bT' }, 'quoteCurrency'],
    [{ coin: 'ＵＳＤＴ' }, 'coin'],
  ])('refuses what is shown beside the name, or counted in, likewise: %j', (change, field) => {
    const list = listWith({ symbol: 'BTCXUSDT', ...change })
    expect(list.instruments).toEqual([btc])
    expect(list.refused[0]?.error.field).toBe(field)
  })

  it('takes every published form of a name', () => {
    for (const symbol of ['10000LADYSUSDT', 'BTCPERP', 'BTC-26DEC25', 'BTCUSDT-21FEB25', 'BTCUSDH26', '4USDT'])
      expect(isSymbolName(symbol), symbol).toBe(true)
    for (const symbol of [
      'WC_BEL_IRN_USDT-21JUN26',
      'SOLUSDT_SOL/USDT',
      'ETH-28FEB25-2800-C',
      'BTC-13FEB25-89000-P-USDT',
    ])
      expect(isSymbolName(symbol), symbol).toBe(true)
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
