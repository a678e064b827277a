import { expect } from 'vitest'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import type { Desk } from './desk'

const ICP = 'ICPUSDT' as InstrumentSymbol

/**
 * Another device of the account takes most of its 100,000 USDT while a ticket is looked at: 15.8 BTC at 62,000 and 10× are
 * 97,960 of margin, 0.055 % of 979,600 (538.78) to open and the same of nine tenths of it (484.90) to close.
 *
 * What is left, 1,016.32, is enough for one part of the ticket's order: 1,500 ICP, the largest order there is, at 5.2 and
 * 10× are 780, and 8.15 with both fees.
 */
export async function saysWhatIsMissing(desk: Desk): Promise<void> {
  await desk.placeByProgram(1, { price: '62000' as Price, qty: '15.8' as Qty })
  await desk.takes({ symbol: ICP, price: '5.2' as Price, qty: '4500' as Qty, isSplit: true })
  const words = 'ICPUSDT: 1 of 3 orders were placed. 3,000 of 4,500 ICP were not. Insufficient balance: '
  await expect.poll(() => desk.toasts().join(' | '), { timeout: 15_000 }).toContain(words)
}
