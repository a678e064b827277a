import { expect, it } from 'vitest'
import { createEngine, restoreEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import type { EngineOrder } from '../../../../exchange/engine/records/order-records'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { createRandom } from '../../../../src/base/random'
import { BTC, mark, place, USDT } from '../engine-fixture'
import { COIN, PAIR } from '../spot-fixture'

/** BTCUSD: a lot is one dollar, a tick 0.1: lots ÷ ticks × 10 bitcoins. It settles in what the pair sells. */
const INVERSE: EngineInstrument = {
  ...BTC,
  symbol: 'BTCUSD',
  settleCoin: 'BTC',
  payoff: 'inverse',
  valueUnitE8: 1_000_000_000,
  maxLimitLots: 1_000_000,
  maxMarketLots: 500_000,
  minNotionalE8: 0,
  tiers: BTC.tiers.map((tier) => ({ ...tier, limitE8: tier.limitE8 / 20_000, deductionE8: 0 })),
}
const MARKETS = [BTC, PAIR, INVERSE]
const USERS = ['ann', 'bob', 'eve', 'joe']
const SEEDS = Array.from({ length: 16 }, (_, n) => 20_261_125 + n)
const COMMANDS = 4_000

type Pick = <T>(from: readonly T[]) => T

/** Orders near the middle in all three books, marks that wander, changes and cancels. */
function commandOf(engine: MatchingEngine, random: { next(): number }, middle: number): EngineCommand {
  const pick: Pick = (from) => from[Math.floor(random.next() * from.length)]!
  const account = pick(USERS)
  const symbol = pick(['BTC/USDT', 'BTC/USDT', 'BTCUSDT', 'BTCUSD'])
  const ticks = Math.round(middle * (1 + (random.next() - 0.5) * 0.02))
  const lots = Math.ceil(random.next() ** 3 * (symbol === 'BTCUSD' ? 20_000 : 900))
  const kind = random.next()
  const [order] = engine.openOrders(account, symbol).toSorted(() => random.next() - 0.5)
  if (kind < 0.1) return mark(middle, middle, symbol)
  if (kind < 0.25 && order !== undefined) {
    return { type: 'cancel', account, symbol, orderId: order.id, linkId: null }
  }
  if (kind < 0.35 && order !== undefined) {
    return { type: 'amend', account, symbol, orderId: order.id, linkId: null, ticks, lots: pick([null, lots]) }
  }
  const isMarket = kind > 0.8
  if (symbol === 'BTC/USDT' && kind > 0.45 && kind < 0.62) return waitingOf({ account, ticks, lots, middle }, pick)
  return place(account, {
    symbol,
    side: pick(['buy', 'sell']),
    ticks: isMarket ? 0 : ticks,
    lots,
    orderType: isMarket ? 'market' : 'limit',
    timeInForce: isMarket ? 'immediateOrCancel' : pick(['goodTillCancel', 'goodTillCancel', 'postOnly', 'fillOrKill']),
    selfMatch: pick(['cancelMaker', 'cancelTaker', 'cancelBoth']),
    ...(kind > 0.4 && kind < 0.45
      ? {
          trigger: { ticks: ticks + (ticks > middle ? 1 : -1), by: 'last', direction: ticks > middle ? 1 : 2 } as const,
        }
      : {}),
  })
}

interface Near {
  readonly account: string
  readonly ticks: number
  readonly lots: number
  readonly middle: number
}

/** An order of the pair that waits: two legs over one amount, one that holds its own, one that trails, one that brings legs. */
function waitingOf({ account, ticks, lots, middle }: Near, pick: Pick): EngineCommand {
  const side = pick(['buy', 'sell'] as const)
  const off = Math.max(1, Math.abs(ticks - middle))
  const leg = (at: number) => {
    const orderType = pick(['limit', 'market'] as const)
    return { ticks: at, by: 'last', orderType, limitTicks: orderType === 'limit' ? at : 0, slippage: null } as const
  }
  const [high, low] = [leg(middle + off), leg(middle - off)]
  const legs = side === 'sell' ? { takeProfit: high, stopLoss: low } : { takeProfit: low, stopLoss: high }
  const order = { symbol: 'BTC/USDT', side, lots, ticks: middle } as const
  const trailing = { distanceTicks: off, rateE8: null, activationTicks: 0 }
  const trigger = { ticks: middle + off, by: 'last', direction: 1 } as const
  const brought = side === 'sell' ? { takeProfit: low, stopLoss: high } : { takeProfit: high, stopLoss: low }
  return place(account, {
    ...order,
    ...pick([
      { oco: legs, carried: { planType: 'oco' } },
      { oco: legs, carried: { planType: 'takeProfitStopLoss' } },
      { trigger, reserves: true },
      { trailing, orderType: 'market', timeInForce: 'immediateOrCancel' },
      { tpSl: { mode: 'full', ...brought } },
      { tpSl: { mode: 'full', ...brought } },
    ] as const),
  })
}

type Held = Readonly<Record<'buy' | 'sell', number>>

/**
 * What an account's orders of the pair hold back, E8 of each coin: those at rest their leaves; of those that wait, one of
 * two linked legs and who holds alone. Linked legs have one side, one size, and stand on either side of the price.
 */
function heldOf(orders: readonly EngineOrder[]): Held {
  const held = { buy: 0, sell: 0 }
  for (const { side, lots, filledLots, ticks, status, stop, id } of orders) {
    const pair = orders.find((one) => one.id === stop?.pairId)
    if (status === 'untriggered' && pair !== undefined) {
      expect(pair.stop!.pairId).toBe(id)
      expect([pair.side, pair.lots, pair.stop!.direction]).toEqual([side, lots, 3 - stop!.direction])
      expect([stop!.reserves === true, pair.stop!.reserves === true].toSorted()).toEqual([false, true])
      if (stop!.reserves === true) expect(side === 'sell' || ticks >= pair.ticks).toBe(true)
    }
    if (status === 'untriggered' && stop!.reserves !== true) continue
    const leaves = lots - filledLots
    held[side] += side === 'buy' ? leaves * ticks * 10_000 : leaves * 100_000
  }
  return held
}

/** Nothing is made or lost, nobody owes, and what is held back is what the open orders of the pair need. */
function check(engine: MatchingEngine): void {
  for (const { coin, sumE8, creditedE8 } of engine.conservation()) expect([coin, sumE8]).toEqual([coin, creditedE8])
  for (const account of USERS) {
    for (const { coin, walletE8 } of engine.balances(account)) {
      expect(walletE8, `${account} ${coin}`).toBeGreaterThanOrEqual(0)
    }
    expect(engine.positions(account).filter(({ symbol }) => symbol === 'BTC/USDT')).toEqual([])
    const held = heldOf(engine.openOrders(account, 'BTC/USDT'))
    const locked = (coin: string) => engine.balances(account).find((one) => one.coin === coin)?.lockedE8 ?? 0
    expect([locked('USDT'), locked('BTC')], account).toEqual([held.buy, held.sell])
    const open = engine.openOrders(account, 'BTC/USDT').filter(({ status }) => status !== 'untriggered')
    const leaves = (side: string) =>
      open.filter((one) => one.side === side).map((one) => [one.lots - one.filledLots, one.ticks] as const)
    const heldBase = leaves('sell').reduce((sum, [lots]) => sum + lots * 100_000, 0)
    const preview = engine.preview(
      place(account, { symbol: 'BTC/USDT', side: 'sell', lots: 83_000, ticks: 19_000_000 }),
    )
    if (preview?.refusal?.kind === 'insufficientBalance') {
      const wallet = engine.balances(account).find(({ coin }) => coin === 'BTC')!.walletE8
      expect(preview.refusal.availableE8).toBeLessThanOrEqual(wallet - heldBase)
    }
  }
}

it(`coins are exchanged and never made, over ${SEEDS.length * COMMANDS} commands beside linear and inverse contracts`, () => {
  console.log(`pairs: seeds ${SEEDS[0]}–${SEEDS.at(-1)}, ${COMMANDS} commands each`)
  let fills = 0
  let legsPaid = 0
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    let engine = createEngine(MARKETS)
    let middle = 500_000
    const paid = new Set<string>()
    for (const account of USERS) {
      engine.handle({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 }, 1)
      engine.handle({ type: 'credit', account, coin: 'USDT', amountE8: 60_000 * USDT }, 1)
      engine.handle({ type: 'credit', account, coin: 'BTC', amountE8: 2 * COIN }, 1)
    }
    for (let at = 0; at < COMMANDS; at++) {
      middle = Math.max(100_000, Math.round(middle * (1 + random.normal() * 0.002)))
      const command = commandOf(engine, random, middle)
      if (at === COMMANDS / 2) {
        // A restart in the middle: what goes on has to be the same machine.
        const again = restoreEngine(MARKETS, JSON.parse(JSON.stringify(engine.snapshot())))
        expect(again.handle(command, 2 + at)).toEqual(engine.handle(command, 2 + at))
        engine = again
        continue
      }
      const { events } = engine.handle(command, 2 + at)
      fills += events.filter((one) => one.type === 'trade' && one.symbol === 'BTC/USDT').length
      for (const event of events) {
        if (event.type !== 'order') continue
        const { id, filledLots, stop } = event.order
        if (stop === null || stop.pairId === null || filledLots === 0) continue
        expect(paid.has(stop.pairId), `${id} and ${stop.pairId} are paid from one amount`).toBe(false)
        paid.add(id)
      }
      if (at % 40 === 0) check(engine)
    }
    check(engine)
    legsPaid += paid.size
  }
  expect(fills).toBeGreaterThan(5_000)
  expect(legsPaid).toBeGreaterThan(100)
})
