import { closeSync, fdatasync, fstatSync, fsyncSync, openSync, write, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The append-only file as the journal needs it. Tests put a slow or failing one in its place. */
export interface LogFile {
  /** Appends all of it, or fails; may have written a part then. @returns what to wait for, `null` when it is done */
  write(bytes: Uint8Array): Promise<void> | null
  /** Resolves when everything written is on disk (fdatasync). */
  sync(): Promise<void>
  close(): void
}

/** Bytes. */
const COPIED_AT_ONCE_MAX = 256 * 1024

/** Opens for appending, creating the file (and making its name durable) when it is missing. */
export function openLogFile(path: string): LogFile {
  const file = openSync(path, 'a')
  if (fstatSync(file).size === 0) syncFolder(dirname(path))
  return {
    write(bytes) {
      if (bytes.length > COPIED_AT_ONCE_MAX) return writeAll(file, bytes)
      // A small batch is copied into the system's cache faster than another thread could be asked to do it.
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
      return null
    },
    sync: () =>
      new Promise((resolve, reject) => fdatasync(file, (error) => (error === null ? resolve() : reject(error)))),
    close: () => closeSync(file),
  }
}

async function writeAll(file: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await writeSome(file, bytes, done)
}

function writeSome(file: number, bytes: Uint8Array, from: number): Promise<number> {
  return new Promise((resolve, reject) =>
    write(file, bytes, from, bytes.length - from, null, (error, count) => {
      if (error === null) resolve(count)
      else reject(error)
    }),
  )
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
