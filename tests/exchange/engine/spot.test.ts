import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { BTC, mark, ofType, place, USDT } from './engine-fixture'
import { COIN, pair, PAIR, spotDesk, TERMS } from './spot-fixture'

describe('a fill of a pair (semantics.md §1.2)', () => {
  it('exchanges the two coins, and takes the fee of the coin received', () => {
    const { order, wallet, engine } = spotDesk()
    order(pair('ann', { side: 'sell' }))
    const bought = order(pair('bob'))
    // 0.1 BTC for 5,000 USDT: bob's fee is 0.1 % of 0.1 BTC = 0.0001 BTC, ann's 0.1 % of 5,000 = 5 USDT.
    expect(bought).toMatchObject({ status: 'filled', filledLots: 100, filledValueE8: 5_000 * USDT, feeE8: 10_000 })
    expect(wallet('bob', 'USDT').walletE8).toBe(95_000 * USDT)
    expect(wallet('bob', 'BTC').walletE8).toBe(2 * COIN + 10_000_000 - 10_000)
    expect(wallet('ann', 'USDT').walletE8).toBe(104_995 * USDT)
    expect(wallet('ann', 'BTC').walletE8).toBe(2 * COIN - 10_000_000)
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  it('makes no position, and tells none', () => {
    const { order, run, engine } = spotDesk()
    order(pair('ann', { side: 'sell' }))
    const { events } = run(pair('bob'))
    expect(ofType(events, 'position')).toEqual([])
    expect(ofType(events, 'execution').map(({ execution }) => [execution.side, execution.feeE8])).toEqual([
      ['sell', 5 * USDT],
      ['buy', 10_000],
    ])
    expect(engine.positions('bob')).toEqual([])
    expect(engine.positions('bob', 'BTC/USDT')).toEqual([])
  })

  it('stands beside the perpetual of the same coin: books and prices are apart', () => {
    const { order, engine } = spotDesk()
    order(pair('ann', { side: 'sell' }))
    order(place('bob'))
    expect(engine.book('BTC/USDT', 5)).toEqual({ bids: [], asks: [[500_000, 100]] })
    expect(engine.book('BTCUSDT', 5)).toEqual({ bids: [[500_000, 100]], asks: [] })
  })
})

describe('what an order of a pair holds back', () => {
  it('is its value in the quote coin to buy, its quantity in the base coin to sell; a cancel gives it back', () => {
    const { order, run, wallet } = spotDesk()
    order(pair('ann', { ticks: 490_000 }))
    const sell = order(pair('ann', { side: 'sell', lots: 300, ticks: 510_000 }))
    // 0.1 × 49,000 = 4,900 USDT; 0.3 BTC.
    expect(wallet('ann', 'USDT')).toMatchObject({ heldE8: 4_900 * USDT, freeE8: 95_100 * USDT })
    expect(wallet('ann', 'BTC')).toMatchObject({ heldE8: 30_000_000, freeE8: 2 * COIN - 30_000_000 })
    run({ type: 'cancel', account: 'ann', symbol: 'BTC/USDT', orderId: sell.id, linkId: null })
    expect(wallet('ann', 'BTC')).toMatchObject({ heldE8: 0, freeE8: 2 * COIN })
  })

  it('bounds the next order: 2 BTC are sold once, 100,000 USDT spent once', () => {
    const { order, refused } = spotDesk()
    order(pair('ann', { side: 'sell', lots: 1_500 }))
    // 0.5 BTC are left.
    expect(refused(pair('ann', { side: 'sell', lots: 501 }))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 50_100_000,
      availableE8: 50_000_000,
    })
    order(pair('ann', { side: 'sell', lots: 500 }))
    order(pair('bob', { lots: 1_999, ticks: 490_000 }))
    // 1.999 × 49,000 = 97,951: 2,049 are left, 0.042 × 49,000 = 2,058.
    expect(refused(pair('bob', { lots: 42, ticks: 490_000 }))).toMatchObject({ kind: 'insufficientBalance' })
    order(pair('bob', { lots: 41, ticks: 490_000 }))
  })

  it('takes no money that the margin of a contract needs, and no profit that is not paid', () => {
    const { order, run, refused } = spotDesk(['ann', 'bob', 'eve'])
    order(place('ann', { lots: 10_000 }))
    order(place('bob', { side: 'sell', lots: 10_000 }))
    run(mark(520_000))
    // Ann is 20,000 USDT up on paper; of her wallet of 99,900 (a fee of 100 is paid) a pair may take no more than that.
    expect(refused(pair('ann', { lots: 2_030, ticks: 500_000 }))).toMatchObject({ kind: 'insufficientBalance' })
    order(pair('eve', { lots: 1_900, ticks: 500_000 }))
    // Eve has 5,000 USDT left: 0.5 BTC on margin of a tenth need 2,500, 1.5 would need 7,500.
    expect(refused(place('eve', { lots: 1_500, ticks: 500_000 }))).toMatchObject({ kind: 'insufficientBalance' })
    order(place('eve', { lots: 500, ticks: 500_000 }))
  })

  it('follows an amendment, which is checked like a new order', () => {
    const { order, run, refused, wallet } = spotDesk()
    const buy = order(pair('ann', { lots: 1_000 }))
    const amend = { type: 'amend', account: 'ann', symbol: 'BTC/USDT', orderId: buy.id, linkId: null } as const
    run({ ...amend, ticks: 480_000, lots: null })
    expect(wallet('ann', 'USDT').heldE8).toBe(48_000 * USDT)
    // 2.1 × 48,000 = 100,800.
    expect(refused({ ...amend, ticks: null, lots: 2_100 })).toMatchObject({ kind: 'insufficientBalance' })
    run({ ...amend, ticks: null, lots: 2_000 })
    expect(wallet('ann', 'USDT').heldE8).toBe(96_000 * USDT)
  })
})

describe('the rules of a pair (spec §3, §9)', () => {
  it('refuse a price more than 3 % beyond the last one, and do not bring it nearer', () => {
    const { order, refused, engine } = spotDesk()
    order(pair('ann', { side: 'sell' }))
    order(pair('bob'))
    // 50,000 × 1.03 = 51,500; × 0.97 = 48,500.
    expect(refused(pair('bob', { ticks: 515_001 }))).toEqual({
      kind: 'priceBeyondLimit',
      side: 'buy',
      limitTicks: 515_000,
    })
    expect(refused(pair('ann', { side: 'sell', ticks: 484_999 }))).toMatchObject({ side: 'sell', limitTicks: 485_000 })
    expect(order(pair('bob', { ticks: 515_000 })).ticks).toBe(515_000)
    expect(engine.priceBand('BTC/USDT')).toEqual({ maxBuyTicks: 515_000, minSellTicks: 485_000 })
  })

  it('stop a market order 3 % away, cancel what is left, and call that partly filled', () => {
    const { order } = spotDesk()
    order(pair('ann', { side: 'sell', lots: 10 }))
    order(pair('bob', { lots: 10 }))
    order(pair('ann', { side: 'sell', lots: 50, ticks: 515_000 }))
    order(pair('ann', { side: 'sell', lots: 50, ticks: 515_010 }))
    const bought = order(pair('bob', { orderType: 'market', ticks: 0, timeInForce: 'immediateOrCancel', lots: 80 }))
    expect(bought).toMatchObject({
      status: 'partiallyFilledCanceled',
      filledLots: 50,
      rejectReason: 'EC_ReachMarketPriceLimit',
    })
  })

  it('realise their fees and nothing else: what is exchanged is no result', () => {
    const { order, engine } = spotDesk()
    order(pair('ann', { side: 'sell', lots: 10, ticks: 500_000 }))
    order(pair('bob', { lots: 10, ticks: 500_000 }))
    const realised = (account: string, of: string) =>
      engine.balances(account).find(({ coin }) => coin === of)!.cumRealisedE8
    // 0.1 % of 0.01 BTC, and of 500 USDT.
    expect([realised('bob', 'BTC'), realised('bob', 'USDT')]).toEqual([-COIN / 100_000, 0])
    expect([realised('ann', 'BTC'), realised('ann', 'USDT')]).toEqual([0, -0.5 * USDT])
  })

  it('refuse what is worth too little or too much', () => {
    const { refused } = spotDesk()
    // 0.001 BTC at 4,999 USDT is 4.999 USDT.
    expect(refused(pair('ann', { lots: 1, ticks: 49_990 }))).toMatchObject({ kind: 'belowMinNotional' })
    expect(refused(pair('ann', { lots: 20_001 }))).toEqual({ kind: 'aboveMaxAmount', maxAmountE8: 1_000_000 * USDT })
  })

  it('refuse the side that is banned', () => {
    const banned = spotDesk(['ann'], { ...PAIR, terms: { ...TERMS, isBuyBanned: true } })
    expect(banned.refused(pair('ann'))).toEqual({ kind: 'sideBanned', side: 'buy' })
    banned.order(pair('ann', { side: 'sell' }))
  })

  it('know no reduce-only, no leverage and no position side', () => {
    const { refused } = spotDesk()
    expect(refused(pair('ann', { reduceOnly: true }))).toEqual({ kind: 'reduceOnlyRefused' })
    expect(refused(pair('ann', { positionIdx: 1 }))).toEqual({ kind: 'positionIdxInvalid' })
    expect(refused({ type: 'setLeverage', account: 'ann', symbol: 'BTC/USDT', leverageE2: 500 })).toEqual({
      kind: 'noLeverage',
    })
  })
})

describe('orders of a pair in its book', () => {
  it('post-only, IOC and FOK end as they do everywhere', () => {
    const { order } = spotDesk()
    order(pair('ann', { side: 'sell' }))
    expect(order(pair('bob', { timeInForce: 'postOnly' }))).toMatchObject({
      status: 'canceled',
      rejectReason: 'EC_PostOnlyWillTakeLiquidity',
    })
    expect(order(pair('bob', { timeInForce: 'fillOrKill', lots: 101 }))).toMatchObject({
      status: 'canceled',
      rejectReason: 'EC_NoEnoughQtyToFill',
    })
    expect(order(pair('bob', { timeInForce: 'immediateOrCancel', lots: 150 }))).toMatchObject({
      status: 'partiallyFilledCanceled',
      filledLots: 100,
    })
  })

  it('do not meet their own', () => {
    const { order, engine } = spotDesk()
    const own = order(pair('ann', { side: 'sell' }))
    order(pair('ann'))
    expect(engine.findOrder('ann', { orderId: own.id })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelBySmp',
    })
  })

  it('that wait for a trigger hold nothing back until it fires', () => {
    const { order, wallet, engine } = spotDesk()
    order(pair('ann', { side: 'sell', lots: 10 }))
    order(pair('bob', { lots: 10 }))
    const waiting = order(
      pair('bob', { ticks: 505_000, lots: 100, trigger: { ticks: 503_000, by: 'last', direction: 1 } }),
    )
    expect(waiting.status).toBe('untriggered')
    expect(wallet('bob', 'USDT').heldE8).toBe(0)
    order(pair('ann', { side: 'sell', lots: 10, ticks: 503_000 }))
    order(pair('bob', { lots: 10, ticks: 503_000 }))
    expect(engine.findOrder('bob', { orderId: waiting.id })).toMatchObject({ status: 'new' })
    // 0.1 × 50,500.
    expect(wallet('bob', 'USDT').heldE8).toBe(5_050 * USDT)
  })

  it('fill no more than the coin still pays for, once losses have eaten it', () => {
    const { order, run, wallet, engine } = spotDesk(['ann', 'bob', 'eve'])
    order(pair('ann', { lots: 1_900, ticks: 500_000 }))
    order(place('ann', { lots: 800, ticks: 500_000 }))
    order(place('bob', { side: 'sell', lots: 800, ticks: 500_000 }))
    // The long of 0.8 BTC loses 9,600 USDT at 38,000: 90,400 less the fee of 8 are left, of which margin needs some.
    run(mark(380_000))
    const sold = order(pair('eve', { side: 'sell', lots: 1_900, ticks: 500_000 }))
    expect(sold.filledLots).toBeLessThan(1_900)
    expect(wallet('ann', 'USDT').walletE8).toBeGreaterThanOrEqual(0)
    expect(engine.openOrders('ann', 'BTC/USDT')).toEqual([])
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })
})

