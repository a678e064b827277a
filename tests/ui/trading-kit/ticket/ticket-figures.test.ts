import { describe, expect, test } from 'vitest'
import type { Wallet } from '../../../../src/domain/account/wallet'
import type { Leverage, Money, Price, Qty, Rate } from '../../../../src/domain/decimal'
import { levelsFor } from '../../../../src/ui/trading-kit/ticket/book-levels'
import { ticketFigures } from '../../../../src/ui/trading-kit/ticket/ticket-figures'
import type { BookView } from '../../../../src/workers/hub-events'
import { coinOf, instrumentOf, positionOf } from '../../fixtures'

const instrument = instrumentOf()
const base = {
  price: '60000' as Price,
  qty: '0.5' as Qty,
  feeRate: instrument.takerFeeRate,
  leverage: '10' as Leverage,
  instrument,
  position: null,
  balance: coinOf('10000'),
  marginMode: 'cross',
} as const

describe('a new position', () => {
  test('value, cost and fee of a long', () => {
    // Value 30000; margin 3000; fee to open 16.5; fee to close 30000 · 0.9 · 0.00055 = 14.85.
    expect(ticketFigures({ ...base, side: 'buy' })).toMatchObject({ value: '30000', cost: '3031.35', fee: '16.5' })
  })

  test('the liquidation price is where the balance is the maintenance margin of now', () => {
    // The fee to close is part of it. Long: 10000 − 16.5 − 150 − 30000 · 0.9 · 0.00055 = 9818.65; 60000 − 9818.65 / 0.5.
    expect(ticketFigures({ ...base, side: 'buy' }).liquidationPrice).toBe('40362.7')
    // Short: 10000 − 16.5 − 150 − 30000 · 1.1 · 0.00055 = 9815.35; 60000 + 9815.35 / 0.5.
    expect(ticketFigures({ ...base, side: 'sell' }).liquidationPrice).toBe('79630.7')
  })

  test('a tiny order beside a position has the price of its row (ADR-027)', () => {
    const position = positionOf({
      side: 'buy',
      size: '0.5' as Qty,
      value: '30000' as Money,
      unrealisedPnl: '1000' as Money,
      maintenanceMargin: '169.85' as Money,
    })
    const balance = { ...coinOf('8000'), equity: '11000.02' as Money, maintenanceMargin: '169.85' as Money }
    const meeting = {
      levels: [],
      limit: '62000' as Price,
      timeInForce: 'goodTillCancel',
      markPrice: '62000' as Price,
    } as const
    const tiny = { ...base, position, balance, meeting, price: '62000' as Price, qty: '0.00000001' as Qty } as const
    // The row at a mark of 62,000: 62000 − (11000.02 − 155 − 14.85) / 0.5, up.
    expect(ticketFigures({ ...tiny, side: 'buy' }).liquidationPrice).toBe('40339.7')
    expect(ticketFigures({ ...tiny, side: 'sell' }).liquidationPrice).toBe('40339.7')
  })

  test('in hedge mode only what one side has more can lose', () => {
    const opposite = positionOf({
      side: 'sell',
      size: '0.3' as Qty,
      value: '18000' as Money,
      unrealisedPnl: '0' as Money,
      maintenanceMargin: '90' as Money,
    })
    const hedged = { ...base, opposite, balance: { ...coinOf('10000'), maintenanceMargin: '90' as Money } }
    // Of 0.5 against 0.3 move 0.2; 10000 − 16.5 − 14.85, less 150 and 90 of maintenance margin: 9728.65 are left, and
    // 60000 − 9728.65 / 0.2 = 11356.75, up.
    expect(ticketFigures({ ...hedged, side: 'buy' }).liquidationPrice).toBe('11356.8')
    expect(ticketFigures({ ...hedged, side: 'buy', qty: '0.3' as Qty }).liquidationPrice).toBeNull()
  })

  test('a balance that covers everything leaves no liquidation price', () => {
    expect(ticketFigures({ ...base, side: 'buy', balance: coinOf('40000') }).liquidationPrice).toBeNull()
  })
})

test('an auction has a fee rate of its own, and the cost still reserves the ordinary one', () => {
  const phase = { phase: 'callAuction', phases: [], auctionFeeRate: '0' as Rate } as const
  const preListing = { ...phase, takerFeeRate: instrument.takerFeeRate, makerFeeRate: instrument.makerFeeRate }
  const auction = instrumentOf({ status: 'preLaunch', preListing })
  const figures = ticketFigures({ ...base, instrument: auction, side: 'buy' })
  expect(figures).toMatchObject({ value: '30000', cost: '3031.35', fee: '0' })
})

