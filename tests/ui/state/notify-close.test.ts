import { describe, expect, test } from 'vitest'
import type { Qty } from '../../../src/domain/decimal'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { NOTIFY_CLOSES, NotifyCloses, type NotifyClose } from '../../../src/ui/state/notify-close'
import type { Notice } from '../../../src/workers/hub-events'
import { orderOf } from '../fixtures'

const KEEPS = { keepsChart: true }

function storage() {
  const texts = new Map<string, unknown>()
  return {
    texts,
    read: async (key: string) => texts.get(key),
    save: async (key: string, value: unknown) => void texts.set(key, value),
  }
}

const notice = (kind: Notice['kind'], change: object = {}): Notice => ({
  id: kind,
  kind,
  order: orderOf('o-1', { leavesQty: '0' as Qty, ...change }),
  intent: null,
  rejection: null,
  timeMs: 0,
})

function told(closed: readonly NotifyClose[], one: Notice): boolean {
  const closes = new NotifyCloses({ keepsChart: false })
  for (const name of closed) closes.set(name, true)
  const model = new NoticeModel(() => 0, closes)
  model.apply({ type: 'notice', notice: one })
  return model.toasts.value.length === 1
}

describe('messages that a trader closes (spec §8, order messages)', () => {
  test.each([
    ['createOrderNotifyClose', 'orderPlaced'],
    ['modifyOrderNotifyClose', 'orderAmended'],
    ['cancelOrderNotifyClose', 'orderCanceled'],
    ['tradeNotifyClose', 'orderFilled'],
    ['tradeNotifyClose', 'orderPartiallyFilled'],
  ] as const)('%s leaves out %s, and no other setting does', (name, kind) => {
    const ended = kind === 'orderCanceled' ? { status: 'canceled', cancelType: 'CancelByUser' } : {}
    const one = notice(kind, ended)
    expect(told([], one)).toBe(true)
    expect(told([name], one)).toBe(false)
    expect(
      told(
        NOTIFY_CLOSES.filter((other) => other !== name),
        one,
      ),
    ).toBe(true)
  })

  test('a failure is told all the same', () => {
    expect(told(NOTIFY_CLOSES, notice('orderRejected'))).toBe(true)
    expect(told(NOTIFY_CLOSES, notice('orderFilled', { createType: 'CreateByLiq' }))).toBe(true)
  })

  test('the choice is kept by the browser', async () => {
    const browser = storage()
    new NotifyCloses(KEEPS, browser).set('tradeNotifyClose', true)
    const next = new NotifyCloses(KEEPS, browser)
    await Promise.resolve()
    expect([...next.closed.value]).toEqual(['tradeNotifyClose'])
    next.set('tradeNotifyClose', false)
    expect(browser.texts.get('notify-close')).toEqual([])
  })
})
