import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { num } from './lib/numbers'
import { at, TradedExchange } from './lib/trader'

/** Decisions 39: nobody comes into debt by an order of his own, however far from the index the book stands. */
let exchange: TradedExchange
beforeAll(async () => {
  exchange = await TradedExchange.open(18)
})
afterAll(() => exchange.close())

describe('no debt by one’s own order (decisions 39)', () => {
  /** The book stands 1.8 % below the index, the mark near it. */
  async function bookBelow(symbol: string, tick: string): Promise<void> {
    const { index } = await exchange.priceOf(symbol)
    for (let i = 0; i < 30; i++) {
      await exchange.movePrice(symbol, { last: at(index, 0.982, tick) })
      await exchange.steps(1000, 1)
    }
  }

  it('closes an isolated position no worse than at its bankruptcy price', async () => {
    const trader = await exchange.trader()
    await trader.isolate()
    // Bankrupt 1.4 % below the entry; the mark never is more than half a per cent from the index by the book alone.
    await trader.leverage('ETHUSDT', '70')
    await trader.order('ETHUSDT', 'Buy', '20')
    const held = await trader.position('ETHUSDT')
    const { wallet } = await trader.coin('USDT')
    await bookBelow('ETHUSDT', '0.01')
    const closing = {
      category: 'linear',
      symbol: 'ETHUSDT',
      side: 'Sell',
      orderType: 'Market',
      qty: '20',
      reduceOnly: true,
    }
    await trader.done('/v5/order/create', closing)
    await exchange.steps(100, 3)
    const lost = wallet.minus((await trader.coin('USDT')).wallet)
    // What was set aside and the fee of closing in it is all that such a position can lose.
    expect(lost.lte(held.positionIM), `lost ${lost.toFixed()} of ${held.positionIM}`).toBe(true)
    for (const { execType, side, execPrice } of await trader.executions('ETHUSDT'))
      if (execType === 'Trade' && side === 'Sell') expect(num(execPrice).gte(held.bustPrice), execPrice).toBe(true)
  })

  it('stops in cross margin where the equity would fall below zero', async () => {
    const trader = await exchange.trader()
    const maker = await exchange.trader()
    for (let i = 0; i < 3; i++) await maker.faucet('BTC', '20')
    for (const one of [trader, maker]) await one.leverage('BTCUSD', '100')
    const { index, ask } = await exchange.priceOf('BTCUSD')
    // 2 BTC carry a hundred times themselves less the fees: nine orders of a million dollars.
    for (let i = 0; i < 9; i++) {
      await maker.order('BTCUSD', 'Sell', '1000000', { price: ask })
      await trader.order('BTCUSD', 'Buy', '1000000', { price: ask })
    }
    expect(num((await trader.position('BTCUSD')).size).gte(7_000_000)).toBe(true)
    await bookBelow('BTCUSD', '0.1')
    for (let i = 0; i < 9; i++) await maker.order('BTCUSD', 'Buy', '1000000', { price: at(index, 0.981, '0.1') })
    for (let i = 0; i < 40; i++) {
      const { size } = await trader.position('BTCUSD')
      if (size === '0') break
      const qty = String(Math.min(Number(size), 400_000))
      await trader.rest.post('/v5/order/create', {
        category: 'inverse',
        symbol: 'BTCUSD',
        side: 'Sell',
        orderType: 'Market',
        qty,
        reduceOnly: true,
      })
      const { wallet, equity } = await trader.coin('BTC')
      expect(equity.gte(0), `equity ${equity.toFixed()}, wallet ${wallet.toFixed()}`).toBe(true)
    }
    await exchange.steps(1000, 3)
    const { size } = await trader.position('BTCUSD')
    const { wallet } = await trader.coin('BTC')
    if (size === '0') expect(wallet.gte(0), wallet.toFixed()).toBe(true)
  })
})