describe('in isolated margin', () => {
  test('only the margin of the position counts, whatever the balance is', () => {
    // Semantics §1.4, on the mark: (30000 − 3000) / (0.5 · 0.995) = 54271.356…, up to the tick.
    const isolated = { ...base, marginMode: 'isolated', balance: coinOf('40000') } as const
    expect(ticketFigures({ ...isolated, side: 'buy' }).liquidationPrice).toBe('54271.4')
    // Short: (30000 + 3000) / (0.5 · 1.005) = 65671.641…, down to the tick.
    expect(ticketFigures({ ...isolated, side: 'sell' }).liquidationPrice).toBe('65671.6')
  })

  test('it is the price of the tier in which the position will be there (decisions 38)', () => {
    const isolated = { ...base, marginMode: 'isolated', qty: '35' as Qty } as const
    // 2,100,000 is the second tier; at the price, 35 · 54271.356… = 1,899,497, it is the first: 54000 / 0.995.
    // The second tier's own price would be (1,890,000 − 1,200) / (35 · 0.9944) = 54269.6.
    expect(ticketFigures({ ...isolated, side: 'buy' }).liquidationPrice).toBe('54271.4')
  })
})

describe('an order that meets the book', () => {
  const meeting = {
    levels: [{ price: '64200' as Price, qty: '5' as Qty }],
    limit: '60000' as Price,
    timeInForce: 'goodTillCancel',
    markPrice: '64250' as Price,
    band: { maxBuy: '65535' as Price, minSell: '62965' as Price },
  } as const
  const far = { ...base, qty: '0.1' as Qty, side: 'sell' } as const

  test('a limit far from the market costs what its fill takes, and asks for what its own price says', () => {
    // Filled at 64,200: fee 3.531, margin at the mark 642.5, to close 6420 · 1.1 · 0.00055 = 3.8841, and 5 lost to the
    // mark. A price below 62,965 is taken there. Asked for before: 629.65 + 3.463075 + 6296.5 · 1.1 ·
    // 0.00055 = 3.8093825, and of the 5 lost at 64,200, 5 · 1.1.
    expect(ticketFigures({ ...far, meeting })).toMatchObject({ cost: '654.9151', required: '642.4224575' })
  })

  test('asked about, it is reckoned at the price that is taken, all of it', () => {
    // 0.1 · 62,965; fee · 0.00055; margin at the mark 642.5, fee 3.463075, to close 6296.5 · 1.1 · 0.00055 = 3.8093825, and
    // (64,250 − 62,965) · 0.1 = 128.5 lost to the mark.
    const asked = ticketFigures({ ...far, meeting: { ...meeting, isAtLimit: true } })
    expect(asked).toMatchObject({ value: '6296.5', fee: '3.463075', cost: '778.2724575' })
  })

  test('value, fee and liquidation price are those of the fills', () => {
    const levels = [
      { price: '60000' as Price, qty: '0.1' as Qty },
      { price: '60050' as Price, qty: '0.1' as Qty },
    ]
    const through = {
      levels,
      limit: '60100' as Price,
      timeInForce: 'goodTillCancel',
      markPrice: '60000' as Price,
    } as const
    const buy = { ...base, side: 'buy', price: '60100' as Price, qty: '0.3' as Qty } as const
    // 6,000 + 6,005 + 0.1 · 60,100 = 18,015, an average of 60,050; fee 12,005 · 0.00055 of what fills, 6,010 · 0.0002 of
    // what waits: 7.80475. Cross, 10,000 behind it, 15 lost to the mark, 90 of maintenance margin, less the fee to close
    // 18,015 · 0.9 · 0.00055 = 8.917425: 9,878.277825 are left, and 60,000 − 9,878.277825 / 0.3 = 27,072.40…, up.
    expect(ticketFigures({ ...buy, meeting: through })).toMatchObject({
      value: '18015',
      fee: '7.80475',
      liquidationPrice: '27072.5',
    })
    // Where coins back each other all of them stand behind it: 15,000 with 50 of maintenance margin for the rest, so
    // 14,828.277825 are left, and 60,000 − 14,828.277825 / 0.3 = 10,572.40…, up.
    const wallet = {
      totalMarginBalance: '15000',
      totalMaintenanceMargin: '50',
      maintenanceMarginRate: '0.00333333',
      coins: [base.balance],
    } as unknown as Wallet
    expect(ticketFigures({ ...buy, meeting: through, wallet })).toMatchObject({ liquidationPrice: '10572.5' })
    // Far through the book: all of it at 60,000, whatever the limit says.
    const deep = { ...through, levels: [{ price: '60000' as Price, qty: '5' as Qty }], limit: '64000' as Price }
    expect(ticketFigures({ ...buy, price: '64000' as Price, meeting: deep })).toMatchObject({
      value: '18000',
      fee: '9.9',
    })
  })

  test('what does not fill waits at its own price, or costs nothing where it may not wait', () => {
    const half = { ...meeting, levels: [{ price: '64200' as Price, qty: '0.05' as Qty }] }
    // Half of the above, 327.45755; the other half at 62,965 is 314.825 + 1.7315375 + 1.90469125, and 64.25 below the
    // mark, times 1.1.
    expect(ticketFigures({ ...far, meeting: half }).cost).toBe('716.59377875')
    expect(ticketFigures({ ...far, meeting: { ...half, timeInForce: 'immediateOrCancel' } }).cost).toBe('327.45755')
  })

  test('immediate-or-cancel is reckoned by what fills at once, fill-or-kill by all or nothing', () => {
    const half = { ...meeting, levels: [{ price: '64200' as Price, qty: '0.05' as Qty }] }
    // Half of it fills: 0.05 · 64,200 = 3,210, and 0.00055 of that.
    const ends = ticketFigures({ ...far, meeting: { ...half, timeInForce: 'immediateOrCancel' } })
    expect(ends).toMatchObject({
      value: '3210',
      fee: '1.7655',
      after: { side: 'sell', qty: '0.05' },
      atOnce: { qty: '0.05' },
    })
    const nothing = {
      value: '0',
      cost: '0',
      fee: null,
      feeHeld: null,
      liquidationPrice: null,
      breakEvenPrice: null,
      after: { qty: '0' },
      atOnce: { qty: '0', leftover: 'ends' },
    }
    expect(ticketFigures({ ...far, meeting: { ...half, timeInForce: 'fillOrKill' } })).toMatchObject(nothing)
    const none = { ...meeting, levels: [] }
    expect(ticketFigures({ ...far, meeting: { ...none, timeInForce: 'immediateOrCancel' } })).toMatchObject(nothing)
    // 0.1 is there: 6,420 · 0.00055.
    const whole = { ...half, levels: meeting.levels }
    expect(ticketFigures({ ...far, meeting: { ...whole, timeInForce: 'fillOrKill' } })).toMatchObject({
      fee: '3.531',
      after: { side: 'sell', qty: '0.1' },
    })
  })

  test('of what ends unfilled nothing is said where the book is not seen as far as its price', () => {
    const levels = [
      { price: '64200' as Price, qty: '0.05' as Qty },
      { price: '64200' as Price, qty: '0.1' as Qty, isUnknown: true },
    ] as const
    const unseen = ticketFigures({ ...far, meeting: { ...meeting, levels, timeInForce: 'fillOrKill' } })
    expect(unseen).toMatchObject({
      cost: null,
      fee: null,
      after: null,
      atOnce: { impact: null },
      met: { beyond: '0.05' },
    })
  })

  test('what meets nobody rests, or ends: the ticket is told which', () => {
    const none = { ...meeting, levels: [] }
    expect(ticketFigures({ ...far, meeting: none }).atOnce).toEqual({ qty: '0', impact: '0', leftover: 'rests' })
    const ends = { ...none, timeInForce: 'immediateOrCancel' } as const
    expect(ticketFigures({ ...far, meeting: ends }).atOnce).toEqual({ qty: '0', impact: '0', leftover: 'ends' })
  })

  test('a market order larger than the book that is seen has no figures of its fills, and what is beyond is told', () => {
    const market = { ...meeting, limit: null, timeInForce: 'immediateOrCancel' } as const
    const seen = { price: '64200' as Price, qty: '0.06' as Qty }
    const end = { price: '64200' as Price, qty: '0.1' as Qty, isUnknown: true } as const
    const larger = ticketFigures({ ...far, meeting: { ...market, levels: [seen, end] } })
    // 0.1 less the 0.06 of the book.
    expect(larger.met?.beyond).toBe('0.04')
    expect(larger.atOnce).toEqual({ qty: '0.1', impact: null, leftover: 'ends' })
    const { value, cost, fee, liquidationPrice, breakEvenPrice, after } = larger
    expect([value, cost, fee, liquidationPrice, breakEvenPrice, after]).toEqual([null, null, null, null, null, null])
    // At most what the best price has: 0.06 · 64,200, no impact.
    const within = ticketFigures({ ...far, qty: '0.06' as Qty, meeting: { ...market, levels: [seen, end] } })
    expect(within).toMatchObject({ value: '3852', atOnce: { impact: '0' } })
  })

  test('where no book is seen the impact is not known, and what it is reckoned at is the best price', () => {
    const levels = [{ price: '64200' as Price, qty: '0.1' as Qty, isUnknown: true }] as const
    const figures = ticketFigures({
      ...far,
      meeting: { ...meeting, levels, limit: null, timeInForce: 'immediateOrCancel' },
    })
    expect(figures).toMatchObject({ value: '6420', atOnce: { impact: null }, met: { beyond: '0' } })
  })

  test('what waits in the book is expected to pay the maker’s fee, and holds and costs what a taker’s does', () => {
    // A tick above the best bid nothing matches: 0.1 · 64,200.1 = 6,420.01; · 0.0002, and held · 0.00055.
    const above = { price: '64200.1' as Price, meeting: { ...meeting, limit: '64200.1' as Price } } as const
    const rests = ticketFigures({ ...far, ...above })
    expect(rests).toMatchObject({ fee: '1.284002', feeHeld: '3.5310055', atOnce: { leftover: 'rests' } })
    const dear = { ...instrument, makerFeeRate: instrument.takerFeeRate }
    const { cost, required } = ticketFigures({ ...far, ...above, instrument: dear })
    expect([rests.cost, rests.required]).toEqual([cost, required])
    // What fills whole has nothing that waits: 6,420 · 0.00055.
    expect(
      ticketFigures({ ...far, price: '64200' as Price, meeting: { ...meeting, limit: '64200' as Price } }).fee,
    ).toBe('3.531')
    // Of a book that nobody sees nobody knows that it waits.
    const unseen = { ...above.meeting, levels: [] }
    expect(ticketFigures({ ...far, ...above, meeting: unseen }).fee).toBe('3.5310055')
    // Sent later, it is not known what it will find.
    expect(ticketFigures({ ...far, ...above, meeting: null }).fee).toBe('3.5310055')
  })

  test('a post-only order that would match comes to nothing, one that rests has its figures', () => {
    const postOnly = { ...meeting, limit: '64200' as Price, timeInForce: 'postOnly' } as const
    const priced = { ...far, price: '64200' as Price, feeRate: instrument.makerFeeRate } as const
    const matches = ticketFigures({ ...priced, meeting: postOnly })
    expect(matches.atOnce).toEqual({ qty: '0', impact: null, leftover: 'matches' })
    expect([matches.cost, matches.fee, matches.after]).toEqual([null, null, null])
    // A tick above the best bid nothing matches.
    const rests = ticketFigures({
      ...priced,
      price: '64200.1' as Price,
      meeting: { ...postOnly, limit: '64200.1' as Price },
    })
    expect(rests).toMatchObject({ atOnce: { leftover: 'rests' }, after: { side: 'sell', qty: '0.1' } })
  })

  test('isolated margin reckons the fill at its own price, and no loss', () => {
    // 642 + 3.531 + 3.8841.
    expect(ticketFigures({ ...far, marginMode: 'isolated', meeting }).cost).toBe('649.4151')
  })

  test('the levels of a fresh book in single ticks are met one by one, else the best price stands for all', () => {
    const view = {
      symbol: 'BTCUSDT',
      group: 1,
      bids: Float64Array.of(642_000, 30, 641_990, 50),
      asks: Float64Array.of(),
    }
    const known = { view: { ...view, updateId: 1, timeMs: 0 } as unknown as BookView, best: '64300' as Price }
    const priced = instrumentOf({ tickSize: '0.1' as Price, lotSize: '0.001' as Qty })
    const [first, second, beyond] = [...levelsFor('sell', '9' as Qty, priced, known)]
    expect([first, second, beyond]).toEqual([
      { price: '64200', qty: '0.03' },
      { price: '64199', qty: '0.05' },
      { price: '64199', qty: '9', isUnknown: true },
    ])
    // A market sell of 0.05: 0.03 at 64,200 and 0.02 at 64,199, worth 3,209.98; fee 1.765489, isolated margin at 10×
    // 320.998, to close 3,209.98 · 1.1 · 0.00055 = 1.9420379. The levels are made while they are read, and only once.
    const market = {
      ...base,
      marginMode: 'isolated',
      side: 'sell',
      qty: '0.05' as Qty,
      price: '64200' as Price,
    } as const
    const meets = {
      levels: levelsFor('sell', '0.05' as Qty, priced, known),
      limit: null,
      timeInForce: 'immediateOrCancel',
      markPrice: null,
    } as const
    expect(ticketFigures({ ...market, instrument: priced, meeting: meets })).toMatchObject({
      value: '3209.98',
      cost: '324.7055269',
      fee: '1.765489',
    })
    // Of coarser steps it is seen how much they have, 0.08, and not at which prices.
    const coarse = { ...known, view: { ...known.view, group: 10 } }
    expect([...levelsFor('sell', '9' as Qty, priced, coarse)]).toEqual([
      { price: '64300', qty: '0.08', isUnknown: true },
      { price: '64300', qty: '9', isUnknown: true },
    ])
    // What the ticker has at the best price is enough for a small order.
    const [only] = levelsFor('sell', '0.02' as Qty, priced, { ...coarse, bestQty: '0.02' as Qty })
    expect(only).toEqual({ price: '64300', qty: '0.02' })
  })
})

