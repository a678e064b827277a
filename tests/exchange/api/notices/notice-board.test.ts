import { describe, expect, it } from 'vitest'
import { NoticeBoard } from '../../../../exchange/api/notices/notice-board'
import { scheduledNotices } from '../../../../exchange/api/notices/scheduled-notices'
import { datedContracts } from '../../../../exchange/listings/dated-contracts'
import { datedInstrument } from '../../../../exchange/listings/dated-instrument'
import type { Price } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { NOTICE_SYMBOLS_MAX, type Notice } from '../../../../src/domain/market/notice'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import { BTCUSDT } from '../lib/fake-journal'

const DAY = 86_400_000
/** Friday 2026-03-13 08:00 UTC: the contracts of that week are delivered, those of 3 April begin to trade. */
const FRIDAY = Date.UTC(2026, 2, 13, 8)
const futuresAt = (nowMs: number): readonly Instrument[] =>
  datedContracts(nowMs).map((one) => datedInstrument(one, one.listedMs > nowMs ? 'comingSoon' : 'trading', nowMs))

describe('what the calendar announces', () => {
  it('announces deliveries and listings of one moment together, a day before and until then', () => {
    expect(scheduledNotices(futuresAt(FRIDAY - DAY - 1), FRIDAY - DAY - 1)).toEqual([])
    for (const nowMs of [FRIDAY - DAY, FRIDAY - 1]) {
      const [delivery, listing, ...others] = scheduledNotices(futuresAt(nowMs), nowMs).toSorted((a, b) =>
        a.kind < b.kind ? -1 : 1,
      )
      expect(others).toEqual([])
      expect(delivery).toMatchObject({ kind: 'delivery', atMs: FRIDAY, fromMs: FRIDAY - DAY, untilMs: FRIDAY })
      expect(delivery!.symbols).toContain('BTCUSDT-13MAR26')
      expect(listing).toMatchObject({ kind: 'listing', atMs: FRIDAY })
      expect(listing!.symbols).toContain('BTCUSDT-03APR26')
    }
    expect(scheduledNotices(futuresAt(FRIDAY), FRIDAY)).toEqual([])
  })

  it('names so many contracts and counts the others', () => {
    const [one] = futuresAt(FRIDAY - 1).filter(({ symbol }) => symbol === 'BTCUSDT-13MAR26')
    const many = Array.from({ length: NOTICE_SYMBOLS_MAX + 5 }, (_, at) => ({
      ...one!,
      symbol: `C${at}USDT-13MAR26` as InstrumentSymbol,
    }))
    const [notice] = scheduledNotices(many, FRIDAY - 1)
    expect(notice!.symbols).toHaveLength(NOTICE_SYMBOLS_MAX)
    expect(notice!.symbolCount).toBe(NOTICE_SYMBOLS_MAX + 5)
  })

  it('says nothing of a contract that lives for a day', () => {
    const [one] = futuresAt(FRIDAY - 1).filter(({ symbol }) => symbol === 'BTCUSDT-13MAR26')
    expect(scheduledNotices([{ ...one!, launchTimeMs: FRIDAY - DAY }], FRIDAY - 1)).toEqual([])
  })
})

const maintenance = (id: string, change: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'maintenance',
  symbols: [],
  symbolCount: 0,
  text: 'Trading pauses for ten minutes.',
  atMs: 1_000,
  fromMs: 0,
  untilMs: 2_000,
  url: '/status',
  ...change,
})

describe('the board', () => {
  const changed = (tickSize: string): Instrument => ({ ...BTCUSDT, tickSize: tickSize as Price })

  it('shows what the operator says while it is valid, the next event first, and one notice an id', () => {
    const board = new NoticeBoard(() => [])
    board.publish(maintenance('b', { atMs: 1_500 }))
    board.publish(maintenance('a'))
    board.publish(maintenance('b', { atMs: 500 }))
    const ids = (nowMs: number) => board.current(nowMs).map(({ id }) => id)
    expect(ids(0)).toEqual(['b', 'a'])
    expect(ids(1_999)).toEqual(['b', 'a'])
    expect(ids(2_000)).toEqual([])
    expect(board.withdraw('b')).toBe(true)
    expect(ids(0)).toEqual(['a'])
  })

  it('keeps the newest twenty', () => {
    const board = new NoticeBoard(() => [])
    for (let at = 0; at < 25; at++) board.publish(maintenance(`n${at}`))
    const ids = new Set(board.current(0).map(({ id }) => id))
    expect(ids.size).toBe(20)
    expect(ids.has('n4')).toBe(false)
    expect(ids.has('n5')).toBe(true)
  })

  it('announces other terms of a contract that trades, for a day, and no other change of it', () => {
    const board = new NoticeBoard(() => [BTCUSDT])
    board.take([{ type: 'instrument', instrument: { ...BTCUSDT, indexSort: 2 } }], 10)
    expect(board.current(10)).toEqual([])
    board.take([{ type: 'instrument', instrument: changed('0.5') }], 20)
    expect(board.current(20)).toMatchObject([{ id: 'terms-BTCUSDT', kind: 'terms', symbols: ['BTCUSDT'], atMs: 20 }])
    expect(board.current(20 + DAY)).toEqual([])
  })

  it('says nothing of a contract that it did not know', () => {
    const board = new NoticeBoard(() => [])
    board.take([{ type: 'instrument', instrument: BTCUSDT }], 10)
    expect(board.current(10)).toEqual([])
  })
})
