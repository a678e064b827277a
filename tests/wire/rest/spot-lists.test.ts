import { describe, expect, it, test } from 'vitest'
import { quoteGroupsOf, SPOT_GROUPS, SPOT_PAIRS } from '../../../exchange/listings/spot-pairs'
import { spotCatalogue } from '../../../exchange/api/calls/shared/spot-catalogue'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { SpotPair } from '../../../src/domain/instrument/spot-pair'
import { parseSpotList } from '../../../src/wire/rest/spot-lists'
import { parseSpotSymbol, writeSpotSymbol } from '../../../src/wire/rest/spot-symbol'

/** Spec §3 "Spot symbol", its names in its order, and what it calls derived. */
const SPEC_FIELDS = `symbolId symbolName baseTokenId baseTokenName quoteTokenId quoteTokenName basePrecision
  quotePrecision minTradeQuantity minTradeAmount minPricePrecision digitMerge showStatus label allowPlan
  maxTradeQuantity maxTradeAmount noticeVisible symbolType ltUnderlying ltDirection tags tokenFullName iconUrl
  iconDayUrl onlineTime mark quoteTokenLeverageRatio baseTokenLeverageRatio loanEnabled isTest isBanBuy isBanSell
  tradeStatus zeroFeeType limitOrderPriceLimitPercentage marketOrderPriceLimitPercentage volume
  quantityPrecision pricePrecision amountPrecision isFiat`.split(/\s+/)

const pairOf = (symbol: string): SpotPair => SPOT_PAIRS.find((one) => one.symbol === symbol)!
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const FIGURES = { volume: '21000' as Qty, isFiat: false }

describe('a row of the spot lists (spec §3)', () => {
  it('has every field of the specification, and of ours the largest market order alone', () => {
    const fields = [...SPEC_FIELDS, 'maxMarketTradeQuantity'].toSorted()
    expect(Object.keys(writeSpotSymbol(pairOf('BTC/USDT'), FIGURES)).toSorted()).toEqual(fields)
  })

  it('says the published figures of BTCUSDT: tick 0.1, lot 0.000001, amounts from 5, 83 at most (semantics.md §2.9)', () => {
    expect(writeSpotSymbol(pairOf('BTC/USDT'), FIGURES)).toMatchObject({
      symbolName: 'BTCUSDT',
      minPricePrecision: '0.1',
      basePrecision: '0.000001',
      minTradeAmount: '5',
      maxTradeQuantity: '83',
      digitMerge: '0.1,1,10',
      // Decimal places of 0.000001, 0.1 and 0.00000001.
      quantityPrecision: 6,
      pricePrecision: 1,
      amountPrecision: 8,
      // Spec §9 "Sample limits".
      limitOrderPriceLimitPercentage: '3',
      marketOrderPriceLimitPercentage: '3',
      baseTokenLeverageRatio: '5',
      quoteTokenLeverageRatio: '5',
      symbolType: 0,
      ltUnderlying: '',
      ltDirection: '',
    })
  })

  it('is read as the pair that was written; the largest price is not on the wire', () => {
    for (const pair of SPOT_PAIRS) {
      const read = parseSpotSymbol(json(writeSpotSymbol(pair, FIGURES)), pair.indexSort)
      expect(read).toEqual({ ...pair, maxPrice: read.maxPrice })
    }
  })

  it('a list of an earlier build, which names one largest quantity, has it for both', () => {
    const { maxMarketTradeQuantity: _, ...row } = writeSpotSymbol(pairOf('BTC/USDT'), FIGURES)
    expect(parseSpotSymbol(json(row), 0)).toMatchObject({ maxLimitQty: '83', maxMarketQty: '83' })
  })

  it('names a leveraged token by its underlying and direction', () => {
    const token: SpotPair = {
      ...pairOf('BTC/USDT'),
      label: '3S',
      leveragedToken: { underlying: 'BTC', direction: 'short' },
      zeroFee: 'both',
      isSellBanned: true,
    }
    const row = writeSpotSymbol(token, FIGURES)
    expect(row).toMatchObject({
      label: '3S',
      symbolType: 1,
      ltUnderlying: 'BTC',
      ltDirection: 'SHORT',
      zeroFeeType: 2,
      isBanSell: true,
      noticeVisible: true,
    })
    expect(parseSpotSymbol(json(row), 1)).toMatchObject({
      label: '3S',
      leveragedToken: { underlying: 'BTC', direction: 'short' },
      takerFeeRate: '0',
      makerFeeRate: '0',
      isSellBanned: true,
    })
  })

  test.each([
    ['minPricePrecision', '0'],
    ['basePrecision', 0.1],
    ['digitMerge', '0.15'],
    ['symbolName', 'ETHUSDT'],
    // A Cyrillic letter that looks like the Latin one.
    ['baseTokenId', 'ВTC'],
    ['zeroFeeType', 3],
    ['tags', 'hot'],
    ['isBanBuy', 'no'],
  ])('is refused by the name of %s: %s', (field, value) => {
    const row = { ...writeSpotSymbol(pairOf('BTC/USDT'), FIGURES), [field]: value }
    expect(() => parseSpotSymbol(json(row), 1)).toThrow(new RegExp(`^${field}: `))
  })
})

