import * as fc from 'fast-check'
import type { EngineCommand, EngineTpSl, EngineTpSlLeg, MatchingEngine } from '../../../exchange/engine/contract'
import { BTC, ETH, USDT } from './engine-fixture'

/** Users of a random run. Few, so that they meet each other and themselves; `poor` is liquidated now and then. */
export const USERS = ['ann', 'bob', 'cat', 'dan', 'eve', 'poor'] as const
export const RICH_USDT = 200_000
export const POOR_USDT = 200
export const INSTRUMENTS = [BTC, ETH] as const

/** A step names orders by position among the open ones, because ids are not known when it is drawn. */
export type Step =
  | { readonly kind: 'command'; readonly command: EngineCommand }
  | {
      readonly kind: 'onOpenOrder'
      readonly account: string
      readonly pick: number
      readonly ticks: number | null
      readonly lots: number | null
    }

const account = fc.constantFrom(...USERS)
const symbol = fc.constantFrom('BTCUSDT', 'ETHUSDT')
/** 21 prices around 50,000 USDT, within what a 1 % band allows: few enough that orders queue at one price. */
const ticks = fc.integer({ min: -10, max: 10 }).map((step) => 500_000 + step * 250)
/** New orders mostly stand on their own side of 50,000, so that a book builds up. */
const stepsAcross = fc.integer({ min: -10, max: 4 })
const lots = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.integer({ min: 61, max: 900 }))

export interface Flavour {
  /** Without them a naive book can follow: no reduce-only orders, no price moves, no liquidations. */
  readonly plain: boolean
}

const by = fc.constantFrom('last' as const, 'mark' as const, 'index' as const)
const leg: fc.Arbitrary<EngineTpSlLeg> = fc
  .record({
    ticks: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 470_000, max: 530_000 }) }, fc.constant(0)),
    by,
    orderType: fc.constantFrom('market' as const, 'market' as const, 'limit' as const),
    limitTicks: ticks,
    slippage: fc.option(fc.record({ unit: fc.constant('tick' as const), value: fc.constantFrom(1, 2_000) }), {
      nil: null,
    }),
  })
  .map((one) => ({ ...one, limitTicks: one.orderType === 'limit' ? one.limitTicks : 0 }))
const tpSl: fc.Arbitrary<EngineTpSl> = fc.record({
  mode: fc.constantFrom('full' as const, 'partial' as const),
  takeProfit: fc.option(leg, { nil: null }),
  stopLoss: fc.option(leg, { nil: null }),
})
/** What only some orders have: a trigger, take-profit and stop-loss, a slippage tolerance. */
const extras = fc.record(
  {
    trigger: fc.record({
      ticks: fc.integer({ min: -12, max: 12 }).map((step) => 500_000 + step * 250),
      by,
      direction: fc.constantFrom(1 as const, 2 as const),
    }),
    tpSl,
    slippage: fc.record({ unit: fc.constantFrom('tick' as const, 'percent' as const), value: fc.constantFrom(1, 50) }),
  },
  { requiredKeys: [] },
)
const setTpSl: fc.Arbitrary<EngineCommand> = fc
  .record({
    account,
    symbol,
    tpSl,
    lots: fc.constantFrom(0, 1, 5, 40),
    trailing: fc.option(
      fc.record({
        distanceTicks: fc.constantFrom(0, 250, 1_000),
        rateE8: fc.constant(null),
        activationTicks: fc.constantFrom(0, 0, 501_000, 499_000),
      }),
      { nil: null },
    ),
  })
  .map((drawn) => ({
    type: 'setTpSl',
    account: drawn.account,
    symbol: drawn.symbol,
    ...drawn.tpSl,
    lots: drawn.lots,
    takeProfitId: null,
    stopLossId: null,
    trailing: drawn.trailing,
  }))

