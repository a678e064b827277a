import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { num, sum, type Num } from './lib/numbers'
import { at, TradedExchange, type Trader } from './lib/trader'
import type { ClosedPnlRow } from './lib/statement'

/** Faults that trials from outside found, each by the law that it broke. One exchange, another contract each. */
let exchange: TradedExchange
beforeAll(async () => {
  exchange = await TradedExchange.open(18)
})
afterAll(() => exchange.close())

describe('maintenance margin (decisions 38)', () => {
  it('is not lowered by orders that rest, and the liquidation price does not move past bankruptcy', async () => {
    const trader = await exchange.trader()
    await trader.faucet('USDT', '1000000')
    await trader.isolate()
    await trader.leverage('BNBUSDT', '10')
    const { index } = await exchange.priceOf('BNBUSDT')
    await exchange.movePrice('BNBUSDT', { index: at(index, 1, '0.05'), last: at(index, 1, '0.05') })
    await exchange.steps(100, 5)
    await trader.order('BNBUSDT', 'Buy', '179')
    const before = await trader.position('BNBUSDT')
    for (const part of [1.009, 1.0095, 1.0098])
      await trader.order('BNBUSDT', 'Sell', '1000', { price: at(index, part, '0.05') })
    const after = await trader.position('BNBUSDT')
    expect([after.positionMM, after.liqPrice]).toEqual([before.positionMM, before.liqPrice])
    expect(num(after.liqPrice).gte(after.bustPrice)).toBe(true)

    // Far below bankruptcy in one jump: it is liquidated, orders and all, and pays its margin and no more.
    const fall = at(index, 0.85, '0.05')
    const { wallet } = await trader.coin('USDT')
    await exchange.movePrice('BNBUSDT', { index: fall, last: fall })
    await exchange.steps(1000, 3)
    expect((await trader.position('BNBUSDT')).size).toBe('0')
    const lost = wallet.minus((await trader.coin('USDT')).wallet)
    expect(lost.lte(num(before.positionIM)), `lost ${lost.toFixed()} of ${before.positionIM}`).toBe(true)
  })
})

describe('protection (decisions 41)', () => {
  it('closes all that it guards, also beyond the largest market order', async () => {
    const trader = await exchange.trader()
    const price = await longOf(trader, 104_345)
    await trader.done('/v5/position/trading-stop', {
      category: 'linear',
      symbol: 'BIOUSDT',
      tpslMode: 'Full',
      takeProfit: at(price, 1.2, '0.0001'),
      stopLoss: at(price, 0.97, '0.0001'),
      slTriggerBy: 'IndexPrice',
    })
    await exchange.movePrice('BIOUSDT', { index: at(price, 0.965, '0.0001') })
    for (let i = 0; i < 60; i++) {
      await exchange.steps(1000, 1)
      const { size } = await trader.position('BIOUSDT')
      if (size === '0') break
      const guards = (await trader.orders('BIOUSDT')).filter(({ createType }) => createType === 'CreateByStopLoss')
      expect(guards.length, `${size} is open after ${i + 1} seconds`).toBeGreaterThan(0)
    }
    expect((await trader.position('BIOUSDT')).size).toBe('0')
    expect(await trader.orders('BIOUSDT')).toEqual([])
  })

  it('lets a reduce-only order close what takes more than fifty of the largest market orders', async () => {
    const trader = await exchange.trader()
    await trader.faucet('USDT', '1000000')
    const maker = await exchange.trader()
    await maker.faucet('USDT', '1000000')
    for (const one of [trader, maker]) await one.leverage('BIOUSDT', '5')
    // The risk limit is 250,000 USDT: at a fifth of a dollar it takes as many.
    await exchange.movePrice('BIOUSDT', { index: '0.2', last: '0.2' })
    await exchange.steps(1000, 5)
    const { ask } = await exchange.priceOf('BIOUSDT')
    const move = async (from: Trader, to: Trader, qty: number) => {
      const [lots, price] = [String(qty), ask]
      await to.order('BIOUSDT', 'Sell', lots, { price, timeInForce: 'PostOnly' })
      await from.order('BIOUSDT', 'Buy', lots, { price })
    }
    // 954,984 is more than fifty times 14,000, the largest market order; limit orders may have 70,000.
    for (let left = 954_984; left > 0; left -= 70_000) await move(trader, maker, Math.min(left, 70_000))
    const { size } = await trader.position('BIOUSDT')
    expect(num(size).gt(700_000), size).toBe(true)
    await trader.order('BIOUSDT', 'Sell', size, { reduceOnly: true })
  })

  /** @returns the mark at which it stands */
  async function longOf(trader: Trader, size: number): Promise<Num> {
    for (let i = 0; i < 100; i++) {
      const left = size - Number((await trader.position('BIOUSDT')).size)
      if (left <= 0) break
      const { ask } = await exchange.priceOf('BIOUSDT')
      await trader.order('BIOUSDT', 'Buy', String(Math.min(left, 50_000)), { price: ask, timeInForce: 'IOC' })
      await exchange.steps(1000, 1)
    }
    expect((await trader.position('BIOUSDT')).size).toBe(String(size))
    return (await exchange.priceOf('BIOUSDT')).mark
  }
})

