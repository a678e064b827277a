/** The ledger could not be written or the machine broke: nothing is answered any more, the process has to be restarted. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable'
}

/** The journal was closed; a shutdown is on its way. */
export class JournalClosed extends Error {
  override readonly name = 'JournalClosed'
  constructor() {
    super('the exchange is shutting down and takes no further input')
  }
}

/** More inputs wait for the disk than the queue may hold (`WAITING_INPUTS_MAX`). Nothing was applied: it may be sent again. */
export class JournalOverloaded extends Error {
  override readonly name = 'JournalOverloaded'
}

/** The ledger on disk is not what was written. Says which byte; nothing was changed. */
export class LedgerCorrupt extends Error {
  override readonly name = 'LedgerCorrupt'
}

/** Another process uses this data folder. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked'
}