function place({ plain }: Flavour): fc.Arbitrary<Step> {
  return fc
    .record({
      type: fc.constant('place' as const),
      account,
      linkId: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.integer({ min: 0, max: 400 }).map(String)),
      symbol,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      orderType: fc.constantFrom(
        'limit' as const,
        'limit' as const,
        'limit' as const,
        'limit' as const,
        'market' as const,
      ),
      ticks: stepsAcross,
      lots,
      timeInForce: fc.constantFrom(
        'goodTillCancel' as const,
        'goodTillCancel' as const,
        'goodTillCancel' as const,
        'goodTillCancel' as const,
        'goodTillCancel' as const,
        'goodTillCancel' as const,
        'goodTillCancel' as const,
        'immediateOrCancel' as const,
        'fillOrKill' as const,
        'postOnly' as const,
      ),
      reduceOnly: plain ? fc.constant(false) : fc.constantFrom(false, false, true),
      closeOnTrigger: fc.constant(false),
      selfMatch: fc.constantFrom('cancelMaker' as const, 'cancelTaker' as const, 'cancelBoth' as const),
      createType: fc.constant('CreateByUser'),
      extra: plain ? fc.constant({}) : fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, extras),
    })
    .map(({ extra, ...command }) => {
      const step = command.side === 'buy' ? command.ticks : -command.ticks
      const closes = 'trigger' in extra && command.reduceOnly
      return {
        kind: 'command',
        command: { ...command, ...extra, closeOnTrigger: closes, ticks: 500_000 + step * 250 } as EngineCommand,
      }
    })
}

const onOpenOrder: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('onOpenOrder' as const),
  account,
  pick: fc.nat(1_000),
  ticks: fc.option(ticks, { freq: 2, nil: null }),
  lots: fc.option(lots, { freq: 2, nil: null }),
})

function other({ plain }: Flavour): fc.Arbitrary<Step> {
  const anyTime: fc.Arbitrary<EngineCommand>[] = [
    fc.record({ type: fc.constant('cancelAll' as const), account, symbol: fc.option(symbol, { nil: null }) }),
    fc.record({
      type: fc.constant('setLeverage' as const),
      account,
      symbol,
      leverageE2: fc.constantFrom(100, 500, 1_000, 2_500, 10_000),
    }),
  ]
  const prices: fc.Arbitrary<EngineCommand>[] = [
    fc.record({
      type: fc.constant('mark' as const),
      symbol,
      markTicks: fc.integer({ min: 470_000, max: 530_000 }),
      indexTicks: fc.integer({ min: 495_000, max: 505_000 }),
    }),
    fc.record({ type: fc.constant('funding' as const), symbol, rateE8: fc.integer({ min: -37_500, max: 37_500 }) }),
  ]
  const guarded = [setTpSl, setTpSl, setTpSl, setTpSl]
  const command = fc.oneof(...anyTime, ...(plain ? [] : [...prices, ...prices, ...guarded]))
  return command.map((one) => ({ kind: 'command', command: one }))
}

export function steps(flavour: Flavour, length: number): fc.Arbitrary<readonly Step[]> {
  const step = fc.oneof(
    { weight: 75, arbitrary: place(flavour) },
    { weight: 18, arbitrary: onOpenOrder },
    { weight: flavour.plain ? 7 : 12, arbitrary: other(flavour) },
  )
  return fc.array(step, { minLength: length, maxLength: length, size: 'max' })
}

/** What the users start with: most are rich, one can carry a fifth of a Bitcoin at 100×. */
export function openingCommands(catsRole: 'user' | 'maker' = 'user'): readonly EngineCommand[] {
  return [
    ...USERS.flatMap((user): EngineCommand[] => [
      {
        type: 'openAccount',
        account: user,
        role: user === 'cat' ? catsRole : 'user',
        kind: 'uta2',
        defaultLeverageE2: user === 'poor' ? 10_000 : 1_000,
      },
      { type: 'credit', account: user, coin: 'USDT', amountE8: (user === 'poor' ? POOR_USDT : RICH_USDT) * USDT },
    ]),
    { type: 'mark', symbol: 'BTCUSDT', markTicks: 500_000, indexTicks: 500_000 },
    { type: 'mark', symbol: 'ETHUSDT', markTicks: 500_000, indexTicks: 500_000 },
  ]
}

/** Turns a step into a command for the engine as it stands; an order picked becomes an amendment or a cancel. */
export function commandOf(step: Step, engine: MatchingEngine): EngineCommand {
  if (step.kind === 'command') return step.command
  const open = engine.openOrders(step.account)
  const order = open[step.pick % Math.max(1, open.length)]
  const target = {
    account: step.account,
    symbol: order?.symbol ?? 'BTCUSDT',
    orderId: order?.id ?? 'none',
    linkId: null,
  }
  return step.ticks === null && step.lots === null
    ? { type: 'cancel', ...target }
    : { type: 'amend', ...target, ticks: step.ticks, lots: step.lots }
}
