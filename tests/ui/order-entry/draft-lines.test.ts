import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import type { Contract } from '../../../src/domain/instrument/contract'
import { draftLines } from '../../../src/ui/order-entry/draft-lines'

const instrument = { symbol: 'BTCUSDT', tickSize: '0.1', lotSize: '0.001', settleCoin: 'USDT' } as unknown as Contract

describe('draftLines (spec §3, pre-order line)', () => {
  const drafts = [
    { kind: 'limit', price: '64000' as Price, qty: '0.01' as Qty, pnl: null },
    { kind: 'stopLoss', price: '63000' as Price, qty: '0.01' as Qty, pnl: '-10' as Money },
  ] as const
  const texts = {
    text: (kind: string, qty: string) => `draft ${kind} ${qty}`,
    place: (side: string) => ({ mark: side, label: (line: string, price: string) => `${side} ${line} at ${price}` }),
    move: (line: string) => `move ${line}`,
  }

  test('has a button for each side that the ticket would send, on the order alone, and it sends that side', () => {
    const sent: string[] = []
    const place = { sides: ['sell'] as const, send: (side: string) => void sent.push(side) }
    const [entry, guard] = draftLines(instrument, drafts, { texts, place })
    expect(entry?.actions).toEqual([{ id: 'sell', mark: 'sell', label: 'sell draft limit 0.010 at 64,000.0' }])
    expect(guard?.actions).toEqual([])
    entry?.onAction?.('sell')
    expect(sent).toEqual(['sell'])
  })

  test('what stands in the ticket is a line of its own, told from what was sent', () => {
    const shown = draftLines(instrument, drafts, {
      texts,
      begin: () => null,
    })
    expect(shown.map(({ kind, dash, tone, text, price }) => [kind, dash, tone, text, price])).toEqual([
      ['preorder', 'dotted', 'muted', 'draft limit 0.010', 64_000],
      ['preorder', 'dotted', 'loss', 'draft stopLoss 0.010', 63_000],
    ])
    expect(shown.map(({ detail }) => detail)).toEqual([null, { text: '−10.00', tone: 'loss' }])
    expect(shown.map(({ move }) => [move?.label, move?.isLive])).toEqual([
      ['move draft limit 0.010', true],
      ['move draft stopLoss 0.010', true],
    ])
    expect(shown.flatMap(({ actions }) => actions)).toEqual([])
  })
})
