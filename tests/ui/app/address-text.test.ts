import { expect, test } from 'vitest'
import { addressText } from '../../../src/ui/app/address-text'

test.each([
  ['BTCUSDT', 'BTCUSDT'],
  ['/trade/usdt/NOPE-27SEP24', '/trade/usdt/NOPE-27SEP24'],
  // As the browser gives it, already encoded: not encoded twice.
  ['/caf%C3%A9', '/caf%C3%A9'],
  // A mark that turns the line around, and half a surrogate pair (which stands as the replacement character).
  ['BTC\u202EUSDT', 'BTC%E2%80%AEUSDT'],
  ['\uD800', '%EF%BF%BD'],
  ['<b>', '%3Cb%3E'],
  [`/${'x'.repeat(80)}`, `/${'x'.repeat(59)}…`],
])('%j is shown as %j', (written, shown) => {
  expect(addressText(written)).toBe(shown)
})