describe('with a position', () => {
  const position = positionOf({ unrealisedPnl: '0' as Money, maintenanceMargin: '150' as Money })

  test('what only closes costs nothing and asks for nothing: its fee of 6.6 comes out of the 1,200 that it frees', () => {
    expect(ticketFigures({ ...base, position, side: 'sell', qty: '0.2' as Qty })).toMatchObject({
      cost: '0',
      required: '0',
      fee: '6.6',
    })
  })

  test('closing all of it leaves nothing to liquidate', () => {
    expect(ticketFigures({ ...base, position, side: 'sell' }).liquidationPrice).toBeNull()
  })

  test('turning it over takes what the new side needs beyond what the old one frees', () => {
    // Fee 1.5 · 60000 · 0.00055 = 49.5. 1 opens: 6000 + 60000 · 1.1 · 0.00055 = 36.3. 0.5 closes and frees 3000 and
    // 30000 · 0.9 · 0.00055 = 14.85: 49.5 + 6036.3 − 3014.85 = 3070.95.
    const turned = ticketFigures({ ...base, position, side: 'sell', qty: '1.5' as Qty })
    // Before it is taken only what opens is asked for, at its own price: 6000 + 33 + 36.3. That is not its cost, and is said.
    expect(turned).toMatchObject({ cost: '3070.95', required: '6069.3', freeBefore: '6069.3' })
  })

  test('one that frees more than it takes costs nothing, and says what has to be free before', () => {
    // 0.1 opens: 600 + 3.3 + 3.63; the 0.5 that close free 3,014.85, so nothing is taken.
    expect(ticketFigures({ ...base, position, side: 'sell', qty: '0.6' as Qty })).toMatchObject({
      cost: '0',
      freeBefore: '606.93',
    })
  })

  test('with reduce-only nothing opens', () => {
    const reduced = ticketFigures({ ...base, position, side: 'sell', qty: '1.5' as Qty, reduceOnly: true })
    // The 0.5 that are held close: 30,000 · 0.00055, and nothing is left.
    expect(reduced).toMatchObject({ cost: '0', required: '0', fee: '16.5', after: { qty: '0' } })
    // A purchase has nothing to reduce, and what is held stays.
    expect(ticketFigures({ ...base, position, side: 'buy', reduceOnly: true })).toMatchObject({
      cost: '0',
      fee: null,
      liquidationPrice: null,
      breakEvenPrice: null,
      after: { side: 'buy', qty: '0.5' },
    })
  })
})

