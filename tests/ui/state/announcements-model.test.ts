import { describe, expect, test } from 'vitest'
import type { Notice } from '../../../src/domain/market/notice'
import { AnnouncementsModel } from '../../../src/ui/state/announcements-model'
import { keptApart } from '../../../src/ui/state/kept'
import { writeNotice } from '../../../src/wire/push/notice'

const PAUSE: Notice = {
  id: 'm1',
  kind: 'maintenance',
  symbols: [],
  symbolCount: 0,
  text: 'A pause',
  atMs: 2_000,
  fromMs: 1_000,
  untilMs: 3_000,
  url: null,
}
const END = { ...PAUSE, id: 'd1', kind: 'delivery', text: '' } as const
const told = (...notices: readonly Notice[]) =>
  ({ type: 'announcements', data: notices.map((one) => writeNotice(one)) }) as const

describe('what the exchange announces', () => {
  test('is the whole list that was told last', () => {
    const model = new AnnouncementsModel(keptApart().session)
    model.apply(told(PAUSE, END))
    expect(model.shown.value).toEqual([PAUSE, END])
    model.apply(told(END))
    expect(model.shown.value).toEqual([END])
    model.apply(told())
    expect(model.shown.value).toEqual([])
  })

  test('a list that cannot be read leaves what is known', () => {
    const model = new AnnouncementsModel(keptApart().session)
    model.apply(told(PAUSE))
    for (const data of [null, 'x', [{ id: 'm1' }], [{ ...writeNotice(PAUSE), kind: 'fireworks' }]])
      model.apply({ type: 'announcements', data })
    expect(model.shown.value).toEqual([PAUSE])
  })

  test('what was dismissed stays so after a reload of the tab; the operator’s other words are news', () => {
    const { session } = keptApart()
    const model = new AnnouncementsModel(session)
    model.apply(told(PAUSE, END))
    model.dismiss(PAUSE)
    expect(model.shown.value).toEqual([END])
    const again = new AnnouncementsModel(session)
    again.apply(told(PAUSE, END))
    expect(again.shown.value).toEqual([END])
    again.apply(told({ ...PAUSE, text: 'A longer pause' }))
    expect(again.shown.value).toHaveLength(1)
  })

  test('what stands in the tab’s storage may be anything', () => {
    for (const text of ['{', '7', '[1,null]']) {
      const { session } = keptApart()
      session.setItem('DISMISSED_NOTICES', text)
      const model = new AnnouncementsModel(session)
      model.apply(told(PAUSE))
      expect(model.shown.value).toEqual([PAUSE])
    }
  })
})
