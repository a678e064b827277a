// Orders of many accounts into the engine alone, in memory, and the same flow into a bare book and into the npm package
// nodejs-order-book (a book alone: no accounts, no money).
import { ACCOUNTS, LIMIT_SHARE, MARKET_SHARE, OPEN_ORDERS, pick, SYMBOLS, take } from './order-flow.mjs'

/**
 * @typedef {typeof import('./engine-product')} Product
 * @typedef {import('../../exchange/engine/commands').EngineCommand} EngineCommand
 * @typedef {import('../../exchange/engine/commands').PlaceCommand} PlaceCommand
 * @typedef {import('./order-flow.mjs').BenchSymbol} BenchSymbol
 * @typedef {import('../../src/domain/order/order').Side} Side
 *
 * @typedef {object} BareBook what a flow without accounts needs of a book
 * @property {(id: string, side: Side, ticks: number, lots: number) => void} limit
 * @property {(side: Side, lots: number) => void} market
 * @property {(id: string) => void} cancel
 */

const NOW = 1_700_000_000_000

/** @type {Readonly<Record<BenchSymbol, number>>} */
const START_TICKS = { BTCUSDT: 640_000, ETHUSDT: 250_000 }
/** @type {Readonly<Record<BenchSymbol, number>>} */
const LOTS = { BTCUSDT: 5, ETHUSDT: 8 }

/**
 * @param {string} account
 * @param {BenchSymbol} symbol
 * @param {Side} side
 * @param {number} ticks
 * @param {number} lots
 * @param {'limit' | 'market'} [orderType]
 * @returns {PlaceCommand}
 */
function place(account, symbol, side, ticks, lots, orderType = 'limit') {
  return {
    type: 'place',
    account,
    linkId: '',
    symbol,
    side,
    orderType,
    ticks,
    lots,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    selfMatch: 'cancelTaker',
    createType: 'CreateByUser',
  }
}

/**
 * An engine whose accounts are funded and all have positions and orders.
 * @param {Product} product
 */
