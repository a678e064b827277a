// Orders of many accounts through journal and venue, as the gateway sends them: shared by the durable rows and by the
// child process whose ledger the recovery row reads.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ACCOUNTS, LIMIT_SHARE, MARKET_SHARE, OPEN_ORDERS, pick, SYMBOLS, take } from './order-flow.mjs'

/**
 * @typedef {typeof import('./engine-product')} Product
 * @typedef {import('../../exchange/host/node/journal/open-journal').OpenJournal} OpenJournal
 * @typedef {import('../../exchange/journal/journal-port').SubmitResult} SubmitResult
 * @typedef {import('../../exchange/venue/venue-input').VenueInput} VenueInput
 * @typedef {import('../../exchange/venue/venue-port').VenueResult} VenueResult
 * @typedef {import('./order-flow.mjs').BenchSymbol} BenchSymbol
 * @typedef {Extract<VenueInput, { readonly type: 'place' }>} Place
 * @typedef {Extract<VenueInput, { readonly type: 'cancel' }>} Cancel
 * @typedef {import('../../src/domain/order/order').InstrumentSymbol} InstrumentSymbol
 * @typedef {import('../../src/domain/decimal').Price} Price
 * @typedef {import('../../src/domain/decimal').Qty} Qty
 */

/**
 * Orders before the clock starts: until about then the compilers work beside an exchange that has just begun to run. Then
 * each account goes back to the open orders that it had.
 */
export const WARM_UP = 80_000

/** @type {import('../../exchange/journal/recovery').Genesis} */
const GENESIS = { type: 'genesis', seed: 7, region: '', feedSymbol: null }
const ORIGIN = { account: '', connId: 'bench', term: 0, clientTag: '' }

/**
 * @param {Product} product
 * @param {string} dataDir
 */
export function openLedger(product, dataDir) {
  return product.openJournal({
    dataDir,
    genesis: GENESIS,
    clock: product.systemClock,
    createVenue: ({ seed, region, feedSymbol }, startMs) => product.createVenue({ seed, region, feedSymbol, startMs }),
    restoreVenue: product.restoreVenue,
  })
}

/** Runs the collector now. */
const collect = garbageCollector()

/** @returns {() => void} */
function garbageCollector() {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

/**
 * Opens the accounts and their first orders.
 * @param {Product} product
 * @param {OpenJournal} journal
 * @returns `send`: sends `count` commands from so many callers at a time; gives delays in ms, refusals, seconds and CPU in
 *   µs a command. `settle`: cancels the oldest orders of accounts with more than `OPEN_ORDERS`, as it was in the beginning
 */
export async function durableFlow(product, journal) {
  const names = Array.from({ length: ACCOUNTS }, (_, i) => `account-${i}`)
  /** @param {VenueInput} input */
  const must = async (input) => {
    const result = resultOf(await journal.submit(input, ORIGIN))
    if (!result.ok) throw new Error(`${input.type}: ${JSON.stringify(result)}`)
  }
  await must({ type: 'tick' })
  await Promise.all(names.map((account) => must({ type: 'openAccount', account, kind: 'uta2', name: account })))
  const random = product.createRandom(11)
  const marks = { BTCUSDT: markOf(journal, 'BTCUSDT'), ETHUSDT: markOf(journal, 'ETHUSDT') }
  const qtyOf = { BTCUSDT: () => `0.00${1 + random.int(0, 4)}`, ETHUSDT: () => `0.0${1 + random.int(0, 7)}` }
  let id = 0
  /**
   * @param {'limit' | 'market'} type
   * @returns {Place}
   */
  const input = (type) => {
    const account = pick(names, random)
    const symbol = pick(SYMBOLS, random)
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const away = random.next() * 0.004
    const price = /** @type {Price} */ ((marks[symbol] * (side === 'buy' ? 1 - away : 1 + away)).toFixed(1))
    /** @type {Place['order']} */
    const order = {
      symbol: /** @type {InstrumentSymbol} */ (symbol),
      side,
      type,
      price: type === 'market' ? null : price,
      qty: /** @type {Qty} */ (qtyOf[symbol]()),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      timeInForce: type === 'market' ? 'immediateOrCancel' : 'goodTillCancel',
    }
    return { type: 'place', account, linkId: `bench-${++id}`, order }
  }
  /** @type {{ account: string, order: Cancel['order'] }[]} */
  const open = []
  /**
   * No more than a cancel needs: what the callers keep, the collector of the exchange's heap has to move.
   * @param {Place | Cancel} command
   * @param {VenueResult} result
   */
  const keep = ({ type, account }, result) => {
    if (type !== 'place' || !result.ok || result.order?.status !== 'new') return
    open.push({ account, order: { symbol: result.order.symbol, orderId: result.order.id, orderLinkId: null } })
  }
  await Promise.all(
    Array.from({ length: ACCOUNTS * OPEN_ORDERS }, async () => {
      const one = input('limit')
      keep(one, resultOf(await journal.submit(one, ORIGIN)))
    }),
  )
  /** `null` is a cancel: which order is open then is not known yet. */
  const draw = () => {
    const kind = random.next()
    if (kind < LIMIT_SHARE) return input('limit')
    return kind < LIMIT_SHARE + MARKET_SHARE ? input('market') : null
  }
  /** @returns {Cancel} */
  const cancel = () => ({ type: 'cancel', ...take(open, random) })
  /**
   * @param {number} count
   * @param {number} callers
   */
  const send = async (count, callers) => {
    // Drawn before the clock starts, and not left to the collector afterwards: the load shares the thread with what is
    // measured.
    const drawn = Array.from({ length: count }, draw)
    collect()
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    const delays = new Float64Array(count)
    let sent = 0
    let answered = 0
    let refused = 0
    const caller = async () => {
      while (sent < count) {
        const command = drawn[sent] ?? (open.length > 0 ? cancel() : input('limit'))
        drawn[sent] = null
        sent++
        const start = performance.now()
        const clientTag = command.type === 'place' ? command.linkId : ''
        const answer = await journal.submit(command, { ...ORIGIN, account: command.account, clientTag })
        delays[answered++] = performance.now() - start
        const result = resultOf(answer)
        if (!result.ok) refused++
        keep(command, result)
      }
    }
    await Promise.all(Array.from({ length: callers }, caller))
    const seconds = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(cpu)
    return { delays, refused, seconds, cpuUs: (user + system) / count }
  }
  const settle = async () => {
    open.length = 0
    await Promise.all(
      names.map(async (account) => {
        const orders = journal.venue
          .openOrders(account, null)
          .map(({ symbol, id: orderId }) => ({ account, order: { symbol, orderId, orderLinkId: null } }))
        for (const one of orders.slice(0, -OPEN_ORDERS)) await must({ type: 'cancel', ...one })
        open.push(...orders.slice(-OPEN_ORDERS))
      }),
    )
  }
  return { send, settle }
}

/**
 * @param {OpenJournal} journal
 * @param {BenchSymbol} symbol
 */
function markOf(journal, symbol) {
  const ticker = journal.venue.ticker(symbol)
  if (ticker === null) throw new Error(`${symbol} is not listed`)
  return Number(ticker.markPrice)
}

/**
 * @param {SubmitResult} answer
 * @returns {VenueResult}
 */
function resultOf(answer) {
  if (answer.outcome !== 'done') throw new Error(`an input was not applied: ${JSON.stringify(answer)}`)
  return answer.result
}
