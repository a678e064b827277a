import { describe, expect, test } from 'vitest'
import { EarlyKey } from '../../../src/ui/kit/early-key'

const pressed = (...keys: readonly string[]) => {
  const early = new EarlyKey<{ readonly key: string }>()
  for (const key of keys) early.note({ key })
  return early
}

describe('keys pressed before the part that acts on them has come', () => {
  test('the sheet’s waits, once', () => {
    const early = pressed('Shift', '?')
    expect(early.take()).toEqual({ key: '?' })
    expect(early.take()).toBeNull()
  })

  test('so does the way to the ticket', () => {
    expect(pressed('t').take()).toEqual({ key: 't' })
  })

  test.each(['b', 'S', 'x', 'R', 'Escape', '1'])('%s does nothing then, and takes back what waits', (key) => {
    expect(pressed(key).take()).toBeNull()
    expect(pressed('?', key).take()).toBeNull()
  })

  test('what was pressed on a page that is gone is not kept, nor what is acted on at its press', () => {
    const gone = pressed('?')
    gone.drop()
    expect(gone.take()).toBeNull()
    gone.note({ key: '?' })
    expect(gone.take()).toBeNull()
  })
})
