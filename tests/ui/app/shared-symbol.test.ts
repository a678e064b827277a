import { expect, test } from 'vitest'
import { sharedSymbol, sharedText } from '../../../src/ui/app/shared-symbol'

const KNOWN = new Set(['BTCUSDT', 'ETHUSDT', 'BTCUSD', 'BTCPERP', 'BTCUSDT-25DEC26', 'SOLUSDT'])
const found = (params: Record<string, string>): string | null => sharedSymbol(new URLSearchParams(params), KNOWN)

test.each([
  ['BTCUSDT', 'BTCUSDT'],
  ['web+halyard:ethusdt', 'ETHUSDT'],
  ['web+halyard://BTCUSD', 'BTCUSD'],
  ['Look at $SOLUSDT now!', 'SOLUSDT'],
  ['BTC/USDT breaks out', 'BTCUSDT'],
  ['BTCUSDT-25DEC26 expires', 'BTCUSDT-25DEC26'],
  ['https://trade.example.com/trade/usdt/ETHUSDT?x=1', 'ETHUSDT'],
  ['sol is up', 'SOLUSDT'],
  ['nothing of that', null],
  ['', null],
  ['<b onclick=alert(1)>', null],
])('"%s" names %s', (text, symbol) => {
  expect(found({ text })).toBe(symbol)
})

test('the title and the address count where the text names none', () => {
  expect(found({ title: 'A chart', url: 'https://x.example/BTCPERP' })).toBe('BTCPERP')
})

test('what is shared has no length that costs anything', () => {
  expect(sharedText(new URLSearchParams({ text: 'a '.repeat(100_000) })).length).toBeLessThanOrEqual(2_000)
})
