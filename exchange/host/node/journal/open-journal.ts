import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../../src/base/clock'
import { assert } from '../../../../src/base/assert'
import type { Venue } from '../../../venue/venue-port'
import { Answers, intentOf } from '../../../journal/answers'
import type { Journal } from '../../../journal/journal-port'
import { HistoryQueue } from '../../../journal/history-queue'
import { LocalFanout, type Fanout } from '../../../journal/fanout'
import { LOCK_NAME, lockDataDir } from './data-dir-lock'
import { LedgerJournal } from '../../../journal/ledger-journal'
import type { LogFile } from '../../../journal/ledger-ports'
import { base64 } from './base64'
import { guardedLog } from './guarded-log'
import { ledgerAt } from './ledger-reader'
import { openLogFile } from './log-file'
import { inputLine, summaryOf } from '../../../journal/ledger-line'
import { recover, type Genesis, type RecoveryReport } from '../../../journal/recovery'
import type { HistoryWriter } from '../../../journal/history-writer'
import { SqliteThread } from './sqlite-thread'
import { Store } from './store'

export interface JournalOptions {
  readonly dataDir: string
  /** First input of a new ledger. An existing one keeps its own. */
  readonly genesis: Genesis
  readonly clock: Clock
  /** A venue before its first input. `genesis` and `startMs` are those of the ledger's first line, which it then gets. */
  createVenue(genesis: Genesis, startMs: number): Venue
  /** The inverse of `Venue.snapshot`. @throws when the state is of another build's form: replay then starts earlier */
  restoreVenue(state: unknown): Venue
  /** Called with one sentence for whatever recovery found wrong; not called after a clean stop. */
  warn?(text: string): void
  /** The ledger can no longer be written, or the venue broke: the process should end. Called once. */
  onBroken?(error: Error): void
  /** Tests put a slow or failing disk here. */
  openLog?(path: string): LogFile
  /** … and a held or failing writer of history here. */
  openHistory?(path: string): HistoryWriter
  /** Where the news of durable inputs go; in this process when left out. */
  readonly fanout?: Fanout
  /** A snapshot is due after this many inputs at the latest (default `SNAPSHOT_EVERY_INPUTS`). */
  readonly snapshotEveryInputs?: number
}

export interface OpenJournal extends Journal {
  readonly fanout: Fanout
  readonly recovery: RecoveryReport
  /** Resolves when the history of every answer so far is in SQLite, and not only in the ledger and in memory. */
  historyWritten(): Promise<void>
  /** History rows that are in the ledger and in memory, and not yet in SQLite. */
  historyBacklog(): number
}

/**
 * Opens the data folder, recovers, and returns the journal, the only way to the venue.
 *
 * @throws DataDirLocked while another process uses the folder
 * @throws LedgerCorrupt naming the byte, where the ledger is not what was written
 */
export async function openJournal(options: JournalOptions): Promise<OpenJournal> {
  const { dataDir, clock } = options
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockDataDir(dataDir)
  const historyPath = join(dataDir, 'history.sqlite')
  let writer: HistoryWriter | null = null
  try {
    const store = new Store(historyPath)
    const answers = new Answers(store.answers())
    writer = options.openHistory?.(historyPath) ?? new SqliteThread(historyPath)
    const history = new HistoryQueue(store, writer, clock)
    const ledgerPath = join(dataDir, 'ledger.jsonl')
    const startMs = clock.now()
    const ledger = ledgerAt(ledgerPath)
    const recovered = await recover({
      ledger,
      base64,
      snapshots: store.snapshots(),
      createVenue: (line) => options.createVenue(line?.command ?? options.genesis, line?.timeE3 ?? startMs),
      restoreVenue: (state) => options.restoreVenue(state),
      warn: (text) => options.warn?.(text),
      onStart: (snapshot) => store.forgetAfter(snapshot?.lastPage ?? 0),
      onReplayed(line, events) {
        const intent = intentOf(line.command, line.clientTag)
        // Known already where an older snapshot than the newest was taken.
        if (intent !== null && !answers.find(intent).includes(line.seq)) answers.remember(intent, line.seq)
        history.add(events)
        return history.room()
      },
    })
    const log = guardedLog((options.openLog ?? openLogFile)(ledgerPath), [ledgerPath, join(dataDir, LOCK_NAME)])
    let { seq, bytes, timeMs } = recovered
    let first = recovered.missingLines
    seq += recovered.missingCount
    if (seq === 0) {
      timeMs = startMs
      const { result } = recovered.venue.apply(options.genesis, timeMs)
      assert(result.ok, 'a new venue accepts its genesis')
      first = `${inputLine(1, timeMs, options.genesis, NOBODY, summaryOf(result))}\n`
      seq = 1
    }
    if (first !== '') {
      const lines = Buffer.from(first)
      await log.write(lines)
      await log.sync()
      bytes += lines.length
    }
    return new LedgerJournal({
      venue: recovered.venue,
      ledger,
      log,
      store,
      writer,
      history,
      answers,
      clock,
      nextTurn: (call) => void setImmediate(call),
      base64,
      fanout: options.fanout ?? new LocalFanout(),
      unlock,
      start: { seq, bytes, timeMs },
      recovery: {
        replayedInputs: recovered.replayedInputs,
        mismatches: recovered.mismatches,
        isNew: recovered.seq === 0,
        genesis: recovered.genesis?.command ?? options.genesis,
      },
      snapshotEveryInputs: options.snapshotEveryInputs ?? SNAPSHOT_EVERY_INPUTS,
      onBroken: (error) => options.onBroken?.(error),
    })
  } catch (error) {
    await writer?.close()
    unlock()
    throw error
  }
}

/** Replay of so many inputs takes a few seconds. */
export const SNAPSHOT_EVERY_INPUTS = 50_000

const NOBODY = { account: '', connId: '', term: 0, clientTag: '' }
