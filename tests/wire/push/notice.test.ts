import { describe, expect, test } from 'vitest'
import type { Notice } from '../../../src/domain/market/notice'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { WireError } from '../../../src/wire/json'
import { parseNotices, writeNotice } from '../../../src/wire/push/notice'

const NOTICE: Notice = {
  id: 'delivery-1',
  kind: 'delivery',
  symbols: ['BTCUSDT-13MAR26' as InstrumentSymbol],
  symbolCount: 1,
  text: '',
  atMs: 3,
  fromMs: 1,
  untilMs: 3,
  url: null,
}

describe('public.notice', () => {
  test('what is written is read again', () => {
    const rows = [NOTICE, { ...NOTICE, url: 'https://status.example/', text: 'Ten minutes.' }]
    expect(parseNotices(JSON.parse(JSON.stringify(rows.map(writeNotice))))).toEqual(rows)
  })

  test.each([
    ['id', 1],
    ['kind', 'party'],
    ['symbols', 'BTCUSDT'],
    ['eventTimeE3', 'soon'],
    ['content', null],
  ])('a row whose %s is %j is refused by that name', (field, value) => {
    const row = { ...writeNotice(NOTICE), [field]: value }
    expect(() => parseNotices([row])).toThrow(WireError)
    expect(() => parseNotices([row])).toThrow(field)
  })
})
