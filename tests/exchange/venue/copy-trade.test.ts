import { expect, test } from 'vitest'
import type { NewOrder } from '../../../src/domain/order/new-order'
import { openVenue, START_MS, tick } from './lib'

// Spreads have a code of their own for it: tests/exchange/engine/spread/spread-refusals.test.ts.
test('a copy-trade account trades USDT perpetuals and no other listed contract or pair', () => {
  const venue = openVenue({ markets: 'all', families: ['spot'] })
  const nowMs = tick(venue, START_MS, 2)
  venue.apply({ type: 'openAccount', account: 'cat', kind: 'copy', name: 'Cat' }, nowMs)
  const tried = new Map<string, Set<string>>()
  for (const { symbol, kind, minQty } of venue.instruments()) {
    const order = {
      symbol,
      side: 'buy',
      type: 'market',
      price: null,
      qty: minQty,
      timeInForce: 'immediateOrCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    } as NewOrder
    const answer = venue.apply({ type: 'place', account: 'cat', linkId: `copy-${symbol}`, order }, nowMs)
    const said = answer.result.ok ? 'taken' : answer.result.refusal.kind
    // What does not trade at all says that first.
    if (said !== 'symbolNotTrading') tried.set(kind, (tried.get(kind) ?? new Set()).add(said))
  }
  const { linearPerpetual, ...others } = Object.fromEntries([...tried].map(([kind, said]) => [kind, [...said]]))
  expect(linearPerpetual).toContain('taken')
  expect(linearPerpetual).not.toContain('notCopyTraded')
  expect(Object.keys(others).length).toBeGreaterThan(4)
  for (const [kind, said] of Object.entries(others)) expect([kind, said]).toEqual([kind, ['notCopyTraded']])
})
