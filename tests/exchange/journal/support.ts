import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../src/base/clock'
import type { Origin } from '../../../exchange/journal/journal-port'
import type { LogFile } from '../../../exchange/journal/ledger-ports'
import { openLogFile } from '../../../exchange/host/node/journal/log-file'
import type { HistoryWriter, RowsToWrite, Step, SyncMode } from '../../../exchange/journal/history-writer'
import { SqliteThread } from '../../../exchange/host/node/journal/sqlite-thread'
import { openJournal, type JournalOptions } from '../../../exchange/host/node/journal/open-journal'
import { createVenue, restoreVenue } from './fake-venue'

export const ORIGIN: Origin = { account: 'a', connId: 'c1', term: 1, clientTag: 't' }

export function newDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'halyard-journal-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A clock the test moves; its timers never fire by themselves. */
export class FakeClock implements Clock {
  nowMs = 1_700_000_000_000
  monotonicMs = 0
  now = (): number => this.nowMs
  monotonic = (): number => this.monotonicMs
  after = (): (() => void) => () => {}
}

/** A real file whose sync waits for the test's word, or whose writes fail. */
export class HeldLog implements LogFile {
  readonly #file: LogFile
  readonly said: string[] = []
  syncsBegun = 0
  isHeld = false
  failure: Error | null = null
  #release: (() => void) | null = null

  constructor(path: string) {
    this.#file = openLogFile(path)
  }

  write(bytes: Uint8Array): Promise<void> | null {
    if (this.failure !== null) throw this.failure
    this.said.push(`write ${Buffer.from(bytes).toString().split('\n').length - 1}`)
    return this.#file.write(bytes)
  }

  async sync(): Promise<void> {
    this.syncsBegun += 1
    if (this.isHeld) await new Promise<void>((resolve) => (this.#release = resolve))
    await this.#file.sync()
    this.said.push('sync')
  }

  /** Resolves when a sync is being held. */
  async reached(): Promise<void> {
    while (this.#release === null) await new Promise((resolve) => setImmediate(resolve))
  }

  release(): void {
    this.isHeld = false
    this.#release?.()
    this.#release = null
  }

  close = (): void => this.#file.close()
}

/** A real writer of history whose word the test holds back: before the commit, or between the commit and its news. */
export class HeldHistory implements HistoryWriter {
  readonly #thread: SqliteThread
  /** Transactions given to the thread. */
  given = 0
  holds: 'nothing' | 'commits' | 'news' = 'nothing'
  failure: Error | null = null
  #release: (() => void)[] = []

  constructor(path: string) {
    this.#thread = new SqliteThread(path)
  }

  async commit(steps: readonly Step[], sync: SyncMode, rows?: RowsToWrite): Promise<void> {
    if (this.failure !== null) throw this.failure
    if (this.holds === 'commits') await new Promise<void>((resolve) => this.#release.push(resolve))
    this.given += 1
    await this.#thread.commit(steps, sync, rows)
    if (this.holds === 'news') await new Promise<void>((resolve) => this.#release.push(resolve))
  }

  keep = (name: string, text: string): void => this.#thread.keep(name, text)

  release(): void {
    this.holds = 'nothing'
    for (const go of this.#release.splice(0)) go()
  }

  close(): Promise<void> {
    this.release()
    return this.#thread.close()
  }
}

export async function open(dataDir: string, more: Partial<JournalOptions> = {}) {
  const journal = await openJournal({
    dataDir,
    genesis: { type: 'genesis', seed: 1, region: 'global', feedSymbol: null },
    clock: new FakeClock(),
    createVenue,
    restoreVenue,
    ...more,
  })
  onTestFinished(() => journal.close())
  return journal
}

/** Opens on a log whose disk the test holds in its hand. */
export async function openHeld(dataDir: string, more: Partial<JournalOptions> = {}) {
  let log: HeldLog | null = null
  const journal = await open(dataDir, { ...more, openLog: (path) => (log = new HeldLog(path)) })
  if (log === null) throw new Error('the journal did not open its log')
  return { journal, log: log as HeldLog }
}

/** Opens on a history whose writer the test holds in its hand. */
export async function openBacklog(dataDir: string, more: Partial<JournalOptions> = {}) {
  let history: HeldHistory | null = null
  const journal = await open(dataDir, { ...more, openHistory: (path) => (history = new HeldHistory(path)) })
  if (history === null) throw new Error('the journal did not open its history')
  // Before the journal closes, so that a test that fails does not wait for ever.
  onTestFinished(() => history?.release())
  return { journal, history: history as HeldHistory }
}

export const ledgerText = (dataDir: string): string => readFileSync(join(dataDir, 'ledger.jsonl'), 'utf8')

export const ledgerLines = (dataDir: string): Record<string, unknown>[] =>
  ledgerText(dataDir)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
