import { describe, expect, test } from 'vitest'
import { BTC, desk, mark, ofType, place, USDT, walletOf } from './engine-fixture'

describe('fees, entry and results (semantics.md §1.1, §1.2)', () => {
  test('one round: open, close a part, turn round', () => {
    const { engine, run, order } = desk()
    // Open 0.1 BTC at 50,000 = 5,000 USDT. Taker bob pays 0.055 % = 2.75, maker ann 0.02 % = 1, the house gets 3.75.
    order(place('ann', { side: 'sell' }))
    order(place('bob'))
    expect(walletOf(engine, 'bob')).toBe(9_999_725_000_000)
    expect(walletOf(engine, 'ann')).toBe(9_999_900_000_000)
    expect(walletOf(engine, 'house')).toBe(375_000_000)
    expect(engine.positions('bob')).toMatchObject([{ lots: 100, costE8: 5_000 * USDT, realisedE8: -275_000_000 }])
    expect(engine.positions('ann')).toMatchObject([{ lots: -100, costE8: 5_000 * USDT, realisedE8: -100_000_000 }])
    expect(engine.openInterestLots('BTCUSDT')).toBe(100)

    // Bob sells 0.04 at 50,500 = 2,020 against a cost of 2,000: +20, fee 1.111. Wallet 99,997.25 + 20 − 1.111.
    order(place('ann', { ticks: 505_000, lots: 40 }))
    const part = run(place('bob', { side: 'sell', ticks: 505_000, lots: 40 }))
    const closing = ofType(part.events, 'execution').find(({ execution }) => execution.account === 'bob')
    expect(closing!.execution).toMatchObject({
      valueE8: 2_020 * USDT,
      feeE8: 111_100_000,
      isMaker: false,
      closedPnlE8: 20 * USDT,
      closedLots: 40,
    })
    expect(walletOf(engine, 'bob')).toBe(10_001_613_900_000)
    // Ann bought back what she sold at 50,000: −20, maker fee 0.404. 99,999 − 20.404.
    expect(walletOf(engine, 'ann')).toBe(9_997_859_600_000)
    expect(engine.positions('bob')).toMatchObject([{ lots: 60, costE8: 3_000 * USDT, realisedE8: 1_613_900_000 }])

    // Bob sells 0.1 at 50,000: 0.06 close at cost (0), 0.04 open a short. Fee 2.75: 1.65 for the closing part and
    // 1.10 for the new holding. In all he has realised 16.139 − 2.75 = 13.389.
    order(place('ann'))
    const turn = run(place('bob', { side: 'sell' }))
    const turned = ofType(turn.events, 'execution').find(({ execution }) => execution.account === 'bob')
    expect(turned!.execution).toMatchObject({ closedLots: 60, closedPnlE8: 0, feeE8: 275_000_000 })
    expect(engine.positions('bob')).toMatchObject([
      { lots: -40, costE8: 2_000 * USDT, realisedE8: -110_000_000, cumRealisedE8: 1_338_900_000 },
    ])
    expect(engine.conservation()).toEqual([{ coin: 'USDT', sumE8: '20000000000000', creditedE8: '20000000000000' }])
  })

  test('entry is the mean of the fills by quantity', () => {
    // 0.5 at 5,000 and 0.3 at 6,000: cost 4,300 for 0.8, so 5,375 (vector pnl-lin-01).
    const { engine, order } = desk()
    order(place('ann', { side: 'sell', ticks: 50_000, lots: 500 }))
    order(place('ann', { side: 'sell', ticks: 60_000, lots: 300 }))
    order(place('bob', { ticks: 60_000, lots: 800 }))
    expect(engine.positions('bob')[0]).toMatchObject({ lots: 800, costE8: 4_300 * USDT })
    expect(4_300 / 0.8).toBe(5_375)
  })

  test('closing in three parts takes the cost to the last unit', () => {
    // 3 lots cost 500,000 + 500,000 + 500,001 ticks = 15,000,010,000 E8; a third is 5,000,003,333.33.
    const { engine, run, order } = desk(['ann', 'bob'])
    order(place('ann', { side: 'sell', ticks: 500_000, lots: 2 }))
    order(place('ann', { side: 'sell', ticks: 500_001, lots: 1 }))
    order(place('bob', { ticks: 500_001, lots: 3 }))
    expect(engine.positions('bob')[0]!.costE8).toBe(15_000_010_000)
    order(place('ann', { ticks: 500_000, lots: 3 }))
    const close = () => run(place('bob', { side: 'sell', ticks: 500_000, lots: 1 }))
    close()
    // One third, half up: 5,000,003,333 leave.
    expect(engine.positions('bob')[0]!.costE8).toBe(10_000_006_667)
    close()
    // Half of the rest, 5,000,003,333.5 half up: 5,000,003,334 leave.
    expect(engine.positions('bob')[0]!.costE8).toBe(5_000_003_333)
    const last = close()
    expect(engine.positions('bob', 'BTCUSDT')[0]).toMatchObject({ lots: 0, costE8: 0 })
    expect(ofType(last.events, 'position').some(({ position }) => position.lots === 0)).toBe(true)
    expect(engine.conservation()[0]).toEqual({ coin: 'USDT', sumE8: '20000000000000', creditedE8: '20000000000000' })
  })

  test('the mark moves the unrealised result and not the wallet', () => {
    const { engine, run, order } = desk()
    order(place('ann', { side: 'sell' }))
    order(place('bob'))
    const { events } = run(mark(510_000))
    expect(events).toEqual([])
    // 0.1 × (51,000 − 50,000) = 100.
    expect(engine.positions('bob')[0]!.unrealisedE8).toBe(100 * USDT)
    expect(engine.positions('ann')[0]!.unrealisedE8).toBe(-100 * USDT)
    expect(walletOf(engine, 'bob')).toBe(9_999_725_000_000)
  })

  test('a rebate is paid by the house', () => {
    const { engine, run, order } = desk()
    const instrument = { ...BTC, makerRateE8: -10_000 }
    run({ type: 'mark', symbol: 'BTCUSDT', markTicks: 500_000, indexTicks: 500_000 })
    engine.updateInstrument(instrument, 1)
    order(place('ann', { side: 'sell' }))
    order(place('bob'))
    // −0.01 % of 5,000 is −0.5: ann gets it, the house keeps 2.75 − 0.5.
    expect(walletOf(engine, 'ann')).toBe(10_000_050_000_000)
    expect(walletOf(engine, 'house')).toBe(225_000_000)
  })
})

