import { ConfigError, type ExchangeConfig } from './config'
import { DataDirLocked, LedgerCorrupt } from './journal/errors'

/** Faults of a folder or a disk that an operator has to look at. */
const FOLDER_FAULTS: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EEXIST',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])
/** SQLite's own words for a history that is no database any more, and for a disk without room. */
const HISTORY_FAULTS: ReadonlySet<unknown> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB'])
const ROOM_FAULT = 'SQLITE_FULL'
const ADDRESS_FAULTS: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/**
 * What an operator can put right is a sentence that names the variable; what is our own mistake needs its place in the
 * code.
 *
 * @returns the sentence, or `null` for a mistake of our own
 */
export function sayForOperator(error: unknown): string | null {
  const isForOperator = error instanceof ConfigError || error instanceof DataDirLocked || error instanceof LedgerCorrupt
  return isForOperator ? error.message : null
}

/** @returns the feed that `open` gives. @throws ConfigError naming HALYARD_FEED */
export async function openedFeed<Feed>(path: string, open: () => Promise<Feed>): Promise<Feed> {
  try {
    return await open()
  } catch (cause) {
    throw new ConfigError(`HALYARD_FEED "${path}" cannot be played: ${textOf(cause)}`, { cause })
  }
}

/** Says which variable a start failed over. @returns a ConfigError, or the error itself where none is to blame */
export function blameVariable(
  error: unknown,
  { host, port, dataDir }: Pick<ExchangeConfig, 'host' | 'port' | 'dataDir'>,
): unknown {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    if (code === 'EADDRINUSE')
      return new ConfigError(`PORT ${port} on ${host} is taken: set PORT to another one, or to 0 for any`)
    if (code === 'EACCES') return new ConfigError(`PORT ${port} is not allowed to this user: set PORT to 1024 or above`)
    if (ADDRESS_FAULTS.has(code)) return new ConfigError(`HOST "${host}" is no address of this computer`)
  }
  if (HISTORY_FAULTS.has(code))
    return new ConfigError(
      `HALYARD_DATA_DIR "${dataDir}": history.sqlite is damaged (${textOf(error)}); delete history.sqlite and its neighbours, and a start makes it again from the ledger`,
    )
  if (FOLDER_FAULTS.has(code) || code === ROOM_FAULT)
    return new ConfigError(`HALYARD_DATA_DIR "${dataDir}" cannot be used: ${textOf(error)}`)
  return error
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