describe('the three lists (spec §7)', () => {
  const { groups, version, modifiedMs } = spotCatalogue(quoteGroupsOf(SPOT_PAIRS))

  it('hold twenty pairs or more, by quote coin, money of a state as such', () => {
    const list = parseSpotList(json({ quoteTokenSymbols: groups, lastModifiedTime: String(modifiedMs) }), 'all')
    expect(list.version).toBe(String(modifiedMs))
    expect(list.refused).toEqual([])
    expect(list.groups.map(({ coin, tokenType }) => [coin, tokenType])).toEqual([
      ['USDT', 'chain'],
      ['USDC', 'chain'],
      ['EUR', 'fiat'],
    ])
    const pairs = list.groups.flatMap((group) => group.pairs)
    expect(pairs.length).toBeGreaterThanOrEqual(20)
    expect(pairs.map(({ symbol }) => symbol)).toEqual(SPOT_PAIRS.map(({ symbol }) => symbol))
    expect(list.groups.map(({ volumes }) => volumes)).toEqual(SPOT_GROUPS.map(({ volumes }) => volumes))
  })

  it('spell their groups and versions differently; the fallback has no version', () => {
    expect(parseSpotList(json({ quoteTokenResult: groups, version }), 'v3').version).toBe(version)
    expect(parseSpotList(json({ quoteTokenResult: groups }), 'v2')).toMatchObject({ version: null, refused: [] })
    expect(() => parseSpotList({ quoteTokenResult: [] }, 'all')).toThrow('quoteTokenSymbols')
  })

  it('leave a row out that cannot be read, and one whose name is taken; the rest stands', () => {
    const [first] = groups
    const rows = [...first!.quoteTokenSymbols, { ...first!.quoteTokenSymbols[1]!, minTradeQuantity: 'x' }]
    const broken = { ...first!, quoteTokenSymbols: [...rows, first!.quoteTokenSymbols[0]!, null] }
    const list = parseSpotList(json({ quoteTokenResult: [broken] }), 'v2')
    expect(list.groups[0]!.pairs).toHaveLength(first!.quoteTokenSymbols.length)
    expect(list.refused.map(({ error }) => error.field)).toEqual(['minTradeQuantity', 'symbolName', 'symbol'])
  })

  it('have equal versions for equal contents, and others for others', () => {
    expect(spotCatalogue(quoteGroupsOf([...SPOT_PAIRS]))).toMatchObject({ version, modifiedMs })
    const [first, ...rest] = SPOT_PAIRS
    const changed = spotCatalogue(quoteGroupsOf([{ ...first!, tickSize: '0.2' as Price }, ...rest]))
    expect(changed.version).not.toBe(version)
    expect(changed.modifiedMs).not.toBe(modifiedMs)
    expect(spotCatalogue(quoteGroupsOf(rest)).version).not.toBe(version)
  })
})