describe('funding (semantics.md §1.6)', () => {
  test('a positive rate is paid by longs to shorts, and is no trade', () => {
    const { engine, run, order } = desk()
    order(place('ann', { side: 'sell' }))
    order(place('bob'))
    run(mark(500_000))
    const { events } = run({ type: 'funding', symbol: 'BTCUSDT', rateE8: 10_000 })
    // 5,000 × 0.01 % = 0.5.
    expect(ofType(events, 'execution').map(({ execution }) => [execution.account, execution.feeE8])).toEqual([
      ['ann', -50_000_000],
      ['bob', 50_000_000],
    ])
    expect(ofType(events, 'execution')[0]!.execution.execType).toBe('Funding')
    expect(walletOf(engine, 'bob')).toBe(9_999_675_000_000)
    expect(walletOf(engine, 'ann')).toBe(9_999_950_000_000)
    expect(engine.positions('bob')[0]!.realisedE8).toBe(-325_000_000)
  })

  test('what rounding leaves over is the house’s', () => {
    const { engine, run, order } = desk(['ann', 'bob', 'cat', 'dan'])
    for (const short of ['ann', 'bob', 'cat']) order(place(short, { side: 'sell', lots: 1 }))
    order(place('dan', { lots: 3 }))
    run(mark(503_333))
    const before = walletOf(engine, 'house')
    run({ type: 'funding', symbol: 'BTCUSDT', rateE8: 1 })
    // One lot is worth 5,033,330,000 E8: × 10^-8 = 50.33, so each short gets 50; three lots are 150.99…, so dan pays 151.
    expect(walletOf(engine, 'house') - before).toBe(1)
    expect(engine.conservation()[0]!.sumE8).toBe(engine.conservation()[0]!.creditedE8)
  })
})

describe('accounts', () => {
  test('credits are positive whole amounts that fit', () => {
    const { refused, run, engine } = desk(['bob'], 0)
    for (const amountE8 of [0, -1, 0.5, 2 ** 53]) {
      expect(refused({ type: 'credit', account: 'bob', coin: 'USDT', amountE8 })).toEqual({ kind: 'amountInvalid' })
    }
    const credited = { account: 'bob', coin: 'BTC', amountE8: 2 * USDT } as const
    expect(run({ type: 'credit', ...credited }).events).toMatchObject([
      { type: 'credit', ...credited, walletE8: 2 * USDT },
      { type: 'wallet', account: 'bob' },
    ])
    expect(engine.balances('bob')).toMatchObject([{ coin: 'BTC', walletE8: 2 * USDT }])
  })

  test('opening twice changes nothing, and the house is there from the start', () => {
    const { run, engine } = desk(['bob'])
    run({ type: 'openAccount', account: 'bob', role: 'user', kind: 'demo', defaultLeverageE2: 100 })
    expect(engine.accounts()).toEqual([
      { account: 'house', role: 'house', kind: 'uta2' },
      { account: 'insurance', role: 'house', kind: 'uta2' },
      { account: 'bob', role: 'user', kind: 'uta2' },
    ])
    expect(engine.hasAccount('zoe')).toBe(false)
  })
})
