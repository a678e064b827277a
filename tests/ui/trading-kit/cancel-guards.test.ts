import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OrderId } from '../../../src/domain/order/order'
import { i18n } from '../../../src/ui/i18n/instance'
import { toastText } from '../../../src/ui/notices/toast-text'
import { AccountModel } from '../../../src/ui/state/account-model'
import type { App } from '../../../src/ui/state/app-context'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { OrderActions } from '../../../src/ui/trading-kit/order-actions'
import type { Outcome } from '../../../src/workers/presses'
import { orderOf } from '../fixtures'

beforeAll(async () => {
  const file = new URL('../../../locales/en/notices.json', import.meta.url)
  const notices = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  await i18n.init({ lng: 'en', resources: { en: { notices } }, interpolation: { escapeValue: false } })
})

const accepted = (id: string): Outcome<OrderId> => ({ kind: 'accepted', value: id as OrderId })
const REFUSED: Outcome<OrderId> = {
  kind: 'refused',
  rejection: { code: 110001, reason: 'refusedByExchange', message: '', ext: {} },
}

/** Cancels two guards with these ends, each told by the hub too. @returns what is said */
async function said(outcomes: readonly Outcome<OrderId>[], isAll: boolean): Promise<readonly string[]> {
  const notices = new NoticeModel(() => 0)
  const answers = [...outcomes]
  const hub = { api: { cancelOrder: () => Promise.resolve(answers.shift()) } } as unknown as App['hub']
  const guards = outcomes.map((_, i) => orderOf(`g-${i}`, { stopOrderType: 'partialStopLoss' }))
  await new OrderActions({ hub, notices, account: new AccountModel() }).cancelGuards(guards, { isAll })
  outcomes.forEach((outcome, i) => {
    if (outcome.kind !== 'accepted') return
    const order = orderOf(`g-${i}`, { status: 'canceled', cancelType: 'CancelByUser' })
    const notice = { id: `n-${i}`, kind: 'orderCanceled', order, intent: null, rejection: null, timeMs: 0 } as const
    notices.apply({ type: 'notice', notice })
  })
  return notices.toasts.value.map((toast) => {
    const { title, body } = toastText(toast, new Map())
    return `${title}: ${body}`
  })
}

describe('what is said of cancelled TP/SL (spec §8, trading dialogs)', () => {
  test('all: CancelAllSuccess, once for however many there were', async () => {
    const words = ['All TP/SL cancelled: BTCUSDT: no partial TP/SL is left.']
    expect(await said([accepted('g-0'), accepted('g-1')], true)).toEqual(words)
  })

  test('one set: cancelSuccess under orderCreateSuccessTitle', async () => {
    expect(await said([accepted('g-0'), accepted('g-1')], false)).toEqual(['Done: TP/SL of BTCUSDT is cancelled'])
  })

  test('one that was not: CancelFailure with its reason', async () => {
    expect(await said([accepted('g-0'), REFUSED], true)).toEqual([
      'Not all TP/SL was cancelled. The order no longer exists.: ',
    ])
  })

  test('what nobody knows is not said to be done', async () => {
    expect(await said([{ kind: 'unknown' }, accepted('g-1')], true)).toEqual([])
  })
})
