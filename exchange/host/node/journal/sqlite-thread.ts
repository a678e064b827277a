import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { HistoryWriter, RowsToWrite, Step, SyncMode } from '../../../journal/history-writer'
import type { SqliteThreadAnswer, SqliteThreadData, SqliteThreadMessage } from './sqlite-thread-messages'
// oxlint-disable-next-line import/default -- the build makes it (thread-text.d.ts)
import source from './sqlite-thread-worker.ts?thread'

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
    const workerData: SqliteThreadData = { path, libsql: createRequire(import.meta.url).resolve('libsql') }
    this.#worker = new Worker(source, { eval: true, name: 'history', workerData })
    // With nothing to write it keeps no process alive.
    this.#worker.unref()
    this.#worker.on('message', (answer: SqliteThreadAnswer) => this.#answered(answer))
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
      this.#ask({ kind: 'commit', id, steps, sync, rows: rows ?? null })
    })
  }

  keep(name: string, text: string): void {
    if (this.#failure === null) this.#ask({ kind: 'keep', name, text })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#worker.ref()
    this.#ask({ kind: 'close' })
    await this.#gone
  }

  #ask(message: SqliteThreadMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    this.#worker.postMessage(message)
  }

  #answered({ id, error }: SqliteThreadAnswer): void {
    if (error !== null) {
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
