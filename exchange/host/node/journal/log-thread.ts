import { Worker } from 'node:worker_threads'
import * as cell from './log-thread-cells'
// oxlint-disable-next-line import/default -- the build makes it (thread-text.d.ts)
import source from './log-thread-worker.ts?thread'

/** Batches beyond it go another way: only a burst makes them. */
const SHARED_BYTES = 512 * 1024

/**
 * Writes and syncs a file from a thread that does nothing else. To ask it costs the thread that takes orders half of what
 * writing and asking the pool for a sync does. One batch at a time.
 */
export class LogThread {
  readonly #cells = new Int32Array(new SharedArrayBuffer(cell.CELLS * Int32Array.BYTES_PER_ELEMENT))
  readonly #memory = new SharedArrayBuffer(SHARED_BYTES)
  readonly #shared = Buffer.from(this.#memory)
  readonly #worker: Worker
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>
  #length = 0

  /** @param file descriptor, open for appending until `close` */
  constructor(file: number) {
    const workerData: cell.LogThreadData = { file, cells: this.#cells, shared: this.#memory }
    this.#worker = new Worker(source, { eval: true, name: 'ledger', workerData })
    // With nothing to write it keeps no process alive.
    this.#worker.unref()
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error.message : String(error)))
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#end(`the thread that writes the ledger ended with code ${code}`)
        resolve()
      })
    })
  }

  /** Bytes taken for the next batch. */
  get length(): number {
    return this.#length
  }

  /** Copies bytes for the next batch. @returns whether there is room, and a thread */
  take(bytes: Uint8Array): boolean {
    if (Atomics.load(this.#cells, cell.STATE) !== cell.IS_UP) return false
    if (this.#length + bytes.length > SHARED_BYTES) return false
    this.#shared.set(bytes, this.#length)
    this.#length += bytes.length
    return true
  }

  /** What was taken, for whoever writes it instead. Good until the next `take`. */
  takeBack(): Uint8Array {
    const bytes = this.#shared.subarray(0, this.#length)
    this.#length = 0
    return bytes
  }

  /** Resolves when the batch is on disk; rejects when it may not be, or only a part. */
  async commit(): Promise<void> {
    const cells = this.#cells
    const before = Atomics.load(cells, cell.DONE)
    cells[cell.LENGTH] = this.#length
    this.#length = 0
    Atomics.add(cells, cell.ASKED, 1)
    Atomics.notify(cells, cell.ASKED)
    this.#worker.ref()
    const waiting = Atomics.waitAsync(cells, cell.DONE, before)
    if (waiting.async) await waiting.value
    this.#worker.unref()
    const failed = cells[cell.FAILED]!
    if (failed > 0) throw new Error(this.#shared.toString('utf8', 0, failed))
  }

  close(): void {
    Atomics.store(this.#cells, cell.STATE, cell.IS_CLOSED)
    Atomics.add(this.#cells, cell.ASKED, 1)
    Atomics.notify(this.#cells, cell.ASKED)
  }

  /** Whoever waits gets the reason; from now on there is no thread. */
  #end(why: string): void {
    if (Atomics.exchange(this.#cells, cell.STATE, cell.IS_CLOSED) === cell.IS_CLOSED) return
    this.#cells[cell.FAILED] = this.#shared.write(why)
    Atomics.add(this.#cells, cell.DONE, 1)
    Atomics.notify(this.#cells, cell.DONE)
  }
}