describe('an inverse contract counts USD and pays in its coin', () => {
  const contract = instrumentOf({ kind: 'inversePerpetual', quoteCoin: 'USD', settleCoin: 'BTC' })
  const inverse = { ...base, instrument: contract, qty: '60000' as Qty, balance: coinOf('0.25', { coin: 'BTC' }) }

  test('value, cost and fee are in the coin', () => {
    // 60,000 / 60,000 = 1 BTC; margin 0.1; fee to open 0.00055; fee to close 1 · 1.1 · 0.00055 = 0.000605.
    expect(ticketFigures({ ...inverse, side: 'buy' })).toMatchObject({ value: '1', cost: '0.101155', fee: '0.00055' })
  })

  test('the liquidation price is where the coin balance is the maintenance margin', () => {
    // Long: 0.25 − 0.00055 − 0.005 − 0.000605 to close = 0.243845; 60,000 / 1.243845 = 48,237.52…, up to the tick.
    expect(ticketFigures({ ...inverse, side: 'buy' }).liquidationPrice).toBe('48237.6')
    // Short: 0.25 − 0.00055 − 0.005 − 0.000495 = 0.243955; 60,000 / 0.756045 = 79,360.35…, down.
    expect(ticketFigures({ ...inverse, side: 'sell' }).liquidationPrice).toBe('79360.3')
  })
})
