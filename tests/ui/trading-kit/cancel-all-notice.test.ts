import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { OrderActions } from '../../../src/ui/trading-kit/order-actions'
import { i18n } from '../../../src/ui/i18n/instance'
import { toastText } from '../../../src/ui/notices/toast-text'
import { AccountModel } from '../../../src/ui/state/account-model'
import type { App } from '../../../src/ui/state/app-context'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import type { Outcome } from '../../../src/workers/presses'
import { orderOf } from '../fixtures'

beforeAll(async () => {
  const file = new URL('../../../locales/en/notices.json', import.meta.url)
  const notices = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  await i18n.init({ lng: 'en', resources: { en: { notices } }, interpolation: { escapeValue: false } })
})

/** Presses "Cancel all" above so many open orders. @returns the words of the toast, and whether it interrupts */
async function toldOf(open: number, outcome: Outcome<number>): Promise<readonly [title: string, failure: boolean]> {
  const model = new NoticeModel(() => 0)
  const hub = { api: { cancelAll: () => Promise.resolve(outcome) } } as unknown as App['hub']
  const actions = new OrderActions({ hub, notices: model, account: new AccountModel() })
  const shown = Array.from({ length: open }, (_, i) => orderOf(`o-${i}`))
  await actions.cancelAll(null, 'all', shown)
  expect(model.toasts.value).toHaveLength(1)
  const { title, failure } = toastText(model.toasts.value[0]!, new Map())
  return [title, failure]
}

const canceled = (value: number): Outcome<number> => ({ kind: 'accepted', value })

describe('what is told of a cancel-all (O15, and 500 a request)', () => {
  test('all that were shown, or more that came meanwhile', async () => {
    expect(await toldOf(3, canceled(3))).toEqual(['Cancelled orders: 3', false])
    expect(await toldOf(3, canceled(4))).toEqual(['Cancelled orders: 4', false])
  })

  test('500 of 520: one request takes no more, and 520 − 500 are left', async () => {
    const words = 'Cancelled orders: 500. 20 are still open: one request cancels 500 at most. Cancel again.'
    expect(await toldOf(520, canceled(500))).toEqual([words, true])
  })

  test.each([
    // 7 − 4 and 520 − 499: below 500 it is not the bound of a request.
    [7, 4, 3],
    [520, 499, 21],
    [3, 0, 3],
  ])('of %i orders %i: the bound is not to blame for the %i others', async (open, done, left) => {
    const [title, failure] = await toldOf(open, canceled(done))
    expect(title).toBe(
      `Cancelled orders: ${done} of ${open}. ${left} were not cancelled, and the exchange gave no reason. ` +
        'Check which are still open, then cancel again.',
    )
    expect(failure).toBe(true)
  })

  test('a refusal has its own reason', async () => {
    const rejection = { code: 10006, reason: 'refusedByExchange', message: 'busy', ext: {} } as const
    const [title, failure] = await toldOf(7, { kind: 'refused', rejection })
    expect(title).toMatch(/^The orders were not cancelled\. /)
    expect(title).not.toContain('500')
    expect(failure).toBe(true)
  })
})
