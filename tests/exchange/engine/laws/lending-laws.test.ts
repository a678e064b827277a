import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { assert } from '../../../../src/base/assert'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { BTC, mark, place, USDT } from '../engine-fixture'
import { COINS, lendingDesk, type LendingDesk } from '../lending/lending-fixture'
import { COIN, pair, PAIR } from '../spot-fixture'

const USERS = ['ann', 'bob', 'cid'] as const
const user = fc.constantFrom(...USERS)
const side = fc.constantFrom('buy' as const, 'sell' as const)
const ticks = fc.integer({ min: 440_000, max: 560_000 })

const command: fc.Arbitrary<EngineCommand> = fc.oneof(
  fc
    .record({ account: user, side, ticks, lots: fc.integer({ min: 1, max: 3_000 }), isLeverage: fc.boolean() })
    .map(({ account, isLeverage, ...terms }) => pair(account, { ...terms, ...(isLeverage ? { isLeverage } : {}) })),
  fc
    .record({ account: user, side, ticks, lots: fc.integer({ min: 1, max: 5_000 }) })
    .map(({ account, ...terms }) => place(account, terms)),
  fc.record({ type: fc.constant('cancelAll' as const), account: user, symbol: fc.constantFrom(null, PAIR.symbol) }),
  fc.integer({ min: 200_000, max: 900_000 }).map((price) => mark(price, price, PAIR.symbol)),
  fc.integer({ min: 350_000, max: 700_000 }).map((price) => mark(price)),
  fc.record({ type: fc.constant('interest' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ type: fc.constant('setSpotMargin' as const), account: user, isOn: fc.boolean() }),
  fc.record({
    type: fc.constant('setCollateral' as const),
    account: user,
    coins: fc.constant(['BTC']),
    isOn: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('setMarginMode' as const),
    account: user,
    mode: fc.constantFrom('cross' as const, 'portfolio' as const),
  }),
  fc.constant({ type: 'reviewAccounts' } as const),
  fc.record({
    type: fc.constant('borrow' as const),
    account: user,
    coin: fc.constantFrom('USDT', 'BTC'),
    amountE8: fc.constantFrom(1, COIN / 20, 3_000 * USDT),
  }),
  fc
    .record({
      type: fc.constant('repay' as const),
      account: user,
      coin: fc.constantFrom(null, 'USDT', 'BTC'),
      amountE8: fc.constantFrom(null, 1, 1_000 * USDT),
      isOwnCoinOnly: fc.constantFrom(undefined, true as const),
    })
    .map(({ isOwnCoinOnly, ...rest }) => (isOwnCoinOnly === undefined ? rest : { ...rest, isOwnCoinOnly })),
  fc.record({
    type: fc.constant('credit' as const),
    account: user,
    coin: fc.constant('BTC'),
    amountE8: fc.integer({ min: 1, max: COIN }),
  }),
)

/** What holds after every command, whatever was asked. */
function check({ engine }: LendingDesk): void {
  for (const { coin, sumE8, creditedE8 } of engine.conservation()) {
    assert(sumE8 === creditedE8, `${coin}: ${sumE8} are there, ${creditedE8} were given`)
  }
  for (const account of USERS) {
    const { lends, figures, coins } = engine.lending(account)!
    const wallets = new Map(engine.balances(account).map(({ coin, walletE8 }) => [coin, walletE8]))
    const isCovered = figures !== null && engine.positions(account).length === 0
    for (const { coin, lentE8, interestE8 } of coins) {
      assert(lentE8 >= 0 && interestE8 >= 0, `${account} owes less than nothing of ${coin}`)
      assert(figures !== null || lentE8 + interestE8 === 0, `${account} owes ${coin}, and nothing backs it`)
      assert(!isCovered || (wallets.get(coin) ?? 0) >= 0, `${account} has a debt of ${coin} that no loan shows`)
    }
    assert(!lends || figures !== null, `${account} may borrow, and shares nothing`)
  }
}

describe('laws of lending', () => {
  it('conserve every coin, and leave no debt without a loan', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 20, maxLength: 120 }), (commands) => {
        const desk = lendingDesk()
        for (const one of commands) {
          desk.run(one)
          check(desk)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('go on from any snapshot with the same answers and events', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 10, maxLength: 60 }), fc.nat(), (commands, at) => {
        const desk = lendingDesk()
        const cut = at % commands.length
        for (const one of commands.slice(0, cut)) desk.run(one)
        const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(desk.engine.snapshot())), COINS)
        let nowMs = 1_000_000
        for (const one of commands.slice(cut)) {
          nowMs += 1
          const [kept, restored] = [desk.engine.handle(one, nowMs), again.handle(one, nowMs)]
          assert(JSON.stringify(kept) === JSON.stringify(restored), `${one.type} differs after a restart`)
        }
      }),
      { numRuns: 40 },
    )
  })
})