describe('records', () => {
  it('tell of each category alone, so that linear and inverse add up to all', async () => {
    const trader = await exchange.trader()
    for (const [symbol, qty] of [
      ['XRPUSDT', '100'],
      ['ETHUSD', '500'],
    ] as const) {
      await trader.order(symbol, 'Buy', qty)
      await trader.order(symbol, 'Sell', qty, { reduceOnly: true })
    }
    for (const [category, symbol] of [
      ['linear', 'XRPUSDT'],
      ['inverse', 'ETHUSD'],
    ] as const) {
      const { list } = await trader.rest.get<{ list: ClosedPnlRow[] }>(`/v5/position/closed-pnl?category=${category}`)
      expect(list.map((row) => row.symbol)).toEqual([symbol])
      const symbols = new Set((await trader.log(`category=${category}`)).map((row) => row.symbol))
      expect([...symbols].filter((one) => one !== '')).toEqual([symbol])
    }
  })

  it('serve an average entry that gives the profit shown', async () => {
    const trader = await exchange.trader()
    await trader.faucet('USDT', '1000000')
    // Fills at many levels: an average that is no multiple of the tick.
    for (let i = 0; i < 4; i++) await trader.order('SOLUSDT', 'Buy', '997.3')
    const row = await trader.position('SOLUSDT')
    const fills = await trader.executions('SOLUSDT')
    const paid = sum(fills.map(({ execQty, execPrice }) => num(execQty).times(execPrice)))
    const size = num(row.size)
    // The average is served with eight decimals: q × 5e-9, and one unit of the profit itself.
    const slack = size.times('5e-9').plus('1e-8')
    expect(size.times(row.avgPrice).minus(paid).abs().lte(slack), row.avgPrice).toBe(true)
    const shown = num(row.markPrice).minus(row.avgPrice).times(size)
    expect(shown.minus(row.unrealisedPnl).abs().lte(slack), row.unrealisedPnl).toBe(true)
  })

  it('keep every cent of a wallet of 45,035,990', async () => {
    const trader = await exchange.trader()
    const start = (await trader.coin('USDT')).wallet
    let missing = num('45035990').minus(start)
    while (missing.gt(0)) {
      const amount = missing.gt(1_000_000) ? num(1_000_000) : missing
      await trader.faucet('USDT', amount.toFixed())
      missing = missing.minus(amount)
    }
    await trader.order('BTCUSDT', 'Buy', '1')
    const { index } = await exchange.priceOf('BTCUSDT')
    const rise = at(index, 1.02, '0.1')
    await exchange.movePrice('BTCUSDT', { index: rise, last: rise })
    await exchange.steps(1000, 3)
    await trader.order('BTCUSDT', 'Sell', '1', { reduceOnly: true })
    const { wallet, equity } = await trader.coin('USDT')
    const rows = (await trader.log('currency=USDT')).filter(({ symbol }) => symbol === 'BTCUSDT')
    const expected = num('45035990').plus(sum(rows.map(({ change }) => num(change))))
    expect([wallet.toFixed(), equity.toFixed()]).toEqual([expected.toFixed(), expected.toFixed()])
    expect(wallet.gt(45_000_000)).toBe(true)
  })
})