describe('an order of a pair that holds back while it waits (semantics.md §2.2, tpslOrder)', () => {
  const falls = { ticks: 490_000, by: 'last', direction: 2 } as const

  function traded() {
    const one = spotDesk()
    one.order(pair('ann', { side: 'sell', lots: 10 }))
    one.order(pair('bob', { lots: 10 }))
    return one
  }

  it('holds back from its acceptance on, gives back when cancelled, and cannot be held twice', () => {
    const { order, run, refused, wallet, engine } = traded()
    const stop = order(pair('ann', { side: 'sell', lots: 1_500, ticks: 489_000, trigger: falls, reserves: true }))
    expect(stop).toMatchObject({ status: 'untriggered' })
    expect(wallet('ann', 'BTC').heldE8).toBe(150_000_000)
    // Of 1.99 BTC 0.49 are left.
    expect(refused(pair('ann', { side: 'sell', lots: 491 }))).toMatchObject({ kind: 'insufficientBalance' })
    run({ type: 'cancel', account: 'ann', symbol: 'BTC/USDT', orderId: stop.id, linkId: null })
    expect(engine.findOrder('ann', { orderId: stop.id })).toMatchObject({ status: 'deactivated' })
    expect(wallet('ann', 'BTC').heldE8).toBe(0)
  })

  it('at market holds back what it would pay at its trigger, and follows an amendment', () => {
    const { order, run, refused, wallet } = traded()
    const rises = { ticks: 520_000, by: 'last', direction: 1 } as const
    const buy = order(
      pair('bob', {
        orderType: 'market',
        ticks: 0,
        lots: 1_000,
        timeInForce: 'immediateOrCancel',
        trigger: rises,
        reserves: true,
      }),
    )
    expect(wallet('bob', 'USDT').heldE8).toBe(52_000 * USDT)
    const amend = {
      type: 'amend',
      account: 'bob',
      symbol: 'BTC/USDT',
      orderId: buy.id,
      linkId: null,
      ticks: null,
    } as const
    // Of 99,500 USDT 1.9 × 52,000 = 98,800 are there, 1.95 × 52,000 = 101,400 are not.
    expect(refused({ ...amend, lots: 1_950 })).toMatchObject({ kind: 'insufficientBalance' })
    run({ ...amend, lots: 1_900 })
    expect(wallet('bob', 'USDT').heldE8).toBe(98_800 * USDT)
    run({ ...amend, lots: null, triggerTicks: 510_000 })
    expect(wallet('bob', 'USDT').heldE8).toBe(96_900 * USDT)
  })

  it('fires with what it held', () => {
    const { order, wallet, engine } = traded()
    const stop = order(
      pair('ann', {
        side: 'sell',
        lots: 1_900,
        orderType: 'market',
        ticks: 0,
        timeInForce: 'immediateOrCancel',
        trigger: falls,
        reserves: true,
      }),
    )
    order(pair('bob', { lots: 1_000, ticks: 490_000 }))
    order(pair('ann', { side: 'sell', lots: 10, ticks: 490_000 }))
    // 10 lots brought the price there; the other 990 were bought from the stop.
    expect(engine.findOrder('ann', { orderId: stop.id })).toMatchObject({
      status: 'partiallyFilledCanceled',
      filledLots: 990,
    })
    expect(wallet('ann', 'BTC').heldE8).toBe(0)
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  it('is there after a restart, and is of pairs alone', () => {
    const { order, engine, refused } = traded()
    order(pair('ann', { side: 'sell', lots: 1_500, ticks: 489_000, trigger: falls, reserves: true }))
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(engine.snapshot())))
    expect(again.balances('ann')).toEqual(engine.balances('ann'))
    expect(again.snapshot()).toEqual(engine.snapshot())
    expect(refused(place('ann', { side: 'sell', trigger: { ...falls, by: 'mark' }, reserves: true }))).toEqual({
      kind: 'holdsNoPosition',
    })
  })
})

describe('previews and snapshots', () => {
  it('say what both coins would be', () => {
    const { order, engine } = spotDesk()
    order(pair('ann', { side: 'sell' }))
    const { after } = engine.preview(pair('bob'))!
    const rowOf = (coin: string) => after!.find((row) => row.coin === coin)!
    expect(rowOf('USDT')).toMatchObject({ walletE8: 95_000 * USDT, availableE8: 95_000 * USDT })
    expect(rowOf('BTC')).toMatchObject({ walletE8: 2 * COIN + 9_990_000 })
    expect(engine.balances('bob').find(({ coin }) => coin === 'BTC')!.walletE8).toBe(2 * COIN)
  })

  it('go on as if nothing had been between', () => {
    const { order, engine } = spotDesk()
    order(pair('ann', { side: 'sell', lots: 300 }))
    order(pair('bob'))
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(engine.snapshot())))
    const [one, other] = [engine, again].map((each) => each.handle(pair('bob', { lots: 250 }), 9_000))
    expect(other).toEqual(one)
    expect(again.snapshot()).toEqual(engine.snapshot())
  })
})
