// The order book: ours, on frames written by the product's own writer (sequence and CRC checked on every one), beside
// bare JSON.parse of the same frames, and beside ccxt and Orderly on the same logical stream in their own dialects.
// Each adapter runs in a process of its own, rounds interleaved; the best round counts, because other work only adds.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installPeers } from './lib/install-peers.mjs'
import { loadTs } from './lib/load-ts.mjs'
import { row as tableRow } from './lib/table.mjs'

/**
 * @typedef {typeof import('./lib/book-product')} Product
 * @typedef {[ticks: number, lots: number]} BookRow zero lots removes the level
 * @typedef {{ b: BookRow[], a: BookRow[] }} Change
 * @typedef {{ bids: Map<number, number>, asks: Map<number, number>, mid: number }} Stream lots by ticks
 */

const HERE = import.meta.dirname
const DATA = resolve(HERE, '../node_modules/.cache/halyard/book-stream')
const ADAPTERS = ['floor', 'ours', 'ccxt', 'orderly']

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  /** @type {{ module: Product, file: string }} */
  const { module: product, file } = await loadTs('bench/lib/book-product.ts')
  writeStream(product, quick ? 20_000 : 100_000)
  const peers = installPeers(join(HERE, 'peers'), {
    whole: ['ccxt', '@orderly.network/hooks'],
    names: 'ccxt and Orderly',
    note,
  })
  /** @type {Map<string, number>} microseconds a message, by adapter and mode */
  const best = new Map()
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    for (const name of ADAPTERS) {
      if (!peers && (name === 'ccxt' || name === 'orderly')) continue
      for (const mode of name === 'floor' ? ['ingest'] : ['ingest', 'view']) {
        const printed = execFileSync(
          process.execPath,
          ['--expose-gc', join(HERE, 'lib/book-child.mjs'), name, mode, quick ? '1500' : '4000', DATA, file],
          { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
        )
        /** @type {{ ok: boolean | null, perMessageUs: number }} */
        const out = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
        if (out.ok === false) throw new Error(`${name} ${mode}: its top 25 is not the reference's`)
        const key = `${name} ${mode}`
        best.set(key, Math.min(best.get(key) ?? Infinity, out.perMessageUs))
        note(`round ${round} ${key}: ${out.perMessageUs.toFixed(2)} us`)
      }
    }
  }
  const floor = best.get('floor ingest') ?? null
  /**
   * @param {string} label
   * @param {string} key
   */
  const row = (label, key, base = floor) => tableRow(label, best.get(key) ?? null, 'µs/message', base)
  return {
    name: 'book',
    about: '500 levels a side, 20 changes a message; floor: JSON.parse alone of the frames that we write',
    rows: [
      row('JSON.parse of our frames', 'floor ingest'),
      row('Halyard ingest (sequence and CRC checked)', 'ours ingest'),
      row('Halyard ingest and view of 25', 'ours view'),
      row('ccxt ingest', 'ccxt ingest'),
      row('ccxt ingest and view', 'ccxt view'),
      row('Orderly ingest', 'orderly ingest'),
      row('Orderly ingest and view, as shipped', 'orderly view'),
      row('Halyard ingest and view, against Orderly as shipped', 'ours view', best.get('orderly view') ?? null),
    ],
  }
}

const SYMBOL = 'BTCUSDT'
const LEVELS = 500
const CHANGES = 20

/**
 * One logical stream in three dialects. Prices are whole tenths, sizes whole thousandths, seed fixed.
 * @param {Product} product
 * @param {number} count
 */
function writeStream(product, count) {
  mkdirSync(DATA, { recursive: true })
  const random = product.createRandom(0x5eed)
  /** @type {Stream} */
  const stream = { bids: new Map(), asks: new Map(), mid: 600_000 }
  const size = () => 1 + Math.floor(random.next() ** 3 * 50_000)
  for (let i = 0; i < LEVELS; i++) {
    stream.bids.set(stream.mid - 1 - i, size())
    stream.asks.set(stream.mid + 1 + i, size())
  }
  const writer = product.createWriter(SYMBOL)
  const start = {
    b: [...stream.bids].toSorted((x, y) => y[0] - x[0]),
    a: [...stream.asks].toSorted((x, y) => x[0] - y[0]),
  }
  const lines = {
    ours: [writer.snapshot(start)],
    bybit: [bybit('snapshot', start, 0)],
    orderly: [orderly(start, 0, true)],
  }
  for (let i = 1; i <= count; i++) {
    const change = step(stream, random, size)
    lines.ours.push(writer.delta(change))
    lines.bybit.push(bybit('delta', change, i))
    lines.orderly.push(orderly(change, i, false))
    if (i === 1_000) writeFileSync(join(DATA, 'reference.json'), JSON.stringify(top(stream)))
  }
  for (const [name, all] of Object.entries(lines)) writeFileSync(join(DATA, `${name}.ndjson`), all.join('\n'))
}

