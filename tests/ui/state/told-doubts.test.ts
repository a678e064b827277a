import { expect, test } from 'vitest'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import type { Notice } from '../../../src/workers/hub-events'
import { intentOf, orderOf } from '../fixtures'

function told(model: NoticeModel, notice: Pick<Notice, 'id' | 'kind'> & Partial<Notice>): void {
  model.apply({ type: 'notice', notice: { order: null, intent: null, rejection: null, timeMs: 0, ...notice } })
}

const kinds = (model: NoticeModel) => model.toasts.value.map((toast) => (toast.from === 'hub' ? toast.notice.kind : ''))

test('that a press is looked for is no longer said once its end is told, and of another press it still is', () => {
  const model = new NoticeModel(() => 0)
  const doubt = (press: string): void =>
    told(model, { id: `${press}:unknown`, kind: 'orderUnknown', intent: intentOf(press, 'unknown') })
  doubt('a')
  doubt('b')
  told(model, { id: 'a:notPlaced', kind: 'orderNotPlaced', intent: intentOf('a', 'notPlaced') })
  expect(kinds(model)).toEqual(['orderUnknown', 'orderNotPlaced'])
  // An order that the look-up found filled is told by its fill, which knows the press by the order's own id.
  told(model, { id: 'fill-1', kind: 'orderFilled', order: { ...orderOf('o'), linkId: intentOf('b', 'unknown').id } })
  expect(kinds(model)).toEqual(['orderNotPlaced', 'orderFilled'])
})

test('so it is of a change', () => {
  const model = new NoticeModel(() => 0)
  told(model, { id: 'c:changeUnknown', kind: 'changeUnknown', change: 'cancel' })
  told(model, { id: 'c:changeRefused', kind: 'changeRefused', change: 'cancel' })
  expect(kinds(model)).toEqual(['changeRefused'])
})
