import { expect, test } from 'vitest'
import type { Notice } from '../../../src/domain/market/notice'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { announcementText, linkOf } from '../../../src/ui/announcements/announcement-text'
import type { Translate } from '../../../src/ui/i18n/words'

const NOTICE: Notice = {
  id: 'd1',
  kind: 'delivery',
  symbols: ['BTCUSDT-27NOV26' as InstrumentSymbol, 'ETHUSDT-27NOV26' as InstrumentSymbol],
  symbolCount: 2,
  text: '',
  atMs: 0,
  fromMs: 0,
  untilMs: 1,
  url: null,
}
/** The key, and the contracts that go into it. */
const keyed: Translate<'announcement'> = (key, values) => [key, values?.['symbol'], values?.['others']].join(' ').trim()

test.each<[string, Partial<Notice>, string]>([
  ['two contracts', {}, 'announcement:delivery.many BTCUSDT-27NOV26 1'],
  ['one', { symbols: NOTICE.symbols.slice(0, 1), symbolCount: 1 }, 'announcement:delivery.one BTCUSDT-27NOV26 0'],
  ['more than are named', { symbolCount: 30 }, 'announcement:delivery.many BTCUSDT-27NOV26 29'],
  ['the whole exchange', { kind: 'maintenance', symbols: [], symbolCount: 0 }, 'announcement:maintenance.all  -1'],
  ['nothing that is named', { kind: 'terms', symbols: [], symbolCount: 0 }, 'announcement:kind.terms'],
  ['the operator’s words', { text: '<b>Pause</b>' }, '<b>Pause</b>'],
])('a notice of %s', (_what, changes, text) => {
  expect(announcementText({ ...NOTICE, ...changes }, keyed)).toBe(text)
})

test.each([
  ['/status', { href: '/status', isHere: true }],
  ['https://status.example.com/a', { href: 'https://status.example.com/a', isHere: false }],
  // Another origin without its scheme, and what a link must not do (I15).
  ['//example.com', null],
  ['/\\example.com', null],
  ['http://example.com', null],
  ['data:text/html,x', null],
  // oxlint-disable-next-line no-script-url -- what must lead nowhere
  ['javascript:alert(1)', null],
  [' javascript:alert(1)', null],
  ['https://', null],
  [null, null],
])('the link %s (X2)', (url, expected) => {
  expect(linkOf({ ...NOTICE, url })).toEqual(expected)
})
