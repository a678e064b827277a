import { describe, expect, it } from 'vitest'
import { createEngine } from '../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { AccountKind } from '../../../src/domain/account/wallet'
import { BTC, place, USDT } from './engine-fixture'
import { guard, leg } from './guard-fixture'
import { INVERSE, isolate } from './modes-fixture'

/** A post-only order may be ten times the largest limit order, as published for most contracts. */
const LINEAR = { ...BTC, maxLimitLots: 1_000, maxMarketLots: 400, maxPostOnlyLots: 10_000 }
const KINDS: readonly AccountKind[] = ['uta2', 'uta', 'demo', 'pm', 'copy']

/** Ann of the kind that is tried, and bob who trades with her; each with a million USDT and 10 BTC, at 10×. */
function room(kind: AccountKind) {
  const engine = createEngine([LINEAR, INVERSE])
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1)).result
  for (const [account, of] of [
    ['ann', kind],
    ['bob', 'uta2'],
  ] as const) {
    run({ type: 'openAccount', account, role: 'user', kind: of, defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: 10_000_000 * USDT })
    run({ type: 'credit', account, coin: 'BTC', amountE8: 10 * USDT })
  }
  /** The kind of refusal, or that it was taken. */
  const said = (command: EngineCommand): string => {
    const result = run(command)
    return result.ok ? 'taken' : result.refusal.kind
  }
  /** Ann buys from bob. */
  const deal = (lots: number, symbol = 'BTCUSDT') => {
    for (let left = lots; left > 0; left -= 400) {
      const terms = { lots: Math.min(left, 400), symbol }
      run(place('bob', { ...terms, side: 'sell' }))
      run(place('ann', terms))
    }
  }
  return { engine, run, said, deal }
}

/** What each kind is answered. */
const byKind = (ask: (kind: AccountKind) => string) => Object.fromEntries(KINDS.map((kind) => [kind, ask(kind)]))

describe('the exchange repeats the rules of its client (I14)', () => {
  it('lets UTA2 accounts alone bound their slippage (spec §6)', () => {
    const order = place('ann', { orderType: 'market', lots: 10, slippage: { unit: 'tick', value: 10 } })
    const answers = byKind((kind) => {
      const { run, said } = room(kind)
      run(place('bob', { side: 'sell' }))
      return said(order)
    })
    const no = 'slippageNotAllowed'
    expect(answers).toEqual({ uta2: 'taken', uta: no, demo: no, pm: no, copy: no })
  })

  it('lets copy-trade accounts trade what is copied alone, and every other account that too', () => {
    const engine = createEngine([LINEAR, { ...INVERSE, isCopyTraded: false }])
    const answers = byKind((kind) => {
      engine.handle({ type: 'openAccount', account: kind, role: 'user', kind, defaultLeverageE2: 1_000 }, 1_000)
      for (const coin of ['USDT', 'BTC'])
        engine.handle({ type: 'credit', account: kind, coin, amountE8: 1_000 * USDT }, 1_000)
      const said = [BTC.symbol, INVERSE.symbol].map((symbol) => {
        const { result } = engine.handle(place(kind, { symbol, lots: 1 }), 1_000)
        return result.ok || result.refusal.kind !== 'notCopyTraded' ? 'may' : 'may not'
      })
      return said.join(', ')
    })
    const both = 'may, may'
    expect(answers).toEqual({ uta2: both, uta: both, demo: both, pm: both, copy: 'may, may not' })
  })

  it('holds the legs of a position to the same (decisions 23)', () => {
    const bounded = guard('ann', { takeProfit: leg(510_000, { slippage: { unit: 'tick', value: 10 } }) })
    const answers = byKind((kind) => {
      const { deal, said } = room(kind)
      deal(10)
      return said(bounded)
    })
    expect(answers).toMatchObject({ uta2: 'taken', demo: 'slippageNotAllowed', uta: 'slippageNotAllowed' })
  })

  it('bounds post-only orders of unified accounts that do not practise by their own maximum (spec §6)', () => {
    const ask = (lots: number) =>
      byKind((kind) => room(kind).said(place('ann', { timeInForce: 'postOnly', ticks: 490_000, lots })))
    const no = 'qtyInvalid'
    expect(ask(1_000)).toEqual({ uta2: 'taken', uta: 'taken', demo: 'taken', pm: 'taken', copy: 'taken' })
    expect(ask(10_000)).toEqual({ uta2: 'taken', uta: 'taken', demo: no, pm: 'taken', copy: no })
    expect(ask(10_001)).toEqual({ uta2: no, uta: no, demo: no, pm: no, copy: no })
  })

  it('bounds a partial set of a demo account by its largest order, elsewhere by the position (spec §5)', () => {
    const set = (kind: AccountKind, lots: number, orderType: 'market' | 'limit') => {
      const { deal, said } = room(kind)
      deal(1_600)
      const takeProfit = leg(510_000, { orderType, limitTicks: orderType === 'limit' ? 511_000 : 0 })
      return said(guard('ann', { mode: 'partial', lots, takeProfit }))
    }
    expect([set('demo', 400, 'market'), set('demo', 401, 'market')]).toEqual(['taken', 'qtyInvalid'])
    expect([set('demo', 1_000, 'limit'), set('demo', 1_001, 'limit')]).toEqual(['taken', 'qtyInvalid'])
    expect([set('uta2', 1_600, 'market'), set('uta2', 1_601, 'market')]).toEqual(['taken', 'qtyInvalid'])
  })

  it('keeps the margin mode where a contract has one alone (spec §4)', () => {
    const cross = { type: 'setMarginMode', account: 'ann', mode: 'cross' } as const
    const mode = byKind((kind) => room(kind).said(isolate('ann')))
    const no = 'marginModeRefused'
    expect(mode).toEqual({ uta2: 'taken', uta: no, demo: 'taken', pm: 'portfolioMargin', copy: 'taken' })

    // Isolated, a contract that is not linear has no other mode; a linear one has both.
    const back = (kind: AccountKind, symbol: string) => {
      const { run, said, deal } = room(kind)
      run(isolate('ann'))
      deal(10, symbol)
      return said(cross)
    }
    expect([back('uta2', 'BTCUSD'), back('uta2', 'BTCUSDT'), back('demo', 'BTCUSD')]).toEqual([no, 'taken', 'taken'])
  })

  it('says the leverage that a size allows, where a lower one would do', () => {
    const { run } = room('uta2')
    run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 10_000 })
    // 50,000 × 41 = 2,050,000 USDT: beyond the 2,000,000 of 100×, within the 2,600,000 of 90× (the tiers of 2024).
    for (let n = 0; n < 4; n++) run(place('ann', { timeInForce: 'postOnly', lots: 10_000 }))
    expect(run(place('ann', { timeInForce: 'postOnly', lots: 1_000 }))).toEqual({
      ok: false,
      refusal: { kind: 'riskLimitExceeded', limitE8: 2_000_000 * USDT, maxLeverageE2: 9_000 },
    })
  })
})
