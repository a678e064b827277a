import { expect, test } from 'vitest'
import { OrderActions } from '../../../src/ui/trading-kit/order-actions'
import { AccountModel } from '../../../src/ui/state/account-model'
import type { App } from '../../../src/ui/state/app-context'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import type { ChangeState } from '../../../src/workers/presses'
import { orderOf } from '../fixtures'

test('a row is unknown until the hub has found out, also where that leaves the order as it was (O12)', async () => {
  const account = new AccountModel()
  const hub = { api: { cancelOrder: () => Promise.resolve({ kind: 'unknown' }) } }
  const actions = new OrderActions({ hub, notices: new NoticeModel(() => 0), account } as unknown as App)
  const order = orderOf('o-1')
  const { symbol, id: orderId, linkId: orderLinkId } = order
  const change = { kind: 'cancel', order: { symbol, orderId, orderLinkId } } as const
  const told = (changes: readonly ChangeState[]): void =>
    account.apply({ type: 'intents', intents: [], changes, reverses: [] })
  await actions.cancel(order)
  // As where the hub died with the press: nobody else knows of it yet.
  expect(actions.pendingOf(order)).toBe('unknown')
  told([{ id: orderLinkId!, change, pressedAtMs: 0, state: 'unknown' }])
  expect(actions.pendingOf(order)).toBe('unknown')
  told([])
  expect(actions.pendingOf(order)).toBeNull()
})
