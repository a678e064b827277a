// Orders of many accounts through journal and venue, as the gateway sends them: shared by the durable rows and by the
// child process whose ledger the recovery row reads.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export const ACCOUNTS = 1_000
export const SYMBOLS = ['BTCUSDT', 'ETHUSDT']
export const OPEN_ORDERS = 10
/**
 * Orders before the clock starts: until about then the compilers work beside an exchange that has just begun to run. Then
 * each account goes back to the open orders that it had.
 */
export const WARM_UP = 80_000
/** Share of commands; what is missing to 1 is cancels. */
export const LIMIT_SHARE = 0.6
export const MARKET_SHARE = 0.15

const GENESIS = { type: 'genesis', seed: 7, region: '', feedSymbol: null }
const ORIGIN = { account: '', connId: 'bench', term: 0, clientTag: '', bodyHash: 'x'.repeat(64) }

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

function garbageCollector() {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

/**
 * Opens the accounts and their first orders.
 * @returns `send`: sends `count` commands from so many callers at a time; gives delays in ms, refusals, seconds and CPU in
 *   µs a command. `settle`: cancels the oldest orders of accounts with more than `OPEN_ORDERS`, as it was in the beginning
 */
export async function durableFlow(product, journal) {
  const names = Array.from({ length: ACCOUNTS }, (_, i) => `account-${i}`)
  const must = async (input) => {
    const answer = await journal.submit(input, ORIGIN)
    if (answer.outcome !== 'done' || !answer.result.ok) throw new Error(`${input.type}: ${JSON.stringify(answer)}`)
  }
  await must({ type: 'tick' })
  await Promise.all(names.map((account) => must({ type: 'openAccount', account, kind: 'uta2', name: account })))
  const marks = new Map(SYMBOLS.map((symbol) => [symbol, Number(journal.venue.ticker(symbol).markPrice)]))
  const random = product.createRandom(11)
  const qtyOf = { BTCUSDT: () => `0.00${1 + random.int(0, 4)}`, ETHUSDT: () => `0.0${1 + random.int(0, 7)}` }
  let id = 0
  const input = (type) => {
    const account = names[random.int(0, names.length - 1)]
    const symbol = SYMBOLS[random.int(0, SYMBOLS.length - 1)]
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const away = random.next() * 0.004
    const price = (marks.get(symbol) * (side === 'buy' ? 1 - away : 1 + away)).toFixed(1)
    const order = {
      symbol,
      side,
      type,
      price: type === 'market' ? null : price,
      qty: qtyOf[symbol](),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      timeInForce: type === 'market' ? 'immediateOrCancel' : 'goodTillCancel',
    }
    return { type: 'place', account, linkId: `bench-${++id}`, order }
  }
  const open = []
  // No more than a cancel needs: what the callers keep, the collector of the exchange's heap has to move.
  const keep = ({ type, account }, { result }) => {
    if (type !== 'place' || !result.ok || result.order.status !== 'new') return
    open.push({ account, symbol: result.order.symbol, orderId: result.order.id })
  }
  await Promise.all(
    Array.from({ length: ACCOUNTS * OPEN_ORDERS }, async () => {
      const one = input('limit')
      keep(one, await journal.submit(one, ORIGIN))
    }),
  )
  /** `null` is a cancel: which order is open then is not known yet. */
  const draw = () => {
    const kind = random.next()
    if (kind < LIMIT_SHARE) return input('limit')
    return kind < LIMIT_SHARE + MARKET_SHARE ? input('market') : null
  }
  const cancel = () => {
    const at = random.int(0, open.length - 1)
    const { account, symbol, orderId } = open[at]
    open[at] = open.at(-1)
    open.pop()
    return { type: 'cancel', account, order: { symbol, orderId, orderLinkId: null } }
  }
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
        const answer = await journal.submit(command, {
          ...ORIGIN,
          account: command.account,
          clientTag: command.linkId ?? '',
        })
        delays[answered++] = performance.now() - start
        if (!answer.result.ok) refused++
        keep(command, answer)
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
        const orders = journal.venue.openOrders(account, null)
        for (const { symbol, id: orderId } of orders.slice(0, -OPEN_ORDERS))
          await must({ type: 'cancel', account, order: { symbol, orderId, orderLinkId: null } })
        for (const { symbol, id: orderId } of orders.slice(-OPEN_ORDERS)) open.push({ account, symbol, orderId })
      }),
    )
  }
  return { send, settle }
}
