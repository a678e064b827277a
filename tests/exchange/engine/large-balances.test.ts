import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { createEngine, restoreEngine } from '../../../exchange/engine/create-engine'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { VALUE_MAX_E8 } from '../../../exchange/engine/scaled'
import { BTC, mark, place, USDT } from './engine-fixture'

/** A contract whose tiers do not end before the bound of position values does. */
const WIDE: EngineInstrument = { ...BTC, tiers: [{ ...BTC.tiers[0]!, limitE8: VALUE_MAX_E8 }] }

/** An engine that follows what it publishes: the transaction log of one account, and what each row says is left. */
function followed(users: Readonly<Record<string, number>>) {
  const engine = createEngine([WIDE])
  let nowMs = 1_000
  const log = new Map<string, { sum: bigint; last: bigint }>()
  const follow = (account: string, change: number, walletE8: number): void => {
    const row = log.get(account) ?? { sum: 0n, last: 0n }
    log.set(account, { sum: row.sum + BigInt(change), last: BigInt(walletE8) })
  }
  const read = (events: readonly EngineEvent[]): void => {
    for (const event of events) {
      if (event.type === 'credit') follow(event.account, event.amountE8, event.walletE8)
      if (event.type !== 'execution') continue
      const { account, closedPnlE8, feeE8, walletE8 } = event.execution
      follow(account, closedPnlE8 - feeE8, walletE8)
    }
  }
  const run = (command: Parameters<typeof engine.handle>[0]) => {
    const outcome = engine.handle(command, (nowMs += 1))
    read(outcome.events)
    return outcome.result
  }
  for (const [account, walletE8] of Object.entries(users)) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 10_000 })
    if (walletE8 > 0) run({ type: 'credit', account, coin: 'USDT', amountE8: walletE8 })
  }
  return { engine, run, log, balance: (account: string) => engine.balances(account)[0]! }
}

describe('a wallet at and beyond 2^52 units of 1e-8', () => {
  test('a gain that takes the wallet past 2^52 units stays in the wallet', () => {
    const start = 45_035_990 * USDT
    const { run, balance, log, engine } = followed({ ann: start, bob: 100_000 * USDT })
    run(mark(600_000))
    run(place('bob', { side: 'sell', ticks: 600_000, lots: 1_000 }))
    run(place('ann', { ticks: 600_000, lots: 1_000 }))
    run(mark(612_000))
    // 1 BTC bought at 60,000, worth 61,200: 1,200 more, and 0.055 % of 60,000 = 33 paid.
    expect(balance('ann')).toMatchObject({ walletE8: start - 33 * USDT, unrealisedE8: 1_200 * USDT })
    run(place('bob', { ticks: 612_000, lots: 1_000 }))
    run(place('ann', { side: 'sell', ticks: 612_000, lots: 1_000, reduceOnly: true }))
    // 0.055 % of 61,200 = 33.66.
    expect(balance('ann').walletE8).toBe(start + 1_200 * USDT - 33 * USDT - 3_366_000_000)
    expect(balance('ann').availableE8).toBe(balance('ann').walletE8)
    expect(log.get('ann')).toEqual({ sum: BigInt(balance('ann').walletE8), last: BigInt(balance('ann').walletE8) })
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('paper money is refused past the bound with the bound and the room that is left', () => {
    const { run, balance } = followed({ ann: VALUE_MAX_E8 - 5 })
    const add = (amountE8: number) => run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8 })
    expect(add(6)).toEqual({ ok: false, refusal: { kind: 'walletFull', limitE8: VALUE_MAX_E8, roomE8: 5 } })
    expect(add(5)).toEqual({ ok: true })
    expect(add(1)).toMatchObject({ refusal: { kind: 'walletFull', roomE8: 0 } })
    expect(balance('ann').walletE8).toBe(VALUE_MAX_E8)
  })

  test('a snapshot of an earlier build gives back what that build had set aside', () => {
    const { engine, balance } = followed({ ann: 10 })
    const saved = JSON.parse(JSON.stringify(engine.snapshot())) as {
      accounts: { account: string; cash: { walletE8: number; reserveChunks?: number }[] }[]
    }
    const cash = saved.accounts.find(({ account }) => account === 'ann')!.cash[0]!
    cash.reserveChunks = 3
    // Three chunks of 2^51 units beside the ten.
    expect(restoreEngine([WIDE], saved).balances('ann')[0]!.walletE8).toBe(3 * 2 ** 51 + 10)
    expect(balance('ann').walletE8).toBe(10)
  })

  test('a position beyond the bound of values is refused with the bound, and beyond 2^53 its result is not cut', () => {
    const sellers = ['bob', 'cat', 'dan']
    const { run, balance, engine, log } = followed({
      ann: VALUE_MAX_E8,
      ...Object.fromEntries(sellers.map((name) => [name, VALUE_MAX_E8])),
    })
    run(mark(600_000))
    // 750 BTC at 60,000 = 45,000,000 USDT; the bound is 45,035,996.27, so 1 BTC more is too much.
    for (const name of sellers) run(place(name, { side: 'sell', ticks: 600_000, lots: 250_000 }))
    run(place('ann', { ticks: 600_000, lots: 750_000 }))
    expect(run(place('ann', { ticks: 600_000, lots: 1_000 }))).toEqual({
      ok: false,
      refusal: { kind: 'riskLimitExceeded', limitE8: VALUE_MAX_E8 },
    })
    // 750 × (150,000 − 60,000): her position is worth 112,500,000, more than 2^53 units.
    run(mark(1_500_000))
    expect(balance('ann').unrealisedE8).toBe(67_500_000 * USDT)
    // All of it is sold, each fill worth no more than the bound.
    const fees = 0.00055 * 45_000_000 + 0.00055 * 112_500_000
    for (const name of sellers) run(place(name, { ticks: 1_500_000, lots: 250_000 }))
    run(place('ann', { side: 'sell', ticks: 1_500_000, lots: 750_000, reduceOnly: true }))
    expect(balance('ann').walletE8).toBe(VALUE_MAX_E8 + (67_500_000 - fees) * USDT)
    expect(log.get('ann')!.sum).toBe(BigInt(balance('ann').walletE8))
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })
})

