import { statSync } from 'node:fs'
import type { LogFile } from '../../../journal/ledger-ports'

const LOOK_EVERY_MS = 1_000

/**
 * A log that nothing is durable in once one of the files that the exchange holds open has lost its name: what is written
 * then would stand where no start finds it, and without its lock a second exchange would write between the lines.
 * @param paths files that exist
 */
export function guardedLog(log: LogFile, paths: readonly string[]): LogFile {
  const held = paths.map((path) => ({ path, file: fileAt(path) }))
  let lost: Error | null = null
  const look = setInterval(() => {
    const gone = held.find(({ path, file }) => fileAt(path) !== file)
    if (gone === undefined) return
    clearInterval(look)
    lost = new Error(
      `${gone.path} was moved, deleted or replaced while the exchange ran; put it back before the next start`,
    )
  }, LOOK_EVERY_MS)
  look.unref()
  return {
    write: (bytes) => log.write(bytes),
    sync: () => (lost === null ? log.sync() : Promise.reject(lost)),
    close() {
      clearInterval(look)
      log.close()
    },
  }
}

/** Which file has the name; `null` for none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}
