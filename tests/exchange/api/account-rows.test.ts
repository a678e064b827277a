import { describe, expect, test } from 'vitest'
import type { Rate } from '../../../src/domain/decimal'
import type { Order, OrderLinkId } from '../../../src/domain/order/order'
import { writeOrder } from '../../../src/wire/shape/order'
import { AccountRows } from '../../../exchange/api/feeds/native/account-rows'
import type { Venue } from '../../../exchange/venue/venue-port'
import { orderOf } from '../../ui/fixtures'
import { BTCUSDT } from './lib/fake-journal'

/** What the app and the exchange give a frame. */
const FRAME_MAX = 8 << 20

function rowsOf() {
  const asked: string[] = []
  const venue = {
    marginMode: () => 'cross',
    feeTier: () => ({ takerFeeRate: '0.00055' as Rate, makerFeeRate: '0.0002' as Rate }),
    positions: (_account: string, symbol: string) => {
      asked.push(symbol)
      return []
    },
  } as unknown as Venue
  const told = { orders: new Map<string, Order>(), position: () => null, kind: () => 'uta2' as const }
  return { asked, rows: new AccountRows('account', venue, () => BTCUSDT, told) }
}

/** With ids as long as they may be. */
const ordersOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    order: orderOf(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, {
      linkId: `link-${String(n).padStart(31, '0')}` as OrderLinkId,
    }),
    action: null,
  }))

describe('a snapshot of user.order', () => {
  test('has the figures of each order, and asks for a contract’s leverage once', () => {
    const { rows, asked } = rowsOf()
    const written = rows.orders(ordersOf(1_000))
    expect(written).toHaveLength(1_000)
    expect(written[999]).toMatchObject({ accountMode: expect.any(Number), orderIM: expect.any(String) })
    expect(asked).toEqual(['BTCUSDT'])
  })

  test('of the most orders that an account may have open fits into a frame: its rows are plain', () => {
    const { rows, asked } = rowsOf()
    const told = ordersOf(10_000)
    const written = rows.orders(told)
    expect(JSON.stringify(written).length).toBeLessThan(FRAME_MAX)
    expect(written[0]).toEqual(writeOrder(told[0]!.order, 'native'))
    expect(asked).toEqual([])
  })
})
