import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFile } from '../../../exchange/host/node/journal/log-file'
import { LogThread } from '../../../exchange/host/node/journal/log-thread'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'halyard-log-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Until the thread takes bytes. */
async function up(thread: LogThread): Promise<void> {
  while (!thread.take(Buffer.from('.'))) await new Promise((resolve) => setImmediate(resolve))
}

test('batches stand in the file in their order, by whichever way each of them went', async () => {
  const path = join(folder, 'log')
  const log = openLogFile(path)
  let expected = ''
  // From the first moment, when there is no thread yet; small ones, one beyond what the thread takes, and one beyond what
  // is written at once.
  for (const size of [10, 1, 300_000, 20_000, 600_000, 5, 400_000, 3]) {
    const parts = [String(size % 7).repeat(size), `${size}\n`]
    for (const part of parts) {
      const writing = log.write(Buffer.from(part))
      if (writing !== null) await writing
    }
    await log.sync()
    expected += parts.join('')
    expect(readFileSync(path, 'utf8')).toBe(expected)
    // So that the thread comes up between two batches.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  log.close()
})

test('a file that cannot be written is said, and nothing is called written', async () => {
  const path = join(folder, 'log')
  const file = openSync(path, 'a')
  const thread = new LogThread(file)
  await up(thread)
  await thread.commit()
  expect(readFileSync(path, 'utf8')).toBe('.')
  closeSync(file)
  expect(thread.take(Buffer.from('lost'))).toBe(true)
  await expect(thread.commit()).rejects.toThrow('EBADF')
  thread.close()
  expect(thread.take(Buffer.from('late'))).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('.')
})

test('closed before it is up, a thread ends by itself and takes nothing', async () => {
  const file = openSync(join(folder, 'log'), 'a')
  const thread = new LogThread(file)
  thread.close()
  await thread.ended
  expect(thread.take(Buffer.from('late'))).toBe(false)
  closeSync(file)
})
