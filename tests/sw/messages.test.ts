import { describe, expect, test } from 'vitest'
import { parseWorkerMessage } from '../../src/sw/messages'

describe('parseWorkerMessage', () => {
  test('the two messages of the house', () => {
    expect(parseWorkerMessage({ type: 'SKIP_WAITING' })).toEqual({ type: 'SKIP_WAITING' })
    expect(parseWorkerMessage({ type: 'symbols-changed', more: 1 })).toEqual({ type: 'symbols-changed' })
  })
  test.each([null, undefined, 'SKIP_WAITING', 7, {}, { type: 'CACHE_URLS' }])('%o is nothing', (data) => {
    expect(parseWorkerMessage(data)).toBeNull()
  })
})
