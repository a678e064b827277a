import type { Price } from '../../../src/domain/decimal'
import { expect, test } from 'vitest'
import { datedContracts } from '../../../exchange/listings/dated-contracts'
import { DatedCalendar, firstRows, type CalendarPorts } from '../../../exchange/venue/dated-calendar'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 2, 11, 10, 17)

function watched(rows = firstRows(START, [], () => null)) {
  const seen: string[] = []
  const see = (word: string, symbol: string) => void seen.push(`${word} ${symbol}`)
  const ports: CalendarPorts = {
    priceOf: () => null,
    announce: ({ contract }) => see('announce', contract.symbol),
    open: ({ contract }) => {
      see('open', contract.symbol)
      return { startMs: contract.listedMs, startTicks: 1 }
    },
    deliver: ({ contract }) => {
      see('deliver', contract.symbol)
      return '60000' as Price
    },
    restate: () => undefined,
    retire: ({ contract }) => see('retire', contract.symbol),
  }
  return { calendar: new DatedCalendar(rows, [], ports), seen }
}

test('begins with what trades, what is announced, and one delisted contract', () => {
  const words = firstRows(START, [], () => null).map(({ contract, status }) => `${status} ${contract.symbol}`)
  expect(words).toContain('trading BTCUSDT-13MAR26')
  expect(words.at(-1)).toBe('closed BTCUSDT-06MAR26')
  // Within a day of the opening the next ones are announced.
  const eve = firstRows(Date.UTC(2026, 2, 12, 9), [], () => null).filter(({ status }) => status === 'comingSoon')
  expect(eve.map(({ contract }) => contract.symbol)).toContain('BTCUSDT-03APR26')
})

test('a year in steps of four hours: each contract lives once, in order, and what trades is what the series say', () => {
  const { calendar, seen } = watched()
  for (let nowMs = START; nowMs <= START + 366 * DAY; nowMs += 4 * HOUR) {
    calendar.turn(nowMs)
    const trading = calendar.rows().filter(({ status }) => status === 'trading')
    const expected = datedContracts(nowMs).filter(({ listedMs }) => listedMs <= nowMs)
    expect(trading.map(({ contract }) => contract.symbol).toSorted()).toEqual(
      expected.map(({ symbol }) => symbol).toSorted(),
    )
  }
  expect(new Set(seen).size).toBe(seen.length)
  const lifeOf = (symbol: string) => seen.filter((one) => one.endsWith(` ${symbol}`)).map((one) => one.split(' ')[0])
  expect(lifeOf('BTCUSDT-03APR26')).toEqual(['announce', 'open', 'deliver', 'retire'])
  expect(lifeOf('BTCUSDM26')).toEqual(['deliver', 'retire'])
  // 53 Fridays from 2026-03-13 to 2027-03-12 ended one week's contract each.
  expect(seen.filter((one) => one.startsWith('deliver BTCUSDT-'))).toHaveLength(53)
})

test('a leap of a year delivers all at once and opens what the series then hold', () => {
  const { calendar, seen } = watched()
  const nowMs = START + 365 * DAY
  calendar.turn(nowMs)
  calendar.turn(nowMs + 60_000)
  const trading = calendar.rows().filter(({ status }) => status === 'trading')
  const expected = datedContracts(nowMs).filter(({ listedMs }) => listedMs <= nowMs)
  expect(trading.map(({ contract }) => contract.symbol)).toEqual(expected.map(({ symbol }) => symbol))
  const began = firstRows(START, [], () => null).filter(({ status }) => status === 'trading')
  expect(seen.filter((one) => one.startsWith('deliver'))).toHaveLength(began.length)
})

test('control ends a contract once; its name is not listed again while the series holds it', () => {
  const { calendar, seen } = watched()
  expect(calendar.expire('BTCUSDM26', START)).toBe(true)
  expect(calendar.expire('BTCUSDM26', START)).toBe(false)
  expect(calendar.expire('NOUSDM26', START)).toBe(false)
  for (let nowMs = START; nowMs < START + 40 * DAY; nowMs += DAY) calendar.turn(nowMs)
  expect(seen.filter((one) => one.endsWith('BTCUSDM26'))).toEqual(['deliver BTCUSDM26'])
  expect(calendar.rows().find(({ contract }) => contract.symbol === 'BTCUSDM26')?.status).toBe('closed')
})
