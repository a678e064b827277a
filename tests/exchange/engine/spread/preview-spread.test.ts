import { expect, test } from 'vitest'
import { createRandom } from '../../../../src/base/random'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { COINS } from '../lending/lending-fixture'
import { basisOrder, markBoth, openPairSpreads } from './pair-spread-fixture'
import { openSpreads, spreadOrder } from './spread-fixture'

const MODES = ['cross', 'portfolio', 'accountWide'] as const

interface Walk {
  readonly engine: MatchingEngine
  order(account: string, terms: Terms): Extract<EngineCommand, { type: 'place' }>
  move(off: number): void
}

type Terms = Partial<Extract<EngineCommand, { type: 'place' }>> & { readonly off: number }

const USERS = ['ann', 'bob', 'cat'] as const

const ofFutures = (): Walk => {
  const engine = openSpreads(USERS)
  return {
    engine,
    order: (account, { off, ...terms }) =>
      spreadOrder(account, { ...terms, ticks: terms.orderType === 'market' ? 0 : 200 + off }),
    move: (off) =>
      void engine.handle({ type: 'mark', symbol: 'BTCUSDT', markTicks: 500_000 + off, indexTicks: 500_000 }, 9),
  }
}

const ofPair = (): Walk => {
  const engine = openPairSpreads(USERS, 100_000, COINS)
  return {
    engine,
    order: (account, { off, ...terms }) =>
      basisOrder(account, { ...terms, lots: 10 * (terms.lots ?? 1), ticks: terms.orderType === 'market' ? 0 : off }),
    move: (off) => markBoth(engine, 500_000 + off),
  }
}

test.each(MODES.flatMap((mode) => [['of futures', mode, ofFutures] as const, ['with a pair', mode, ofPair] as const]))(
  'random spreads %s in %s, previewed and placed: to the last unit the balances that they leave',
  (_name, mode, open) => {
    const { engine, order, move } = open()
    const random = createRandom(20_261_129)
    const below = (count: number): number => Math.floor(random.next() * count)
    const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
    if (mode !== 'cross')
      for (const account of USERS)
        engine.handle(
          {
            type: 'setMarginMode',
            account,
            mode: 'portfolio',
            ...(mode === 'accountWide' ? { accountWide: true as const } : {}),
          },
          8,
        )
    const seen = { refused: 0, filled: 0, partly: 0, rests: 0 }
    for (let at = 0; at < 600; at++) {
      if (at % 20 === 0) move(below(400) - 200)
      const account = pick(USERS)
      const command = order(account, {
        off: below(40) - 20,
        side: pick(['buy', 'sell'] as const),
        lots: 1 + below(60),
        ...(random.next() < 0.2
          ? { orderType: 'market' as const, timeInForce: 'immediateOrCancel' as const }
          : { timeInForce: pick(['goodTillCancel', 'goodTillCancel', 'postOnly', 'fillOrKill'] as const) }),
      })
      // The whole state is long; that looking changes nothing is asked of each twentieth.
      const before = at % 20 === 0 ? JSON.stringify(engine.snapshot()) : null
      const { refusal, after } = engine.preview(command)!
      if (before !== null) expect(JSON.stringify(engine.snapshot()), `order ${at} was looked at alone`).toBe(before)
      const { result } = engine.handle(command, 10)
      expect(refusal, `order ${at}`).toEqual(result.ok ? null : result.refusal)
      if (!result.ok) {
        seen.refused++
        continue
      }
      const placed = engine.findOrder(account, { orderId: result.orderId! })!
      if (placed.filledLots === placed.lots) seen.filled++
      else if (placed.filledLots > 0) seen.partly++
      else if (placed.status === 'new') seen.rests++
      const real = engine.balances(account)
      expect(
        after!.map((row) => ({ ...row, cumRealisedE8: 0 })),
        `order ${at}`,
      ).toEqual(real.map((row) => ({ ...row, cumRealisedE8: 0 })))
    }
    expect(Math.min(seen.filled, seen.partly, seen.rests)).toBeGreaterThan(10)
  },
)
