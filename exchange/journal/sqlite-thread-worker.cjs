/*
 * The thread that writes SQLite. It knows no table: it gets transactions and says which are committed, in order.
 * After the first failure it does nothing more, so that nothing is ever committed without what came before it.
 * Plain JavaScript and carried as text (`sqlite-thread.ts`): it starts the same from the bundle, a test and a bench.
 */
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.libsql)

const db = new Database(workerData.path)
// 64 MB between checkpoints: a burst meets few of them, and pages that change often are copied once.
db.exec('PRAGMA wal_autocheckpoint = 16000')
db.exec('PRAGMA cache_size = -65536')

const statements = new Map()
const kept = new Map()
let sync = ''
let isBroken = false

function prepare(sql) {
  let statement = statements.get(sql)
  if (statement === undefined) {
    statement = db.prepare(sql)
    statements.set(sql, statement)
  }
  return statement
}

function valueOf(value) {
  if (value === null || typeof value !== 'object') return value
  const text = (kept.get(value.kept) ?? []).join('')
  kept.delete(value.kept)
  return text
}

function commit(batch) {
  if (batch.sync !== sync) db.exec(`PRAGMA synchronous = ${batch.sync}`)
  sync = batch.sync
  db.exec('BEGIN IMMEDIATE')
  for (const [sql, ...values] of batch.steps) prepare(sql).run(...values.map(valueOf))
  db.exec('COMMIT')
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
