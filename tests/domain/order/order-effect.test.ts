import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Side } from '../../../src/domain/order/order'
import { namedEffect, orderEffect, type OrderEffect } from '../../../src/domain/order/order-effect'
import type { PositionMode } from '../../../src/domain/position/position'
import { AccountModel } from '../../../src/ui/state/account-model'
import { BTCUSDT, positionOf } from '../../ui/fixtures'

function accountIn(mode: PositionMode): AccountModel {
  const account = new AccountModel()
  const indexes = mode === 'hedge' ? ([1, 2] as const) : ([0] as const)
  account.apply({
    type: 'positions',
    positions: indexes.map((positionIdx) => positionOf({ positionIdx })),
    isSnapshot: true,
  })
  return account
}

const file = new URL('../../../locales/en/trade.json', import.meta.url)
const words = (JSON.parse(readFileSync(file, 'utf8')) as { readonly effect: Readonly<Record<OrderEffect, string>> })
  .effect

/** [mode, reduce-only, side, words on the button, position of the order: 0 one-way, 1 long, 2 short] */
const TABLE: readonly (readonly [PositionMode, boolean, Side, string, 0 | 1 | 2])[] = [
  ['oneWay', false, 'buy', 'Buy / Long', 0],
  ['oneWay', false, 'sell', 'Sell / Short', 0],
  ['oneWay', true, 'buy', 'Buy / Close short', 0],
  ['oneWay', true, 'sell', 'Sell / Close long', 0],
  ['hedge', false, 'buy', 'Buy / Long', 1],
  ['hedge', false, 'sell', 'Sell / Short', 2],
  ['hedge', true, 'buy', 'Buy / Close short', 2],
  ['hedge', true, 'sell', 'Sell / Close long', 1],
]

describe('what a button says of its order (issue 19.6)', () => {
  test.each(TABLE)('%s, reduce-only %s, %s: "%s", position %i', (mode, isReducing, side, text, positionIdx) => {
    expect(words[orderEffect({ side, isReducing })]).toBe(text)
    // The words name the position that the order is sent for.
    expect(accountIn(mode).positionIdx(BTCUSDT, side, isReducing)).toBe(positionIdx)
    // An order of hedge mode says the same by the position that it names, one of one-way mode nothing.
    const named = namedEffect({ side, positionIdx })
    expect(named === null ? null : words[named]).toBe(mode === 'hedge' ? text : null)
  })
})
