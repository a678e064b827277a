import { CRC32_START, crc32End, crc32Step } from '../../base/crc32'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asArray, asObject, readInteger, readText, WireError, type JsonObject } from '../json'

/** `[price, quantity]`, canonical decimal text; quantity `'0'` deletes the level. */
export type BookRowJson = readonly [string, string]

/**
 * Data of `orderBook_{depth}.{rate}.{symbol}` (decisions 2): bids from the best down, asks from the best up.
 * Exactly one field order is written, `{"s","b","a","u","cts","crc"}`, so that a scanner can read it without a
 * general parser. `u` rises by one each message of a stream; `u` = 1 means that the service started again.
 */
export interface BookJson {
  readonly s: string
  readonly b: readonly BookRowJson[]
  readonly a: readonly BookRowJson[]
  readonly u: number
  readonly cts: number
  /** CRC-32 of `p:q:p:q…`, bid 1, ask 1, bid 2, ask 2 …, up to 10 levels a side, after applying this message. */
  readonly crc: number
}

/** Levels a side that take part in the checksum. */
export const CRC_LEVELS = 10

export interface BookMessage {
  readonly symbol: InstrumentSymbol
  readonly bids: readonly BookRowJson[]
  readonly asks: readonly BookRowJson[]
  readonly updateId: number
  readonly engineTimeMs: number
  readonly crc: number
}

/** The general reader; the hub's scanner for this topic is tested to agree with it. @throws WireError */
export function parseBook(data: unknown): BookMessage {
  const json = asObject(data, 'data')
  return {
    symbol: readText(json, 's') as InstrumentSymbol,
    bids: parseBookRows(json, 'b'),
    asks: parseBookRows(json, 'a'),
    updateId: readInteger(json, 'u'),
    engineTimeMs: readInteger(json, 'cts'),
    crc: readInteger(json, 'crc'),
  }
}

/** @throws WireError naming the field */
export function parseBookRows(json: JsonObject, field: 'a' | 'b'): readonly BookRowJson[] {
  const value = json[field]
  for (const row of asArray(value, field)) {
    if (!Array.isArray(row) || row.length !== 2 || typeof row[0] !== 'string' || typeof row[1] !== 'string')
      throw new WireError(field, row)
  }
  return value as unknown as readonly BookRowJson[]
}

/**
 * Writes one message of a book topic, envelope included, in the one field order of this topic:
 * `{"topic","type","ts","seq","data":{"s","b","a","u","cts","crc"}}`, no white space. Prices and quantities are plain
 * decimal text and symbols are `[A-Za-z0-9_/-]`, so nothing needs escaping.
 */
export function writeBookPush(
  topic: string,
  type: 'snapshot' | 'delta',
  timeMs: number,
  seq: number,
  book: BookJson,
): string {
  return (
    `{"topic":"${topic}","type":"${type}","ts":${timeMs},"seq":${seq},"data":{"s":"${book.s}","b":${writeRows(book.b)},` +
    `"a":${writeRows(book.a)},"u":${book.u},"cts":${book.cts},"crc":${book.crc}}}`
  )
}

function writeRows(rows: readonly BookRowJson[]): string {
  let text = '['
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    text += i === 0 ? '["' : ',["'
    text += row[0] + '","' + row[1] + '"]'
  }
  return text + ']'
}

/** The `crc` of a whole book, best first on both sides (decisions 2). */
export function bookChecksum(bids: readonly BookRowJson[], asks: readonly BookRowJson[]): number {
  let crc = CRC32_START
  let first = true
  for (let i = 0; i < CRC_LEVELS; i++) {
    for (const row of [bids[i], asks[i]]) {
      if (row === undefined) continue
      if (!first) crc = crc32Step(crc, ':')
      crc = crc32Step(crc32Step(crc32Step(crc, row[0]), ':'), row[1])
      first = false
    }
  }
  return crc32End(crc)
}
