import { afterEach, expect, test, vi } from 'vitest'
import { pageTitle } from '../../../src/ui/kit/installed'

afterEach(() => vi.unstubAllGlobals())

const inWindow = (isApp: boolean): void =>
  void vi.stubGlobal('matchMedia', (query: string) => ({ matches: isApp && query.includes('standalone') }))

test('a tab says whose page it is; an installed app’s window does so by itself, before the title', () => {
  inWindow(false)
  expect(pageTitle('64,219.5 BTCUSDT')).toBe('64,219.5 BTCUSDT · Halyard')
  inWindow(true)
  expect(pageTitle('64,219.5 BTCUSDT')).toBe('64,219.5 BTCUSDT')
})
