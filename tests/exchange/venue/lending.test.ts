import { describe, expect, it } from 'vitest'
import type { NewOrder } from '../../../src/domain/order/new-order'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import { loanRowOf } from '../../../exchange/venue/lending-shapes'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import { writeTransaction } from '../../../src/wire/shape/transaction'

const HOUR_MS = 3_600_000
const START_MS = 1_700_000 * 1_000_000
const FIVE_PAST_MS = Math.ceil(START_MS / HOUR_MS) * HOUR_MS + 300_000

/** A venue with pairs whose clock the test turns. */
function openVenue(namedFees = true) {
  const venue = createVenue({
    seed: 5,
    region: 'global',
    feedSymbol: null,
    startMs: START_MS,
    markets: 'all',
    families: ['spot'],
    namedFees,
  })
  let nowMs = START_MS
  const run = (input: VenueInput, atMs = nowMs + 100): readonly VenueEvent[] => {
    nowMs = atMs
    const { result, events } = venue.apply(input, nowMs)
    if (!result.ok) throw new Error(JSON.stringify(result.refusal))
    return events
  }
  run({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' })
  for (let i = 0; i < 20; i += 1) run({ type: 'tick' })
  return { venue, run, now: () => nowMs }
}

/** Sells ten SOL that the account has not. */
const SHORT: NewOrder = {
  symbol: 'SOL/USDT',
  side: 'sell',
  type: 'market',
  price: null,
  qty: '10',
  timeInForce: 'immediateOrCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  isLeverage: true,
} as unknown as NewOrder

const solOf = (venue: Venue) => venue.wallet('ann')!.coins.find(({ coin }) => coin === 'SOL')!

function owing(namedFees = true) {
  const opened = openVenue(namedFees)
  opened.run({ type: 'lending', account: 'ann', change: { kind: 'spotMargin', isOn: true } })
  opened.run({ type: 'place', account: 'ann', linkId: '', order: SHORT })
  return opened
}

describe('a debt on the venue', () => {
  it('stands in the wallet, and is no equity', () => {
    const { venue } = owing()
    expect(solOf(venue)).toMatchObject({
      walletBalance: '0',
      equity: '-10',
      lending: { borrowed: '10', lent: '10', interest: '0', isCollateral: true },
    })
    const { totalEquity, totalMarginBalance } = venue.wallet('ann')!
    // Bitcoin and ether count with less than they are worth.
    expect(Number(totalMarginBalance)).toBeLessThan(Number(totalEquity))
  })

  it('has one price of a coin in equity and margin balance: the index of its pair', () => {
    const { venue } = owing()
    const index = (symbol: string): number => Number(venue.ticker(symbol as never)!.indexPrice)
    // The pair's and the contract's differ by what markets differ.
    expect(index('BTC/USDT')).not.toBe(index('BTCUSDT'))
    for (const { coin, equity, usdValue } of venue.wallet('ann')!.coins)
      if (coin === 'BTC' || coin === 'SOL')
        expect(Number(usdValue) / Number(equity)).toBeCloseTo(index(`${coin}/USDT`), 6)
  })

  it('is charged at five past the hour, once, and after a day without the exchange 24 times', () => {
    const { venue, run } = owing()
    expect(run({ type: 'tick' }, FIVE_PAST_MS - 100).filter(({ type }) => type === 'interest')).toEqual([])
    const charged = run({ type: 'tick' }, FIVE_PAST_MS).filter((event) => event.type === 'interest')
    // 10 × 0.0000065.
    expect(charged).toMatchObject([{ interest: { coin: 'SOL', borrowed: '10', interest: '0.000065', hours: 1 } }])
    expect(run({ type: 'tick' }, FIVE_PAST_MS + 100).filter(({ type }) => type === 'interest')).toEqual([])
    const later = run({ type: 'tick' }, FIVE_PAST_MS + 24 * HOUR_MS).filter((event) => event.type === 'interest')
    // A row an hour, each with its own time.
    expect(later.map(({ interest: { interest, hours, timeMs } }) => [interest, hours, timeMs])).toEqual(
      Array.from({ length: 24 }, (_, hour) => ['0.000065', 1, FIVE_PAST_MS + (hour + 1) * HOUR_MS]),
    )
    expect(solOf(venue).lending).toMatchObject({ interest: '0.001625' })
  })

  it('is there after a restart, and goes on the same', () => {
    const { venue, now } = owing()
    const again = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    expect(again.wallet('ann')).toEqual(venue.wallet('ann'))
    for (const [input, atMs] of [
      [{ type: 'tick' }, FIVE_PAST_MS],
      [{ type: 'lending', account: 'ann', change: { kind: 'repay', coin: 'SOL', amount: '4' } }, FIVE_PAST_MS + 100],
      [{ type: 'lending', account: 'ann', change: { kind: 'leverage', coin: null, leverage: '2.5' } }, now() + HOUR_MS],
    ] as const) {
      expect(JSON.stringify(again.apply(input, atMs))).toBe(JSON.stringify(venue.apply(input, atMs)))
    }
    expect(again.conservation()).toEqual(venue.conservation())
    for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
  })
})

describe('a debt that other coins repay, in the transaction log', () => {
  const repaid = (namedFees: boolean) => {
    const { venue, run } = owing(namedFees)
    const before = venue.wallet('ann')!.coins
    const events = run({ type: 'lending', account: 'ann', change: { kind: 'repay', coin: 'SOL', amount: '4' } })
    const rows = events.flatMap((event) => (event.type === 'transfer' ? [event.transaction] : []))
    const gone = (coin: string): number => {
      const of = (coins: typeof before): number => Number(coins.find((one) => one.coin === coin)!.walletBalance)
      return of(venue.wallet('ann')!.coins) - of(before)
    }
    return { rows, gone }
  }

  it('has v5’s words for a repayment that was asked for, and its fee of 0.1 % in a column of its own', () => {
    const { rows, gone } = repaid(true)
    const sold = rows.filter(({ type }) => type === 'repaymentSell')
    expect(sold.length).toBeGreaterThan(0)
    for (const { coin, change, cashFlow, fee, feeRate } of sold) {
      expect(feeRate).toBe('0.001')
      expect(Number(change)).toBeCloseTo(Number(cashFlow) - Number(fee), 8)
      expect(Number(fee) / -Number(cashFlow)).toBeCloseTo(0.001, 6)
      expect(Number(change)).toBeCloseTo(gone(coin), 8)
    }
    expect(rows.filter(({ type }) => type === 'repaymentBuy')).toMatchObject([
      { coin: 'SOL', change: '4', cashFlow: '4', fee: '0' },
    ])
    for (const row of rows) expect(row).not.toHaveProperty('cause')
  })

  it('of an exchange that began before has one amount, so that its rows replay as they were', () => {
    const { rows } = repaid(false)
    const [sold] = rows.filter(({ type }) => type === 'currencySell')
    expect(sold).toMatchObject({ fee: '0', feeRate: '0', cashFlow: sold!.change })
  })

  it('says of what a liquidation converts that it did, and which part of it was the fee', () => {
    const told = { type: 'loan', account: 'ann', coin: 'BTC', walletE8: 5, timeMs: 6, seq: 7 } as const
    const sold = loanRowOf({
      ...told,
      move: 'convertOut',
      changeE8: -10_010_000,
      feeE8: 10_000,
      cause: 'liquidation',
    })
    expect(sold).toMatchObject({
      transaction: { type: 'currencySell', cause: 'liquidation', fee: '0.0001', cashFlow: '-0.1', change: '-0.1001' },
    })
    if (sold.type !== 'transfer') throw new Error('no row of the log')
    expect(writeTransaction(sold.transaction, { category: 'spot', symbol: '' })).toMatchObject({
      type: 'CURRENCY_SELL',
      transSubType: 'liquidation',
      fee: '0.0001',
      feeRate: '0.001',
      cashFlow: '-0.1',
      change: '-0.1001',
    })
    const bought = loanRowOf({ ...told, move: 'convertIn', changeE8: 4, feeE8: 0, cause: 'autoRepayment' })
    expect(bought).toMatchObject({ transaction: { type: 'currencyBuy', cause: 'autoRepayment', fee: '0' } })
  })
})
