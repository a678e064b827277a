import { describe, expect, test } from 'vitest'
import { readRecordingFile } from '../../../src/ui/replay/recording-file'
import { openRecording, RECORDING_BYTES_MAX, RECORDING_VERSION } from '../../../src/workers/recording'
import { PROTOCOL_VERSION } from '../../../src/base/protocol-version'

const BOOK = {
  type: 'book',
  stale: false,
  book: { symbol: 'BTCUSDT', group: 1, bids: [1, 2], asks: [3, 4], updateId: 1 },
}

function file(change: Readonly<Record<string, unknown>> = {}, events: readonly unknown[] = [BOOK]): string {
  return JSON.stringify({
    format: 'halyard-recording',
    version: RECORDING_VERSION,
    protocol: PROTOCOL_VERSION,
    build: 'b',
    epoch: 'e',
    savedAtMs: 1,
    entries: [{ kind: 'key', atMs: 1, tabId: 'a', events }],
    reads: [],
    frames: [],
    ...change,
  })
}

const problemOf = (text: string) => {
  const read = openRecording(text)
  return read.ok ? null : read.error
}

describe('a file that is opened as a recording', () => {
  test('plays when it is one', () => {
    expect(problemOf(file())).toBeNull()
  })

  test.each([
    ['a picture', '\u0089PNG\r\n'],
    ['nothing', ''],
    ['a number', '5'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another format', '{"format":"song"}'],
  ])('%s is not a recording', (_, text) => {
    expect(problemOf(text)).toEqual({ kind: 'notRecording' })
  })

  test('of a newer version, or a newer protocol, is told apart from one that is too old', () => {
    expect(problemOf(file({ version: RECORDING_VERSION + 1 }))).toEqual({ kind: 'tooNew' })
    expect(problemOf(file({ protocol: PROTOCOL_VERSION + 1 }))).toEqual({ kind: 'tooNew' })
    expect(problemOf(file({ version: RECORDING_VERSION - 1 }))).toEqual({ kind: 'tooOld' })
    // What a newer version holds need not look like anything that this one knows.
    expect(problemOf(file({ version: RECORDING_VERSION + 1, entries: 'else' }))).toEqual({ kind: 'tooNew' })
  })

  test('without a market on it has nothing to play', () => {
    expect(problemOf(file({}, [{ type: 'session', session: null }]))).toEqual({ kind: 'noMarket' })
  })

  test.each([
    ['cut off', file().slice(0, -20), 'JSON'],
    ['without entries', file({ entries: [] }), 'entries'],
    ['entries that are none', file({ entries: { a: 1 } }), 'entries'],
    ['a kind that nobody knows', file({ entries: [{ kind: 'song', atMs: 1, tabId: 'a' }] }), 'kind'],
    ['an event that nobody knows', file({}, [{ type: 'song' }]), 'type'],
    ['an event by a name of every object', file({}, [{ type: 'constructor' }]), 'type'],
    ['orders that are no list', file({}, [{ type: 'orders', orders: null }]), 'orders'],
    ['an order that is a number', file({}, [{ type: 'orders', orders: [7] }]), 'orders'],
    ['a ticker without one', file({}, [{ type: 'ticker' }]), 'ticker'],
    ['a price that is text', file({}, [{ ...BOOK, book: { ...BOOK.book, bids: ['x'] } }]), 'bids'],
    ['a read that nobody made', file({ reads: [{ name: 'song' }] }), 'name'],
  ])('%s: it is damaged, and where', (_, text, field) => {
    expect(problemOf(text)).toEqual({ kind: 'damaged', field })
  })

  test('10,000 cuts and changed bytes of a good one are refused in words or played, and never throw', () => {
    const good = file()
    for (let i = 0; i < 10_000; i++) {
      const at = (i * 7919) % good.length
      const text = i % 2 === 0 ? good.slice(0, at) : `${good.slice(0, at)}${i % 10}${good.slice(at + 1)}`
      expect(typeof openRecording(text).ok).toBe('boolean')
    }
  })

  test('above the bound it is not even read; at the bound it is', async () => {
    let reads = 0
    const of = (size: number) => ({ size, text: async () => (reads++, file()) })
    expect(await readRecordingFile(of(RECORDING_BYTES_MAX + 1))).toMatchObject({
      ok: false,
      error: { kind: 'tooLarge' },
    })
    expect(reads).toBe(0)
    expect(await readRecordingFile(of(RECORDING_BYTES_MAX))).toMatchObject({ ok: true })
    expect(reads).toBe(1)
  })

  test('gone since it was chosen, it says so', async () => {
    const gone = { size: 1, text: () => Promise.reject(new Error('NotFoundError')) }
    expect(await readRecordingFile(gone)).toMatchObject({ ok: false, error: { kind: 'unreadable' } })
  })
})
