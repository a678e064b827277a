import { Worker } from 'node:worker_threads'
import source from './log-thread-worker.cjs?raw'

/** Batches beyond it go another way: only a burst makes them. */
const SHARED_BYTES = 512 * 1024
/** Numbers that both threads see. `ASKED` and `DONE` count batches, `FAILED` is the length of a message. */
const names = { ASKED: 0, DONE: 1, LENGTH: 2, FAILED: 3, STATE: 4, IS_UP: 1, IS_CLOSED: 2 } as const
const CELLS = 5

/**
 * Writes and syncs a file from a thread that does nothing else. To ask it costs the thread that takes orders half of what
 * writing and asking the pool for a sync does. One batch at a time.
 */
export class LogThread {
  readonly #cells = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT))
  readonly #shared = Buffer.from(new SharedArrayBuffer(SHARED_BYTES))
  readonly #worker: Worker
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>
  #length = 0

  /** @param file descriptor, open for appending until `close` */
  constructor(file: number) {
    this.#worker = new Worker(source, {
      eval: true,
      name: 'ledger',
      workerData: { file, cells: this.#cells, shared: this.#shared.buffer, names },
    })
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
    if (Atomics.load(this.#cells, names.STATE) !== names.IS_UP) return false
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
    const before = Atomics.load(cells, names.DONE)
    cells[names.LENGTH] = this.#length
    this.#length = 0
    Atomics.add(cells, names.ASKED, 1)
    Atomics.notify(cells, names.ASKED)
    this.#worker.ref()
    const waiting = Atomics.waitAsync(cells, names.DONE, before)
    if (waiting.async) await waiting.value
    this.#worker.unref()
    const failed = cells[names.FAILED]!
    if (failed > 0) throw new Error(this.#shared.toString('utf8', 0, failed))
  }

  close(): void {
    Atomics.store(this.#cells, names.STATE, names.IS_CLOSED)
    Atomics.add(this.#cells, names.ASKED, 1)
    Atomics.notify(this.#cells, names.ASKED)
  }

  /** Whoever waits hears why; from now on there is no thread. */
  #end(why: string): void {
    if (Atomics.exchange(this.#cells, names.STATE, names.IS_CLOSED) === names.IS_CLOSED) return
    this.#cells[names.FAILED] = this.#shared.write(why)
    Atomics.add(this.#cells, names.DONE, 1)
    Atomics.notify(this.#cells, names.DONE)
  }
}
