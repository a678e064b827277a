/**
 * The thread that writes SQLite. It gets transactions and says which are committed, in order: rows, which it puts
 * together into pages, and plain statements. After the first failure it does nothing more, so that nothing is ever
 * committed without what came before it. `sqlite-thread.ts` carries it as text.
 */
import { readlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type LibsqlDatabase from 'libsql'
import { assert } from '../../../../src/base/assert'
import { ROW_STATEMENTS } from '../../../journal/history-schema'
import type { StepValue } from '../../../journal/history-writer'
import { ACCOUNT, COLUMNS, END, KIND, LINK, ORDER, SEQ, TIME, type WrittenRows } from '../../../journal/row-columns'
import type { CommitMessage, SqliteThreadAnswer, SqliteThreadData, SqliteThreadMessage } from './sqlite-thread-messages'

/** So many rows a page at most: whoever wants one of them reads all. */
const PAGE_ROWS_MAX = 256

type Statement = LibsqlDatabase.Statement<unknown[]>

/** Rows of one account and kind, as they are being put together. */
interface OpenPage {
  readonly number: number
  readonly account: number
  readonly kind: number
  readonly firstSeq: number
  firstMs: number
  lastMs: number
  /** JSON texts. */
  readonly rows: string[]
}

stepBack()

assert(parentPort !== null, 'this module runs in a thread')
const port = parentPort
const { path, libsql }: SqliteThreadData = workerData
const Database: typeof LibsqlDatabase = createRequire(libsql)(libsql)
const db = new Database(path)
// 64 MB between checkpoints: a burst meets few of them, and pages that change often are copied once.
db.exec('PRAGMA wal_autocheckpoint = 16000')
db.exec('PRAGMA cache_size = -65536')

const statements = new Map<string, Statement>()
/** Pieces of texts by their name. */
const kept = new Map<string, string[]>()
/** The last page when rows were last marked. */
let markedPage = 0
/** Names of accounts by their number. */
const accounts: string[] = []
/** The last page written; `null` before the first question. */
let lastPage: number | null = null
let sync = ''
let isBroken = false

/**
 * Where cores are few, the thread that takes orders and the one that syncs the ledger go first: nobody waits for this
 * one. Linux can say it of a thread; elsewhere, and where it is not allowed, all stay equal.
 */
function stepBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_LOW)
  } catch {
    // No such file, or no such right.
  }
}

function prepare(text: string): Statement {
  let statement = statements.get(text)
  if (statement === undefined) {
    statement = db.prepare<unknown[]>(text)
    statements.set(text, statement)
  }
  return statement
}

function valueOf(value: StepValue): string | number | null {
  if (value === null || typeof value !== 'object') return value
  if (value.kept === 'markedPage') return markedPage
  const text = (kept.get(value.kept) ?? []).join('')
  kept.delete(value.kept)
  return text
}

/** The rows of each account and kind in this transaction are a page, or several. @returns the last page */
function writeRows({ shared, textFrom, count }: WrittenRows, pageBefore: number): number {
  const numbers = new Float64Array(shared, 0, count * COLUMNS)
  const text = Buffer.from(shared, textFrom)
  const pages: OpenPage[] = []
  const open = new Map<number, OpenPage>()
  const places: [place: number, page: number][] = []
  let last = pageBefore
  let from = 0
  for (let at = 0; at < numbers.length; at += COLUMNS) {
    const [kind, account] = [numbers[at + KIND]!, numbers[at + ACCOUNT]!]
    const timeMs = numbers[at + TIME]!
    const key = account * 8 + kind
    let page = open.get(key)
    if (page === undefined || page.rows.length === PAGE_ROWS_MAX) {
      last += 1
      const firstSeq = numbers[at + SEQ]!
      page = { number: last, account, kind, firstSeq, firstMs: timeMs, lastMs: timeMs, rows: [] }
      pages.push(page)
      open.set(key, page)
    }
    page.firstMs = Math.min(page.firstMs, timeMs)
    page.lastMs = Math.max(page.lastMs, timeMs)
    const end = numbers[at + END]!
    page.rows.push(text.toString('utf8', from, end))
    from = end
    const [order, link] = [numbers[at + ORDER]!, numbers[at + LINK]!]
    if (order !== 0) places.push([order, page.number])
    if (link !== 0) places.push([link, page.number])
  }
  const insert = prepare(ROW_STATEMENTS.insertPage)
  for (const { number, account, kind, firstSeq, firstMs, lastMs, rows } of pages)
    insert.run(number, accounts[account], kind, firstSeq, firstMs, lastMs, `[${rows.join(',')}]`)
  // Neighbours in the tree are written together.
  places.sort((a, b) => a[0] - b[0])
  if (places.length > 0) prepare(ROW_STATEMENTS.insertPlaces).run(JSON.stringify(places))
  return last
}

/** The last page of the file, asked once. */
function readLastPage(): number {
  const row = prepare(ROW_STATEMENTS.lastPage).get() as { readonly last: number } | undefined
  return row?.last ?? 0
}

function commit({ steps, rows, sync: wanted }: CommitMessage): void {
  if (wanted !== sync) db.exec(`PRAGMA synchronous = ${wanted}`)
  sync = wanted
  if (rows !== null) {
    accounts.push(...rows.newAccounts)
    lastPage ??= readLastPage()
  }
  const written = rows?.rows ?? null
  if (written !== null || steps.length > 0) {
    db.exec('BEGIN IMMEDIATE')
    if (written !== null) lastPage = writeRows(written, lastPage ?? 0)
    for (const [text, ...values] of steps) prepare(text).run(...values.map(valueOf))
    db.exec('COMMIT')
  }
  if (rows?.isMarked === true) markedPage = lastPage ?? 0
}

function keep(name: string, text: string): void {
  const parts = kept.get(name)
  if (parts === undefined) kept.set(name, [text])
  else parts.push(text)
}

function answer(said: SqliteThreadAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
  port.postMessage(said)
}

port.on('message', (message: SqliteThreadMessage) => {
  if (message.kind === 'close') {
    db.close()
    port.close()
    return
  }
  if (isBroken) return
  if (message.kind === 'keep') {
    keep(message.name, message.text)
    return
  }
  try {
    commit(message)
    answer({ id: message.id, error: null })
  } catch (error) {
    isBroken = true
    answer({ id: message.id, error: String(error) })
  }
})
