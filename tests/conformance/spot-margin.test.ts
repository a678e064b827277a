import { RestClientV5 } from 'bybit-api'
import { pro } from 'ccxt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exact } from '../../src/domain/decimal'
import { AT_ONCE } from './lib/ccxt-options'
import { openSandbox, type Sandbox } from './lib/sandbox'

const SOL = { category: 'spot', symbol: 'SOLUSDT' } as const

let sandbox: Sandbox
let rest: RestClientV5
let exchange: InstanceType<typeof pro.bybit>

beforeAll(async () => {
  sandbox = await openSandbox(['spot'])
  const { apiKey, apiSecret } = await sandbox.newKey()
  rest = new RestClientV5({ baseUrl: sandbox.http, key: apiKey, secret: apiSecret, enable_time_sync: false })
  exchange = new pro.bybit({ apiKey, secret: apiSecret, ...AT_ONCE })
  await exchange.loadHttpProxyAgent()
  exchange.urls['api'] = { public: sandbox.http, private: sandbox.http }
  await exchange.loadMarkets()
}, 60_000)
afterAll(async () => {
  await exchange.close()
  await sandbox.close()
})

async function coinOf(coin: string) {
  const { list } = (await rest.getWalletBalance({ accountType: 'UNIFIED', coin })).result
  return list[0]!.coin.find((one) => one.coin === coin)
}

const sell = (qty: string) => rest.submitOrder({ ...SOL, side: 'Sell', orderType: 'Market', qty, isLeverage: 1 })
const buy = (qty: string) => rest.submitOrder({ ...SOL, side: 'Buy', orderType: 'Market', qty, marketUnit: 'baseCoin' })

describe('the terms of margin', () => {
  it('say which pairs may be bought with borrowed coins (v5 `marginTrading`), and ccxt reads it', async () => {
    const { list } = (await rest.getInstrumentsInfo({ category: 'spot', limit: 1000 })).result
    const { vipCoinList } = (await rest.getVIPMarginData()).result
    const lent = new Set(vipCoinList[0]!.list.map(({ currency }) => currency))
    for (const { symbol, baseCoin, quoteCoin, marginTrading } of list)
      expect([symbol, marginTrading]).toEqual([symbol, lent.has(baseCoin) && lent.has(quoteCoin) ? 'utaOnly' : 'none'])
    expect(new Set(list.map(({ marginTrading }) => marginTrading))).toEqual(new Set(['utaOnly', 'none']))
    expect(exchange.market('BTC/USDT').margin).toBe(true)
  })

  it('say of a new account in both places that its coins count for each other only once it wants that', async () => {
    for (const [coin, isOn] of [
      ['BTC', false],
      ['ETH', false],
      ['USDT', true],
    ] as const) {
      expect(await coinOf(coin), coin).toMatchObject({ collateralSwitch: isOn })
      const { list } = (await rest.getCollateralInfo(coin)).result
      expect(list, coin).toMatchObject([{ currency: coin, collateralSwitch: isOn }])
    }
  })

  it('name the leverage and its bounds, 2 to 10 (spec §9), whether margin is on or not', async () => {
    const bounds = { field: 'leverage', min: '2', max: '10' }
    for (const leverage of ['1', '11', '2.005'])
      expect(await rest.setSpotMarginLeverageV2({ leverage })).toMatchObject({ retCode: 110013, retExtInfo: bounds })
    expect(await rest.setSpotMarginLeverageV2({ leverage: '3' })).toMatchObject({
      retCode: 170036,
      retExtInfo: { field: 'leverage' },
    })
  })
})