/**
 * Random histories of money in, trades and moving prices, with wallets from one unit to far beyond 2^53. What is
 * published has to add up, from the events alone.
 */
describe('no unit is lost at any balance', () => {
  const STEPS = 3_000
  test.each([1, 2, 3, 4])(`${STEPS} random commands, seed %i`, (seed) => {
    const random = createRandom(20_261_123 + seed)
    const below = (count: number): number => Math.floor(random.next() * count)
    const starts = { tiny: 1, small: 5_000 * USDT, large: VALUE_MAX_E8 - 1_000, full: VALUE_MAX_E8 }
    const names = Object.keys(starts)
    let { engine, run, log, balance } = followed(starts)
    let ticks = 600_000
    let largest = 0
    run(mark(ticks))
    for (let i = 0; i < STEPS; i++) {
      const account = names[below(names.length)]!
      const kind = below(20)
      const lots = 10 ** below(6) * (1 + below(7))
      if (kind < 2) {
        const room = VALUE_MAX_E8 - balance(account).walletE8
        const amountE8 = Math.max(1, Math.min(room, 10 ** below(16)))
        expect(run({ type: 'credit', account, coin: 'USDT', amountE8 }).ok).toBe(room >= amountE8)
      } else if (kind < 6) {
        ticks = Math.max(100_000, Math.min(2_000_000, Math.round(ticks * (0.9 + random.next() * 0.2))))
        run(mark(ticks))
      } else {
        const side = random.next() < 0.5 ? 'buy' : 'sell'
        run(place(account, { side, ticks: ticks + below(21) - 10, lots, reduceOnly: random.next() < 0.3 }))
      }
      for (const name of names) {
        const { walletE8 } = balance(name)
        largest = Math.max(largest, walletE8)
        // Beyond 2^53 a number holds the nearest even unit; the log is added up exactly all the same.
        const { sum, last } = log.get(name)!
        expect(Number(sum), `${name} at step ${i}`).toBe(walletE8)
        expect(Number(last)).toBe(walletE8)
      }
      for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8, `step ${i}`).toBe(creditedE8)
      if (i === STEPS / 2) {
        const again = restoreEngine([WIDE], JSON.parse(JSON.stringify(engine.snapshot())))
        expect(again.conservation()).toEqual(engine.conservation())
        for (const name of names) expect(again.balances(name)).toEqual(engine.balances(name))
      }
    }
    expect(largest).toBeGreaterThan(VALUE_MAX_E8)
  })
})
