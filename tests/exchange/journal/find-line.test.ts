import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLine } from '../../../exchange/host/node/journal/ledger-reader'
import { newDataDir } from './support'

test('any line of a ledger of short and very long lines is found by its sequence', () => {
  const path = join(newDataDir(), 'ledger.jsonl')
  // 3,000 lines, every hundredth 40 kB long: 1.3 MB, so that the search really halves.
  const lines = Array.from({ length: 3_000 }, (_, index) =>
    JSON.stringify({ seq: index + 1, text: 'é'.repeat(index % 100 === 7 ? 20_000 : index % 13) }),
  )
  writeFileSync(path, `${lines.join('\n')}\n`)
  for (const seq of [1, 2, 7, 8, 9, 107, 108, 109, 1_499, 1_500, 2_908, 2_999, 3_000])
    expect(findLine(path, seq)).toBe(lines[seq - 1])
  expect(findLine(path, 0)).toBeNull()
  expect(findLine(path, 3_001)).toBeNull()
})
