// node book-child.mjs ADAPTER MODE BUDGET_MS DATA PRODUCT_BUNDLE: one adapter in a process of its own, one JSON line out.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [name, mode, budget, data, bundle] = process.argv.slice(2)
const PEERS = resolve(import.meta.dirname, '../peers/')

/** Adapter form: snapshot(text), message(text), view(), top(n) → {b, a} in natural units, or null. */
const ADAPTERS = {
  floor: async () => {
    let sum = 0
    const parse = (line) => {
      sum += JSON.parse(line).data.b.length
    }
    return { file: 'ours', snapshot: parse, message: parse, view: () => sum, top: () => null }
  },
  ours: async () => {
    const product = await import(pathToFileURL(bundle).href)
    return { file: 'ours', ...product.createReader('BTCUSDT') }
  },
  ccxt: async () => {
    const { OrderBook } = await import(pathToFileURL(join(PEERS, 'node_modules/ccxt/js/src/base/ws/OrderBook.js')).href)
    const book = new OrderBook({}, undefined)
    const apply = (side, rows) => {
      for (const row of rows) side.storeArray([Number(row[0]), Number(row[1])])
    }
    const message = (line) => {
      const { b, a } = JSON.parse(line).data
      apply(book.bids, b)
      apply(book.asks, a)
    }
    const pick = (side, n) => Array.from({ length: n }, (_, i) => [side[i][0], side[i][1]])
    return {
      file: 'bybit',
      snapshot: message,
      message,
      view: () => [book.bids.slice(0, 25), book.asks.slice(0, 25)],
      top: (n) => ({ b: pick(book.bids, n), a: pick(book.asks, n) }),
    }
  },
  // Orderly keeps its book service private; the two functions are taken out of the installed package by name as it runs.
  orderly: async () => {
    const require = createRequire(join(PEERS, 'package.json'))
    const source = readFileSync(join(PEERS, 'node_modules/@orderly.network/hooks/dist/index.mjs'), 'utf8')
    const between = (from, to) => {
      const start = source.indexOf(from)
      if (start < 0) throw new Error(`Orderly's package has no ${from}`)
      return source.slice(start, source.indexOf(to, start))
    }
    const service = `${between('var defaultRawOrderBook', 'var orderBookService =')} var service = OrderbookService.getInstance();`
    const reducer = `${between('var paddingFn', 'var reduceOrderbook')} ${between('var reduceOrderbook', '\n};\n')}\n};`
    const { Decimal } = require('@orderly.network/utils')
    const names = [...new Set([...reducer.matchAll(/new (Decimal\w*)\(/g)].map((match) => match[1]))]
    const make = Reflect.construct(Function, [...names, `${service}\n${reducer}\nreturn { service, reduceOrderbook }`])
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

const first = await ADAPTERS[name]()
const bytes = readFileSync(join(data, `${first.file}.ndjson`))
const lines = []
for (let from = 0; from < bytes.length;) {
  const end = bytes.indexOf(10, from)
  // Flat one-byte strings, as a WebSocket gives them.
  lines.push(bytes.latin1Slice(from, end < 0 ? bytes.length : end))
  from = end < 0 ? bytes.length : end + 1
}
const snapshot = lines.shift()

// Correctness, and a warm-up.
first.snapshot(snapshot)
for (let i = 0; i < 1_000; i++) first.message(lines[i])
const found = first.top(25)
const wanted = JSON.parse(readFileSync(join(data, 'reference.json'), 'utf8'))
const plain = (side) => side.map((row) => [row[0], row[1]])
const ok = found === null ? null : JSON.stringify({ b: plain(found.b), a: plain(found.a) }) === JSON.stringify(wanted)

const adapter = await ADAPTERS[name]()
adapter.snapshot(snapshot)
globalThis.gc?.()
const end = process.hrtime.bigint() + BigInt(budget) * 1_000_000n
const start = process.hrtime.bigint()
let done = 0
while (done < lines.length && process.hrtime.bigint() < end) {
  const stop = Math.min(lines.length, done + 200)
  for (; done < stop; done++) {
    adapter.message(lines[done])
    if (mode === 'view') adapter.view()
  }
}
console.log(
  JSON.stringify({ ok, messages: done, perMessageUs: Number(process.hrtime.bigint() - start) / done / 1_000 }),
)
