import { expect, test } from 'vitest'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import type { Notice } from '../../../src/workers/hub-events'
import { intentOf } from '../fixtures'

function told(model: NoticeModel, notice: Pick<Notice, 'id' | 'kind'> & Partial<Notice>): void {
  model.apply({ type: 'notice', notice: { order: null, intent: null, rejection: null, timeMs: 0, ...notice } })
}

const kinds = (model: NoticeModel) => model.toasts.value.map((toast) => (toast.from === 'hub' ? toast.notice.kind : ''))

test('that a press is looked for is no longer said once its end is known, and of others it still is', () => {
  const model = new NoticeModel(() => 0)
  told(model, { id: 'a:unknown', kind: 'orderUnknown', intent: intentOf('a', 'unknown') })
  told(model, { id: 'b:changeUnknown', kind: 'changeUnknown', change: 'cancel' })
  model.endDoubts(new Set(['a', 'b']))
  expect(kinds(model)).toEqual(['orderUnknown', 'changeUnknown'])
  told(model, { id: 'a:notPlaced', kind: 'orderNotPlaced', intent: intentOf('a', 'notPlaced') })
  model.endDoubts(new Set(['b']))
  expect(kinds(model)).toEqual(['changeUnknown', 'orderNotPlaced'])
  model.endDoubts(new Set())
  expect(kinds(model)).toEqual(['orderNotPlaced'])
})