describe('a pair on margin through bybit-api', () => {
  it('borrows nothing before spot margin is on', async () => {
    expect(await sell('2')).toMatchObject({ retCode: 170036 })
    expect((await rest.getSpotMarginState()).result).toMatchObject({ spotMarginMode: '0' })
    expect((await rest.toggleSpotMarginTrade('1')).result).toEqual({ spotMarginMode: '1' })
    expect((await rest.getSpotMarginState()).result).toMatchObject({ spotMarginMode: '1', spotLeverage: '5' })
  })

  it('sells a coin that it has none of, and owes it', async () => {
    const { maxLoan } = (await rest.getMaxBorrowableAmount({ currency: 'SOL' })).result
    expect(Number(maxLoan)).toBeGreaterThan(2)
    expect(await sell('2')).toMatchObject({ retCode: 0 })
    expect(await coinOf('SOL')).toMatchObject({ walletBalance: '0', spotBorrow: '2', equity: '-2', borrowAmount: '2' })
    expect((await rest.getCollateralInfo('SOL')).result.list).toMatchObject([
      { currency: 'SOL', borrowAmount: '2', borrowable: true, collateralSwitch: true },
    ])
    const { list } = (await rest.getTransactionLog({ currency: 'SOL', limit: 10 })).result
    expect(list.map(({ type, change }) => [type, change])).toEqual([
      ['TRADE', '-2'],
      ['BORROW', '2'],
    ])
  })

  it('has nothing free of what it owes, and of other coins no more than it holds', async () => {
    // What it could borrow is not what it has: that is `max-borrowable`.
    expect(await coinOf('SOL')).toMatchObject({ availableToWithdraw: '0' })
    const { list } = (await rest.getWalletBalance({ accountType: 'UNIFIED' })).result
    for (const { coin, walletBalance, locked, availableToWithdraw, borrowAmount } of list[0]!.coin) {
      if (borrowAmount !== '0') continue
      const held = Number(walletBalance) - Number(locked)
      expect(Number(availableToWithdraw), coin).toBeLessThanOrEqual(held)
    }
    const balance = await exchange.fetchBalance()
    const free = balance.free as unknown as Record<string, number>
    const used = balance.used as unknown as Record<string, number>
    const total = balance.total as unknown as Record<string, number>
    expect(Object.keys(total)).toContain('BTC')
    for (const coin of Object.keys(total)) {
      expect(used[coin], coin).toBeGreaterThanOrEqual(0)
      expect(used[coin]! + free[coin]!, coin).toBeCloseTo(total[coin]!, 8)
    }
    expect(free['BTC']).toBe(total['BTC'])
  })

  it('says in the rows of order and fill that it might borrow', async () => {
    const [order] = (await rest.getHistoricOrders({ ...SOL, limit: 1 })).result.list
    expect(order).toMatchObject({ side: 'Sell', isLeverage: '1' })
    const [fill] = (await rest.getExecutionList({ ...SOL, limit: 1 })).result.list
    expect(fill).toMatchObject({ side: 'Sell', isLeverage: '1' })
  })

  it('borrows more for an order that is changed', async () => {
    const { lastPrice } = (await rest.getTickers(SOL)).result.list[0]!
    const price = (Number(lastPrice) * 1.02).toFixed(2)
    const asked = { ...SOL, side: 'Sell', orderType: 'Limit', price, timeInForce: 'PostOnly', isLeverage: 1 } as const
    const { orderId } = (await rest.submitOrder({ ...asked, qty: '1' })).result
    expect(await coinOf('SOL')).toMatchObject({ spotBorrow: '3' })
    const [open] = (await rest.getActiveOrders({ ...SOL })).result.list
    expect(open).toMatchObject({ orderId, isLeverage: '1' })
    expect(await rest.amendOrder({ ...SOL, orderId, qty: '2' })).toMatchObject({ retCode: 0 })
    expect(await coinOf('SOL')).toMatchObject({ spotBorrow: '4' })
    expect(await rest.cancelOrder({ ...SOL, orderId })).toMatchObject({ retCode: 0 })
    expect(await coinOf('SOL')).toMatchObject({ spotBorrow: '2' })
  })

  it('asks before what a borrowing order makes of the account', async () => {
    const asked = { ...SOL, side: 'Sell', orderType: 'Market', qty: '20', isLeverage: 1 } as const
    const { retCode, result } = await rest.preCheckOrder(asked)
    expect(retCode).toBe(0)
    // 22 would be owed of which 2 are: eleven times the margin, in hundredths of a per cent of the same equity.
    const { preImrE4, postImrE4 } = result
    expect(postImrE4).toBeGreaterThan(5 * preImrE4)
    expect(await coinOf('SOL')).toMatchObject({ spotBorrow: '2' })
  })

  it('repays with what it buys back, and by hand with another coin', async () => {
    expect(await buy('1')).toMatchObject({ retCode: 0 })
    // Its fee is 0.1 % of the coin that is bought.
    expect(await coinOf('SOL')).toMatchObject({ walletBalance: '0', spotBorrow: '1.001' })
    const { list } = (await rest.repayLiability({ coin: 'SOL' })).result
    expect(list).toEqual([{ coin: 'SOL', repaymentQty: '1.001' }])
    expect(await coinOf('SOL')).toMatchObject({ walletBalance: '0', spotBorrow: '0', equity: '0' })
    expect(await rest.repayLiability({ coin: 'SOL' })).toMatchObject({ retCode: 182102 })
    const log = (await rest.getTransactionLog({ currency: 'SOL', limit: 50 })).result.list
    const sum = log.reduce((total, { change }) => total.plus(change), new Exact(0))
    expect(sum.toFixed()).toBe('0')
  })

  it('borrows by hand, and repays with the coin itself', async () => {
    const before = await coinOf('USDT')
    expect(await rest.manualBorrow({ coin: 'USDT', amount: '100' })).toMatchObject({
      retCode: 0,
      result: { coin: 'USDT', amount: '100' },
    })
    expect(await coinOf('USDT')).toMatchObject({ spotBorrow: '100', borrowAmount: '100' })
    expect((await rest.getAvailableAmountToRepay({ currency: 'USDT' })).result).toEqual({
      currency: 'USDT',
      lossLessRepaymentAmount: '100',
    })
    const repaid = await rest.manualRepayWithoutConversion({ coin: 'USDT', amount: '40' })
    expect(repaid).toMatchObject({ retCode: 0, result: { resultStatus: 'SU' } })
    expect(await rest.manualRepay({ coin: 'USDT' })).toMatchObject({ retCode: 0 })
    expect(await coinOf('USDT')).toMatchObject({ spotBorrow: '0', walletBalance: before!.walletBalance })
    expect(await rest.manualRepayWithoutConversion({ coin: 'USDT' })).toMatchObject({ retCode: 182102 })
    expect(await rest.manualBorrow({ coin: 'BTC', amount: '3.5' })).toMatchObject({ retCode: 110007 })
  })

  it('repays nothing by itself where its owner wants to', async () => {
    expect(await rest.setAutoRepayMode({ currency: 'SOL', autoRepayMode: '0' })).toMatchObject({
      retCode: 0,
      result: { data: [{ currency: 'SOL', autoRepayMode: '0' }] },
    })
    expect(await sell('1')).toMatchObject({ retCode: 0 })
    expect(await buy('1')).toMatchObject({ retCode: 0 })
    expect(await coinOf('SOL')).toMatchObject({ walletBalance: '0.999', spotBorrow: '1' })
    // Automatic again, it repays what is free at once; the fee of the purchase is left.
    expect(await rest.setAutoRepayMode({ autoRepayMode: '1' })).toMatchObject({ retCode: 0 })
    expect(await coinOf('SOL')).toMatchObject({ walletBalance: '0', spotBorrow: '0.001' })
    expect(await rest.repayLiability({ coin: 'SOL' })).toMatchObject({ retCode: 0 })
    const modes = (await rest.getAutoRepayMode()).result.data
    expect(new Set(modes.map(({ autoRepayMode }) => autoRepayMode))).toEqual(new Set(['1']))
    expect(await rest.setAutoRepayMode({ currency: 'NOPE', autoRepayMode: '0' })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'currency' },
    })
  })

  it('says with what it could trade, and what was charged', async () => {
    const { result } = await rest.getSpotBorrowCheck('SOLUSDT', 'Sell')
    expect(result).toMatchObject({ symbol: 'SOLUSDT', side: 'Sell', borrowCoin: 'SOL' })
    expect(Number(result.maxTradeQty)).toBeGreaterThan(Number(result.spotMaxTradeQty))
    expect(Number(result.maxTradeAmount)).toBeGreaterThan(Number(result.spotMaxTradeAmount))
    const { list } = (await rest.getHistoricalInterestRate({ currency: 'USDC' })).result
    // A week of hours.
    expect(list).toHaveLength(168)
    expect(list[0]).toMatchObject({ currency: 'USDC', hourlyBorrowRate: '0.00000585', vipLevel: 'No VIP' })
  })

  it('has settings, and terms of its coins', async () => {
    expect(await rest.setSpotMarginLeverageV2({ leverage: '3' })).toMatchObject({ retCode: 0 })
    expect(await rest.setSpotMarginLeverageV2({ leverage: '1.99' })).toMatchObject({
      retCode: 110013,
      retExtInfo: { field: 'leverage', min: '2', max: '10' },
    })
    expect(await rest.setSpotMarginLeverageV2({ leverage: '3', currency: 'NOPE' })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'currency' },
    })
    expect((await rest.getSpotMarginState()).result).toMatchObject({ spotLeverage: '3' })
    expect(await rest.setCollateralCoin({ coin: 'ETH', collateralSwitch: 'OFF' })).toMatchObject({ retCode: 0 })
    expect((await rest.getCollateralInfo('ETH')).result.list).toMatchObject([{ collateralSwitch: false }])
    expect(await rest.getBorrowHistory({ currency: 'SOL' })).toMatchObject({ retCode: 0 })
    const [level] = (await rest.getVIPMarginData({ currency: 'BTC' })).result.vipCoinList
    // Published: the sample of the call's own page.
    expect(level!.list).toMatchObject([
      { currency: 'BTC', hourlyBorrowRate: '0.000001502122', maxBorrowingAmount: '3' },
    ])
  })
})

describe('a pair on margin through ccxt', () => {
  it('sells a borrowed coin and buys it back', async () => {
    const sold = await exchange.createOrder('SOL/USDT', 'market', 'sell', 1, undefined, { isLeverage: 1 })
    expect(sold.id).toBeTruthy()
    expect(await coinOf('SOL')).toMatchObject({ spotBorrow: '1' })
    await exchange.createOrder('SOL/USDT', 'market', 'buy', 1.01, undefined, { marketUnit: 'baseCoin' })
    const left = await coinOf('SOL')
    // 1.01 less 0.1 % less what was owed.
    expect(left).toMatchObject({ spotBorrow: '0', walletBalance: '0.00899' })
    const { result } = await exchange.privateGetV5AccountCollateralInfo({ currency: 'SOL' })
    expect(result.list).toMatchObject([{ currency: 'SOL', borrowAmount: '0', collateralSwitch: true }])
  })
})
