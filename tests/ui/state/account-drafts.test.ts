import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountModel } from '../../../src/ui/state/account-model'
import { claimDrafts, draftsOfLife, dropDrafts } from '../../../src/ui/state/account-drafts'

/** As a browser's: its own keys are what it holds. */
class FakeStorage {
  [key: string]: unknown

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }

  setItem(key: string, value: string): void {
    this[key] = value
  }

  removeItem(key: string): void {
    delete this[key]
  }
}

beforeEach(() => vi.stubGlobal('sessionStorage', new FakeStorage()))
afterEach(() => {
  vi.unstubAllGlobals()
})

test('what was typed stays with its account over a reload, and is gone when the next one is another (I12)', () => {
  expect(claimDrafts('account-1')).toBe(true)
  sessionStorage.setItem('halyard.ticket.BTCUSDT', '{}')
  sessionStorage.setItem('halyard.strategy.BTCUSDT', '{}')
  sessionStorage.setItem('halyard-reloaded-at', '1')
  expect(claimDrafts('account-1')).toBe(true)
  expect(sessionStorage.getItem('halyard.ticket.BTCUSDT')).toBe('{}')
  expect(claimDrafts('account-2')).toBe(false)
  expect(sessionStorage.getItem('halyard.ticket.BTCUSDT')).toBeNull()
  expect(sessionStorage.getItem('halyard.strategy.BTCUSDT')).toBeNull()
  // What is no draft stays.
  expect(sessionStorage.getItem('halyard-reloaded-at')).toBe('1')
  expect(claimDrafts('account-2')).toBe(true)
})

test('the storage does not name the account', () => {
  claimDrafts('account-1')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('account-1')
})

test('a form of the former account writes nothing any more', () => {
  const account = new AccountModel()
  const kept: string[] = []
  const drafts = draftsOfLife<string, string>(account, { load: () => null, save: (_, draft) => void kept.push(draft) })
  drafts.save('BTCUSDT', 'typed')
  account.endLife()
  drafts.save('BTCUSDT', 'typed later')
  expect(kept).toEqual(['typed'])
  dropDrafts()
})

test('storage that throws costs the memory and nothing else', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(claimDrafts('account-1')).toBe(true)
  expect(() => dropDrafts()).not.toThrow()
})
