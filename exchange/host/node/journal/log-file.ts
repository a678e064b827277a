import { closeSync, fdatasync, fstatSync, fsyncSync, openSync, write, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LogFile } from '../../../journal/ledger-ports'
import { LogThread } from './log-thread'

/** Bytes. */
const COPIED_AT_ONCE_MAX = 256 * 1024

/** Opens for appending, creating the file (and making its name durable) when it is missing. */
export function openLogFile(path: string): LogFile {
  const file = openSync(path, 'a')
  if (fstatSync(file).size === 0) syncFolder(dirname(path))
  const thread = new LogThread(file)
  return {
    write(bytes) {
      if (thread.take(bytes)) return null
      // Before the thread is there, and of a burst that it has no room for.
      writeNow(file, thread.takeBack())
      if (bytes.length > COPIED_AT_ONCE_MAX) return writeAll(file, bytes)
      writeNow(file, bytes)
      return null
    },
    sync: () => (thread.length > 0 ? thread.commit() : syncNow(file)),
    close() {
      thread.close()
      closeSync(file)
    },
  }
}

function writeNow(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

function syncNow(file: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(file, (error) => (error === null ? resolve() : reject(error))))
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
