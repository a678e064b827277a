/**
 * The thread that writes the ledger: what lies in the shared bytes is appended and synced, then counted as done.
 * `log-thread.ts` carries it as text.
 */
import { fdatasyncSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { ASKED, DONE, FAILED, IS_CLOSED, IS_UP, LENGTH, STATE, type LogThreadData } from './log-thread-cells'

const { file, cells, shared }: LogThreadData = workerData
const bytes = Buffer.from(shared)

// Closed before it was up, it stays closed.
Atomics.compareExchange(cells, STATE, 0, IS_UP)
for (let done = 0; ;) {
  Atomics.wait(cells, ASKED, done)
  if (Atomics.load(cells, STATE) === IS_CLOSED) break
  const length = cells[LENGTH]!
  try {
    for (let at = 0; at < length;) at += writeSync(file, bytes, at, length - at)
    fdatasyncSync(file)
  } catch (error) {
    cells[FAILED] = bytes.write(error instanceof Error ? error.message : String(error))
  }
  done = Atomics.load(cells, ASKED)
  Atomics.store(cells, DONE, done)
  Atomics.notify(cells, DONE)
}
