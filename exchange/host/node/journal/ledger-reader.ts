import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from 'node:fs'
import type { LedgerReader, PlacedLine } from '../../../journal/ledger-ports'

const CHUNK_BYTES = 4 * 1024 * 1024
const NEWLINE = 10

/** The ledger in a file. */
export function ledgerAt(path: string): LedgerReader {
  return {
    cutTornTail: () => cutTornTail(path),
    size: () => ledgerSize(path),
    isLineStart: (byte) => isLineStart(path, byte),
    lines: (fromByte, chunkBytes) => readLines(path, fromByte, chunkBytes),
    find: (seq) => findLine(path, seq),
  }
}

/**
 * Cuts off what a crash left of an unfinished last line. Such a line was never answered: its sync had not returned.
 * @returns the bytes cut, 0 where the file ends with a whole line or does not exist
 */
function cutTornTail(path: string): number {
  const file = openExisting(path, 'r+')
  if (file === null) return 0
  try {
    const { size } = fstatSync(file)
    const end = endOfLastLine(file, size)
    if (end === size) return 0
    ftruncateSync(file, end)
    fsyncSync(file)
    return size - end
  } finally {
    closeSync(file)
  }
}

function endOfLastLine(file: number, size: number): number {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size))
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - chunk.length)
    const count = readFully(file, chunk, end - start, start)
    const at = chunk.lastIndexOf(NEWLINE, count - 1)
    if (at >= 0) return start + at + 1
    end = start
  }
  return 0
}

/** @returns bytes in the file, 0 where there is none */
export function ledgerSize(path: string): number {
  const file = openExisting(path, 'r')
  if (file === null) return 0
  const { size } = fstatSync(file)
  closeSync(file)
  return size
}

/** Whether a line begins at this byte: the file's start, or just after a newline. */
function isLineStart(path: string, byte: number): boolean {
  if (byte === 0) return true
  const file = openExisting(path, 'r')
  if (file === null) return false
  const before = Buffer.alloc(1)
  const count = readFully(file, before, 1, byte - 1)
  closeSync(file)
  return count === 1 && before[0] === NEWLINE
}

/** The whole lines from a byte on, read in pieces: a ledger may be larger than memory. */
export function* readLines(path: string, fromByte: number, chunkBytes = CHUNK_BYTES): Generator<PlacedLine> {
  const file = openExisting(path, 'r')
  if (file === null) return
  const chunk = Buffer.alloc(chunkBytes)
  let rest: Buffer = Buffer.alloc(0)
  let restStart = fromByte
  try {
    for (;;) {
      const count = readFully(file, chunk, chunk.length, restStart + rest.length)
      if (count === 0) return
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)])
      let start = 0
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        yield { text: bytes.toString('utf8', start, end), byte: restStart + start }
        start = end + 1
      }
      rest = bytes.subarray(start)
      restStart += start
    }
  } finally {
    closeSync(file)
  }
}

const SEARCH_BYTES = 64 * 1024

/**
 * Finds a line by its sequence: sequences rise by one from line to line, so the file is halved until few lines are left.
 * @returns the line's text, or `null` where the ledger has no such sequence
 */
export function findLine(path: string, seq: number): string | null {
  let low = 0
  let high = ledgerSize(path)
  while (high - low > SEARCH_BYTES) {
    const middle = Math.floor((low + high) / 2)
    // What begins at the middle is the rest of some line; the one after it is whole.
    const lines = readLines(path, middle, SEARCH_BYTES)
    lines.next()
    const { value } = lines.next()
    lines.return(undefined)
    if (value === undefined || value.byte >= high || seqOf(value.text) > seq) high = middle
    else low = value.byte
  }
  for (const { text } of readLines(path, low, SEARCH_BYTES)) {
    const found = seqOf(text)
    if (found === seq) return text
    if (found > seq) return null
  }
  return null
}

/** The first field of every line; read without parsing the rest. */
const seqOf = (line: string): number => Number(/^\{"seq":(\d+)/.exec(line)?.[1] ?? Number.NaN)

function readFully(file: number, into: Buffer, length: number, position: number): number {
  let done = 0
  while (done < length) {
    const count = readSync(file, into, done, length - done, position + done)
    if (count === 0) break
    done += count
  }
  return done
}

function openExisting(path: string, flags: string): number | null {
  try {
    return openSync(path, flags)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
