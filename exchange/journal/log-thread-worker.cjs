/*
 * The thread that writes the ledger: what lies in the shared bytes is appended and synced, then counted as done.
 * Plain JavaScript and carried as text (`log-thread.ts`): it starts the same from the bundle, a test and a bench.
 */
const { fdatasyncSync, writeSync } = require('node:fs')
const { workerData } = require('node:worker_threads')

const { file, cells, shared } = workerData
const { ASKED, DONE, LENGTH, FAILED, STATE, IS_UP, IS_CLOSED } = workerData.names
const bytes = new Uint8Array(shared)

// Closed before it was up, it stays closed.
Atomics.compareExchange(cells, STATE, 0, IS_UP)
for (let done = 0; ;) {
  Atomics.wait(cells, ASKED, done)
  if (Atomics.load(cells, STATE) === IS_CLOSED) break
  const length = cells[LENGTH]
  try {
    for (let at = 0; at < length;) at += writeSync(file, bytes, at, length - at)
    fdatasyncSync(file)
  } catch (error) {
    cells[FAILED] = Buffer.from(shared).write(String(error.message))
  }
  done = Atomics.load(cells, ASKED)
  Atomics.store(cells, DONE, done)
  Atomics.notify(cells, DONE)
}
