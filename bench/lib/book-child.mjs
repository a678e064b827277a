// node book-child.mjs ADAPTER MODE BUDGET_MS DATA PRODUCT_BUNDLE: one adapter in a process of its own, one JSON line out.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @typedef {object} Adapter
 * @property {string} file the dialect that it reads
 * @property {(line: string) => unknown} snapshot
 * @property {(line: string) => unknown} message
 * @property {() => unknown} view
 * @property {(count: number) => { b: readonly Row[], a: readonly Row[] } | null} top in natural units; `null`: it keeps none
 *
 * @typedef {readonly number[]} Row price, quantity
 *
 * @typedef {object} CcxtSide of ccxt's book, what is used here
 * @property {(row: Row) => void} storeArray
 * @property {(from: number, to: number) => Row[]} slice
 *
 * @typedef {object} OrderlyBook the two parts of Orderly's package that are used here
 * @property {{ setFullOrderbook(symbol: string, book: object): void, updateOrderbook(symbol: string, change: object, ask: () => void): void, getRawOrderbook(symbol: string): { asks: Row[], bids: Row[] } }} service
 * @property {(tick: number, rows: number, isFull: boolean, book: object) => { asks: Row[], bids: Row[] }} reduceOrderbook
 */

const [name = '', mode, budget = '', data = '', bundle = ''] = process.argv.slice(2)
const PEERS = resolve(import.meta.dirname, '../peers/')

/** @type {Readonly<Record<string, () => Promise<Adapter>>>} */
const ADAPTERS = {
  floor: async () => {
    let sum = 0
    /** @param {string} line */
    const parse = (line) => {
      sum += JSON.parse(line).data.b.length
    }
    return { file: 'ours', snapshot: parse, message: parse, view: () => sum, top: () => null }
  },
  ours: async () => {
    /** @type {typeof import('./book-product')} */
    const product = await import(pathToFileURL(bundle).href)
    return { file: 'ours', ...product.createReader('BTCUSDT') }
  },
  ccxt: async () => {
    const { OrderBook } = await import(pathToFileURL(join(PEERS, 'node_modules/ccxt/js/src/base/ws/OrderBook.js')).href)
    /** @type {{ bids: CcxtSide, asks: CcxtSide }} */
    const book = new OrderBook({}, undefined)
    /**
     * @param {CcxtSide} side
     * @param {readonly (readonly [string, string])[]} rows
     */
    const apply = (side, rows) => {
      for (const row of rows) side.storeArray([Number(row[0]), Number(row[1])])
    }
    /** @param {string} line */
    const message = (line) => {
      const { b, a } = JSON.parse(line).data
      apply(book.bids, b)
      apply(book.asks, a)
    }
    return {
      file: 'bybit',
      snapshot: message,
      message,
      view: () => [book.bids.slice(0, 25), book.asks.slice(0, 25)],
      top: (n) => ({ b: book.bids.slice(0, n), a: book.asks.slice(0, n) }),
    }
  },
  // Orderly keeps its book service private; the two functions are taken out of the installed package by name as it runs.
  orderly: async () => {
    const requirePeer = createRequire(join(PEERS, 'package.json'))
    const source = readFileSync(join(PEERS, 'node_modules/@orderly.network/hooks/dist/index.mjs'), 'utf8')
    /**
     * @param {string} from
     * @param {string} to
     */
    const between = (from, to) => {
      const start = source.indexOf(from)
      if (start < 0) throw new Error(`Orderly's package has no ${from}`)
      return source.slice(start, source.indexOf(to, start))
    }
    const service = `${between('var defaultRawOrderBook', 'var orderBookService =')} var service = OrderbookService.getInstance();`
    const reducer = `${between('var paddingFn', 'var reduceOrderbook')} ${between('var reduceOrderbook', '\n};\n')}\n};`
    const { Decimal } = requirePeer('@orderly.network/utils')
    const names = [...new Set([...reducer.matchAll(/new (Decimal\w*)\(/g)].map((match) => match[1]))]
    const make = Reflect.construct(Function, [...names, `${service}\n${reducer}\nreturn { service, reduceOrderbook }`])
    /** @type {OrderlyBook} */
    const { service: book, reduceOrderbook } = make(...names.map(() => Decimal))
    const symbol = 'PERP_BTC_USDC'
    return {
      file: 'orderly',
      snapshot: (line) => {
        const { asks, bids, ts } = JSON.parse(line).data
        book.setFullOrderbook(symbol, { asks, bids, ts })
      },
      message: (line) => {
        const parsed = JSON.parse(line)
        const { asks, bids, prevTs } = parsed.data
        book.updateOrderbook(symbol, { asks, bids, ts: parsed.ts, prevTs }, () => undefined)
        return book.getRawOrderbook(symbol)
      },
      view: () => {
        const { asks, bids } = book.getRawOrderbook(symbol)
        const view = reduceOrderbook(0.1, 25, true, { asks, bids })
        return [view.asks.slice(-25), view.bids.slice(0, 25)]
      },
      top: (n) => {
        const { asks, bids } = book.getRawOrderbook(symbol)
        return { b: bids.slice(0, n), a: asks.slice(0, n) }
      },
    }
  },
}

const open = ADAPTERS[name]
if (open === undefined) throw new Error(`no adapter is called ${name}`)
const first = await open()
const bytes = readFileSync(join(data, `${first.file}.ndjson`))
/** @type {string[]} */
const lines = []
for (let from = 0; from < bytes.length;) {
  const end = bytes.indexOf(10, from)
  // Flat one-byte strings, as a WebSocket gives them.
  lines.push(bytes.toString('latin1', from, end < 0 ? bytes.length : end))
  from = end < 0 ? bytes.length : end + 1
}
const [snapshot = '', ...messages] = lines

// Correctness, and a warm-up.
first.snapshot(snapshot)
for (const line of messages.slice(0, 1_000)) first.message(line)
const found = first.top(25)
const wanted = JSON.parse(readFileSync(join(data, 'reference.json'), 'utf8'))
/** @param {readonly Row[]} side */
const plain = (side) => side.map((row) => [row[0], row[1]])
const ok = found === null ? null : JSON.stringify({ b: plain(found.b), a: plain(found.a) }) === JSON.stringify(wanted)

const adapter = await open()
adapter.snapshot(snapshot)
globalThis.gc?.()
const end = process.hrtime.bigint() + BigInt(budget) * 1_000_000n
const start = process.hrtime.bigint()
let done = 0
while (done < messages.length && process.hrtime.bigint() < end) {
  const some = messages.slice(done, done + 200)
  for (const line of some) {
    adapter.message(line)
    if (mode === 'view') adapter.view()
  }
  done += some.length
}
console.log(
  JSON.stringify({ ok, messages: done, perMessageUs: Number(process.hrtime.bigint() - start) / done / 1_000 }),
)