/**
 * @param {Stream} stream
 * @param {import('../src/base/random').Random} random
 * @param {() => number} size
 * @returns {Change}
 */
function step(stream, random, size) {
  /** @type {Map<number, number>} */
  const b = new Map()
  /** @type {Map<number, number>} */
  const a = new Map()
  if (random.next() < 0.1) {
    const up = random.next() < 0.5
    const [gain, lose, gainChange, loseChange] = up
      ? [stream.bids, stream.asks, b, a]
      : [stream.asks, stream.bids, a, b]
    stream.mid += up ? 1 : -1
    const sign = up ? 1 : -1
    if (lose.delete(stream.mid)) loseChange.set(stream.mid, 0)
    for (const { side, change, ticks } of [
      { side: gain, change: gainChange, ticks: stream.mid - sign },
      { side: lose, change: loseChange, ticks: stream.mid + sign * LEVELS },
    ]) {
      const lots = size()
      side.set(ticks, lots)
      change.set(ticks, lots)
    }
    const far = stream.mid - sign * (1 + LEVELS)
    if (gain.delete(far)) gainChange.set(far, 0)
  }
  for (const { side, change, sign } of [
    { side: stream.bids, change: b, sign: -1 },
    { side: stream.asks, change: a, sign: 1 },
  ]) {
    while (change.size < CHANGES / 2) {
      const away = 1 + Math.min(LEVELS - 1, Math.floor(random.exponential(40)))
      const ticks = stream.mid + sign * away
      if (change.has(ticks)) continue
      if (side.has(ticks) && away > 1 && random.next() < 0.2) {
        side.delete(ticks)
        change.set(ticks, 0)
      } else {
        const lots = size()
        side.set(ticks, lots)
        change.set(ticks, lots)
      }
    }
  }
  return { b: [...b], a: [...a] }
}

/** @param {readonly BookRow[]} rows */
const text = (rows) =>
  rows.map(([ticks, lots]) => [(ticks / 10).toFixed(2), lots === 0 ? '0' : (lots / 1000).toFixed(3)])
/** @param {readonly BookRow[]} rows */
const numbers = (rows) => rows.map(([ticks, lots]) => [ticks / 10, lots / 1000])
const T0 = 1_700_000_000_000

/**
 * @param {'snapshot' | 'delta'} type
 * @param {Change} change
 * @param {number} i
 */
function bybit(type, change, i) {
  const ts = T0 + 20 * i
  return JSON.stringify({
    topic: `orderbook.500.${SYMBOL}`,
    type,
    ts,
    data: { s: SYMBOL, b: text(change.b), a: text(change.a), u: i + 1, seq: 7_961_638_724 + i },
    cts: ts - 3,
  })
}

/**
 * @param {Change} change
 * @param {number} i
 * @param {boolean} isFull
 */
function orderly(change, i, isFull) {
  const ts = T0 + 200 * i
  const data = { symbol: 'PERP_BTC_USDC', prevTs: ts - 200, ts, asks: numbers(change.a), bids: numbers(change.b) }
  return JSON.stringify(
    isFull
      ? { id: 'x', event: 'request', success: true, ts, data }
      : { topic: 'PERP_BTC_USDC@orderbookupdate', ts, data },
  )
}

/** @param {Stream} stream */
function top(stream) {
  /**
   * @param {Map<number, number>} side
   * @param {1 | -1} sign
   */
  const pick = (side, sign) =>
    [...side]
      .toSorted((x, y) => sign * (x[0] - y[0]))
      .slice(0, 25)
      .map(([ticks, lots]) => [ticks / 10, lots / 1000])
  return { b: pick(stream.bids, -1), a: pick(stream.asks, 1) }
}
