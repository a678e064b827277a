import Database from 'libsql'
import { join } from 'node:path'
import { DataDirLocked } from '../../../journal/errors'

export const LOCK_NAME = 'exchange.lock'

/**
 * Takes the data folder for this process. Node has no flock, so an open exclusive transaction on a small SQLite file
 * stands in for one: the system drops it with the process, however that ends, so a killed exchange leaves nothing
 * behind that somebody would have to delete.
 *
 * @returns a function that gives the folder back
 * @throws DataDirLocked while another process has it
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = new Database(join(dataDir, LOCK_NAME))
  try {
    lock.exec('PRAGMA busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new DataDirLocked(
      `${dataDir} is in use by another exchange: stop it, or set HALYARD_DATA_DIR to another folder`,
      {
        cause,
      },
    )
  }
  return () => {
    lock.exec('ROLLBACK')
    lock.close()
  }
}
