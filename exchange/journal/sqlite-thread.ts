import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { ROW_STATEMENTS } from './history-schema'
import type { HistoryWriter, RowsToWrite, Step, SyncMode } from './history-writer'
import source from './sqlite-thread-worker.cjs?raw'

interface Pending {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** A connection of its own in a thread of its own, so that neither indices nor checkpoints keep an order waiting. */
export class SqliteThread implements HistoryWriter {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  readonly #gone: Promise<void>
  #lastId = 0
  #failure: Error | null = null
  #isClosing = false

  constructor(path: string) {
    const libsql = createRequire(import.meta.url).resolve('libsql')
    this.#worker = new Worker(source, {
      eval: true,
      name: 'history',
      workerData: { path, libsql, sql: ROW_STATEMENTS },
    })
    // With nothing to write it keeps no process alive.
    this.#worker.unref()
    this.#worker.on('message', (said: { readonly id: number; readonly error?: string }) => this.#heard(said))
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#gone = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#fail(new Error(`the thread that writes history ended with code ${code}`))
        resolve()
      })
    })
  }

  commit(steps: readonly Step[], sync: SyncMode, rows?: RowsToWrite): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    this.#lastId += 1
    const id = this.#lastId
    if (this.#pending.size === 0) this.#worker.ref()
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
      this.#worker.postMessage({ id, steps, sync, rows })
    })
  }

  keep(name: string, text: string): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    if (this.#failure === null) this.#worker.postMessage({ keep: name, text })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    this.#worker.postMessage({ close: true })
    await this.#gone
  }

  #heard({ id, error }: { readonly id: number; readonly error?: string }): void {
    if (error !== undefined) {
      this.#fail(new Error(error))
      return
    }
    this.#pending.get(id)?.resolve()
    this.#pending.delete(id)
    if (this.#pending.size === 0 && !this.#isClosing) this.#worker.unref()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
  }
}