function populated(product) {
  const contracts = product
    .catalogue('')
    .filter((one) => SYMBOLS.some((symbol) => symbol === one.symbol))
    .map((one) => product.createListing(one, one.tickSize).engine)
  const engine = product.createEngine(contracts)
  /** @param {EngineCommand} command */
  const must = (command) => {
    const { result } = engine.handle(command, NOW)
    if (!result.ok) throw new Error(`${command.type}: ${JSON.stringify(result)}`)
  }
  for (const symbol of SYMBOLS)
    must({ type: 'mark', symbol, markTicks: START_TICKS[symbol], indexTicks: START_TICKS[symbol] })
  const random = product.createRandom(11)
  const names = Array.from({ length: ACCOUNTS }, (_, i) => `account-${i}`)
  for (const account of names) {
    must({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    must({ type: 'credit', account, coin: 'USDT', amountE8: 1e14 })
  }
  for (const symbol of SYMBOLS) {
    // Neighbours trade with each other, so that all have a position.
    for (const [i, account] of names.entries())
      must(place(account, symbol, i % 2 === 0 ? 'buy' : 'sell', START_TICKS[symbol], LOTS[symbol]))
    for (const account of names) {
      for (let k = 0; k < OPEN_ORDERS / SYMBOLS.length; k++) {
        const side = k % 2 === 0 ? 'buy' : 'sell'
        const away = 1 + random.int(0, 2_000)
        must(place(account, symbol, side, START_TICKS[symbol] + (side === 'buy' ? -away : away), LOTS[symbol]))
      }
    }
  }
  return { engine, names, random }
}

/** @param {ReturnType<typeof populated>} world */
function commands({ engine, names, random }) {
  /** @type {{ account: string, symbol: string, orderId: string }[]} */
  const open = names.flatMap((account) =>
    engine.openOrders(account).map(({ symbol, id: orderId }) => ({ account, symbol, orderId })),
  )
  return {
    open,
    /** @returns {EngineCommand} */
    next() {
      const account = pick(names, random)
      const symbol = pick(SYMBOLS, random)
      const side = random.next() < 0.5 ? 'buy' : 'sell'
      const kind = random.next()
      if (kind < LIMIT_SHARE || open.length === 0) {
        // Exponential around the touch, a little of it across: the shape of a real flow.
        const away = Math.round(random.exponential(400)) - 40
        const ticks = START_TICKS[symbol] + (side === 'buy' ? -away : away)
        return place(account, symbol, side, ticks, 1 + random.int(0, LOTS[symbol]))
      }
      if (kind < LIMIT_SHARE + MARKET_SHARE) return place(account, symbol, side, 0, 1 + random.int(0, 2), 'market')
      return { type: 'cancel', linkId: null, ...take(open, random) }
    },
  }
}

/**
 * @param {Product} product
 * @param {number} count
 * @returns commands a second, and how many of a hundred traded and were refused
 */
export function inMemory(product, count) {
  const world = populated(product)
  const flow = commands(world)
  let fills = 0
  let refused = 0
  const start = process.hrtime.bigint()
  for (let i = 0; i < count; i++) {
    const command = flow.next()
    const { result, events } = world.engine.handle(command, NOW + i)
    if (!result.ok) refused++
    else if (command.type === 'place' && command.orderType === 'limit' && result.orderId !== undefined)
      flow.open.push({ account: command.account, symbol: command.symbol, orderId: result.orderId })
    for (const event of events) if (event.type === 'trade') fills++
  }
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  for (const { coin, sumE8, creditedE8 } of world.engine.conservation()) {
    if (sumE8 !== creditedE8) throw new Error(`${coin} is not conserved: ${sumE8} of ${creditedE8}`)
  }
  return {
    perSecond: count / seconds,
    shape: { fillsPer100: (fills / count) * 100, refusedPer100: (refused / count) * 100 },
  }
}

/**
 * The same orders to both books, turn by turn.
 * @param {Product} product
 * @param {number} count
 * @param {number} rounds
 * @returns operations a second, each one's best round
 */
export async function books(product, count, rounds) {
  const { OrderBook, Side: PeerSide } = await import('nodejs-order-book')
  const found = { ours: 0, peer: 0 }
  for (let i = 0; i < rounds; i++) {
    found.ours = Math.max(found.ours, bookFlow(product, count, new product.BookAlone()))
    const peer = new OrderBook()
    const sides = { buy: PeerSide.BUY, sell: PeerSide.SELL }
    /** @type {BareBook} */
    const adapter = {
      limit: (id, side, price, size) => peer.limit({ side: sides[side], id, size, price }),
      market: (side, size) => peer.market({ side: sides[side], size }),
      cancel: (id) => peer.cancel(id),
    }
    found.peer = Math.max(found.peer, bookFlow(product, count, adapter))
  }
  return found
}

/**
 * @param {Product} product
 * @param {number} count
 * @param {BareBook} book
 * @returns operations a second
 */
function bookFlow(product, count, book) {
  const random = product.createRandom(11)
  /** @type {string[]} */
  const open = []
  let id = 0
  const start = process.hrtime.bigint()
  for (let i = 0; i < count; i++) {
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const kind = random.next()
    if (kind < LIMIT_SHARE || open.length === 0) {
      const away = Math.round(random.exponential(400)) - 40
      const name = String(++id)
      book.limit(name, side, START_TICKS.BTCUSDT + (side === 'buy' ? -away : away), 1 + random.int(0, 5))
      open.push(name)
    } else if (kind < LIMIT_SHARE + MARKET_SHARE) {
      book.market(side, 1 + random.int(0, 2))
    } else {
      book.cancel(take(open, random))
    }
  }
  return count / (Number(process.hrtime.bigint() - start) / 1e9)
}
