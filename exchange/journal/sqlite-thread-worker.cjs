/*
 * The thread that writes SQLite. It gets transactions and says which are committed, in order: rows, which it puts
 * together into pages, and plain statements. After the first failure it does nothing more, so that nothing is ever
 * committed without what came before it.
 * Plain JavaScript and carried as text (`sqlite-thread.ts`): it starts the same from the bundle, a test and a bench.
 */
const { readlinkSync } = require('node:fs')
const { constants, setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.libsql)

stepBack()

const { sql } = workerData
const db = new Database(workerData.path)
// 64 MB between checkpoints: a burst meets few of them, and pages that change often are copied once.
db.exec('PRAGMA wal_autocheckpoint = 16000')
db.exec('PRAGMA cache_size = -65536')

const statements = new Map()
const kept = new Map()
/** Names of accounts by their number. */
const accounts = []
/** The last page written; `null` before the first question. */
let lastPage = null
let sync = ''
let isBroken = false

/**
 * Where cores are few, the thread that takes orders and the one that syncs the ledger go first: nobody waits for this
 * one. Linux can say it of a thread; elsewhere, and where it is not allowed, all stay equal.
 */
function stepBack() {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_LOW)
  } catch {
    // No such file, or no such right.
  }
}

function prepare(text) {
  let statement = statements.get(text)
  if (statement === undefined) {
    statement = db.prepare(text)
    statements.set(text, statement)
  }
  return statement
}

function valueOf(value) {
  if (value === null || typeof value !== 'object') return value
  if (value.kept === 'markedPage') return kept.get('markedPage') ?? 0
  const text = (kept.get(value.kept) ?? []).join('')
  kept.delete(value.kept)
  return text
}

/** So many rows a page at most: whoever wants one of them reads all. */
const PAGE_ROWS_MAX = 256

/** The rows of each account and kind in this transaction are a page, or several. The columns are those of `RowBatch`. */
function writeRows({ shared, textFrom, columns, count }) {
  const numbers = new Float64Array(shared, 0, count * columns)
  const text = Buffer.from(shared, textFrom)
  const pages = []
  const open = new Map()
  const places = []
  let from = 0
  for (let at = 0; at < numbers.length; at += columns) {
    const [kind, account, seq, timeMs] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]]
    const [order, link, end] = [numbers[at + 4], numbers[at + 5], numbers[at + 6]]
    const key = account * 8 + kind
    let page = open.get(key)
    if (page === undefined || page.rows.length === PAGE_ROWS_MAX) {
      lastPage += 1
      page = { number: lastPage, account, kind, firstSeq: seq, firstMs: timeMs, lastMs: timeMs, rows: [] }
      pages.push(page)
      open.set(key, page)
    }
    page.firstMs = Math.min(page.firstMs, timeMs)
    page.lastMs = Math.max(page.lastMs, timeMs)
    page.rows.push(text.utf8Slice(from, end))
    from = end
    if (order !== 0) places.push([order, page.number])
    if (link !== 0) places.push([link, page.number])
  }
  const insert = prepare(sql.insertPage)
  for (const { number, account, kind, firstSeq, firstMs, lastMs, rows } of pages)
    insert.run(number, accounts[account], kind, firstSeq, firstMs, lastMs, `[${rows.join(',')}]`)
  // Neighbours in the tree are written together.
  places.sort((a, b) => a[0] - b[0])
  if (places.length > 0) prepare(sql.insertPlaces).run(JSON.stringify(places))
}

function commit({ steps, rows, ...batch }) {
  if (batch.sync !== sync) db.exec(`PRAGMA synchronous = ${batch.sync}`)
  sync = batch.sync
  if (rows !== undefined) {
    accounts.push(...rows.newAccounts)
    lastPage ??= prepare(sql.lastPage).get()?.last ?? 0
  }
  const written = rows?.rows ?? null
  if (written !== null || steps.length > 0) {
    db.exec('BEGIN IMMEDIATE')
    if (written !== null) writeRows(written)
    for (const [text, ...values] of steps) prepare(text).run(...values.map(valueOf))
    db.exec('COMMIT')
  }
  if (rows?.isMarked === true) kept.set('markedPage', lastPage)
}

parentPort.on('message', (message) => {
  if (message.close === true) {
    db.close()
    parentPort.close()
    return
  }
  if (isBroken) return
  if (message.keep !== undefined) {
    const parts = kept.get(message.keep)
    if (parts === undefined) kept.set(message.keep, [message.text])
    else parts.push(message.text)
    return
  }
  try {
    commit(message)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    parentPort.postMessage({ id: message.id })
  } catch (error) {
    isBroken = true
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    parentPort.postMessage({ id: message.id, error: String(error) })
  }
})
