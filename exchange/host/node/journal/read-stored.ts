import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Store } from './store'
import type { Snapshot } from '../../../journal/history-schema'

/** The history of a ledger, read from a copy: looking at a folder leaves it as it is. */
export interface Stored {
  /** Of the copy; `null` where the folder has no history. */
  readonly historyPath: string | null
  readonly snapshots: readonly Omit<Snapshot, 'state'>[]
  readonly intents: readonly (readonly [hash: number, seq: number])[]
  stateOf(seq: number): string
  close(): void
}

/** @param dataDir of an exchange that does not run: a running one writes while it is copied */
export function readStored(dataDir: string): Stored {
  const source = join(dataDir, 'history.sqlite')
  if (!existsSync(source))
    return { historyPath: null, snapshots: [], intents: [], stateOf: () => 'null', close: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'halyard-verify-'))
  const historyPath = join(folder, 'history.sqlite')
  // The log beside it holds what a killed exchange had committed last.
  for (const end of ['', '-wal']) if (existsSync(source + end)) copyFileSync(source + end, historyPath + end)
  const store = new Store(historyPath)
  const snapshots = [...store.snapshots()].map(({ seq, byteOffset, timeMs }) => ({ seq, byteOffset, timeMs }))
  const intents = store
    .answers()
    .flatMap(({ entries }) =>
      Array.from({ length: entries.length / 2 }, (_, i) => [entries[2 * i]!, entries[2 * i + 1]!] as const),
    )
  return {
    historyPath,
    snapshots,
    intents,
    stateOf(seq) {
      for (const snapshot of store.snapshots()) if (snapshot.seq === seq) return snapshot.state
      return 'null'
    },
    close() {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
