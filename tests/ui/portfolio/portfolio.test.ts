import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Exact, toText, type DecimalText, type Money, type Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol, OrderLinkId } from '../../../src/domain/order/order'
import { worstOf, type PortfolioFigures } from '../../../src/domain/risk/portfolio-report'
import { worstWay } from '../../../src/domain/risk/scenario-table'
import { i18n } from '../../../src/ui/i18n/instance'
import {
  addedBy,
  contingencyOf,
  inDeciding,
  priceAt,
  ratesWith,
  strengthOf,
  worstWithout,
} from '../../../src/ui/portfolio/portfolio-figures'
import { PortfolioModel } from '../../../src/ui/portfolio/portfolio-model'
import { AccountModel } from '../../../src/ui/state/account-model'
import { outcomeText } from '../../../src/ui/trading-kit/refusals/outcome-text'
import { NodeHub } from '../../chaos/lib/node-hub'
import { RealGateway } from '../../exchange/api/lib/real-gateway'

const BTC = 'BTCUSDT' as InstrumentSymbol
const TICK_MS = 100
const LIVE_MS = 20_000

let world: RealGateway
let ticking: ReturnType<typeof setInterval>
let isHeld = false
let hub: NodeHub
let accountId = ''

beforeAll(async () => {
  const words = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as object
  const en = { notices: words('notices'), trade: words('trade') }
  await i18n.init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
  world = await RealGateway.open({ stepMs: 0 })
  // The market stands still while two answers are compared.
  ticking = setInterval(() => void (isHeld ? undefined : world.tick()), TICK_MS)
  hub = new NodeHub(`http://127.0.0.1:${world.port}`, 'portfolio')
  accountId = (await hub.start(LIVE_MS)).account
}, 40_000)
afterAll(async () => {
  clearInterval(ticking)
  await hub.stop()
  await world.close()
})

async function rest(path: string): Promise<Record<string, unknown>> {
  const cookie = [...hub.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${hub.origin}${path}`, { headers: { cookie } })
  return ((await answer.json()) as { readonly result: Record<string, unknown> }).result
}

/** The page's account, as the hub's events make it. */
function account(): AccountModel {
  const model = new AccountModel()
  for (const type of ['session', 'wallet', 'positions'] as const)
    for (const event of hub.port.events(type)) model.apply(event)
  return model
}

const boughtOf = (symbol: InstrumentSymbol, qty: string) =>
  ({
    symbol,
    side: 'buy',
    type: 'market',
    price: null,
    qty: qty as Qty,
    timeInForce: 'immediateOrCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
  }) as const

let presses = 0
async function buys(symbol: InstrumentSymbol, qty: string): Promise<void> {
  const order = boughtOf(symbol, qty)
  const id = `press-${++presses}` as OrderLinkId
  expect(await hub.tab.placeOrder({ id, order, account: accountId, pressedAtMs: Date.now() })).toMatchObject({
    kind: 'accepted',
  })
}

const sum = (...amounts: readonly DecimalText[]): string => toText(Exact.sum(...amounts))

describe('portfolio margin on the screen (issue 21.5)', () => {
  test('the mode is refused in words, chosen, and its figures are those of REST', async () => {
    expect(await hub.tab.setPositionMode({ symbol: BTC, mode: 'hedge' })).toMatchObject({ kind: 'accepted' })
    expect(outcomeText(await hub.tab.setMarginMode('portfolio'))).toBe(
      'BTCUSDT: portfolio margin knows one position of a contract. Change the position mode to one-way first.',
    )
    expect(account().isPortfolio.value).toBe(false)
    expect(await hub.tab.setPositionMode({ symbol: BTC, mode: 'oneWay' })).toMatchObject({ kind: 'accepted' })
    expect(await hub.tab.setMarginMode('portfolio')).toMatchObject({ kind: 'accepted' })
    await expect.poll(() => account().isPortfolio.value, { timeout: 5_000 }).toBe(true)
    // What such an account is refused is not offered, and another mode is.
    expect(account().view.value).toMatchObject({
      choosesMarginMode: true,
      choosesLeverage: false,
      hasOwnMargin: false,
    })
    await buys(BTC, '0.5')
    await buys('ETHUSDT' as InstrumentSymbol, '1')
    isHeld = true
    const model = new PortfolioModel(hub.tab)
    await model.read()
    const [native, v5] = await Promise.all([
      rest('/contract/v5/private/portfolio-margin'),
      rest('/v5/asset/portfolio-margin'),
    ])
    const figures = model.figures.value!
    expect(figures.map(({ underlying, settleCoin }) => [underlying, settleCoin])).toEqual([
      ['BTC', 'USD'],
      ['ETH', 'USD'],
    ])
    for (const [at, one] of figures.entries()) {
      const row = (native['list'] as Record<string, unknown>[])[at]!
      expect({ ...one, table: one.table.map(({ pnls }) => pnls) }).toMatchObject({
        maintenanceMargin: row['maintenanceMargin'],
        initialMargin: row['initialMargin'],
        closingFee: row['closingFee'],
        indexPrice: row['indexPrice'],
        table: (row['scenarios'] as { pnls: string[] }[]).map(({ pnls }) => pnls),
      })
      // Eleven moves of three, and the greatest loss with the contingency is the margin.
      expect(one.table.map(({ pnls }) => pnls.length)).toEqual(Array(11).fill(3))
      expect(sum(one.worst!.loss, contingencyOf(one))).toBe(one.maintenanceMargin)
      // A long loses most where the price falls most, whatever the volatility: v5 names the same case.
      const asset = (v5['assetPnlRange'] as Record<string, never>[])[at]! as unknown as {
        readonly asset: Record<string, string>
        readonly contingency: Record<string, string>
        readonly maxLossPriceMove: string
        readonly totalPnlRanges: { readonly ALL: { readonly pnlRanges: { readonly pnls: string[] }[] } }
      }
      expect(asset.asset).toMatchObject({ assetIM: one.initialMargin, assetMM: one.maintenanceMargin })
      expect(String(one.worst!.move)).toBe(asset.maxLossPriceMove)
      expect(asset.contingency['contingencyComponents']).toBe(contingencyOf(one))
      expect(asset.totalPnlRanges.ALL.pnlRanges.map(({ pnls }) => pnls[0])).toEqual(
        one.table.map(({ pnls }) => pnls[worstWay(pnls.map(Number))]),
      )
      // The only position is all of it: in the deciding case it loses it all, and without it nothing is lost.
      expect(inDeciding(one, one.positions[0]!)).toBe(`-${one.worst!.loss}`)
      expect(worstWithout(one, one.positions[0]!)).toBeNull()
      expect(priceAt(one, 0)).toBe(one.indexPrice)
    }
    const wallet = v5['wallet'] as Record<string, string>
    await expect
      .poll(() => account().wallet.value?.totalMaintenanceMargin, { timeout: 5_000 })
      .toBe(wallet['accountMM'])
    expect(account().wallet.value).toMatchObject({
      totalInitialMargin: wallet['accountIM'],
      totalMarginBalance: wallet['marginBalance'],
      totalAvailable: wallet['availableBalance'],
      maintenanceMarginRate: wallet['accountMMRate'],
      initialMarginRate: wallet['accountIMRate'],
    })
    // What the page says of a trade is what the exchange margins once it is made: the market stands still.
    expect(await model.add(BTC, '0.25' as DecimalText)).toBeNull()
    expect(await model.add('ETHUSDT' as InstrumentSymbol, '-1' as DecimalText)).toBeNull()
    const [more, none] = model.trades.value
    // Nothing is left on ETH, and BTC's margin is half as much again.
    expect(none!.alone).toBeNull()
    const told = more!.alone!.maintenanceMargin
    expect(Number(told) / Number(figures[0]!.maintenanceMargin)).toBeCloseTo(1.5, 6)
    expect(model.together.value).toMatchObject([{ underlying: 'BTC', maintenanceMargin: told }])
    const rates = ratesWith(account().wallet.value!, figures, model.together.value!)
    model.tick('ETHUSDT' as InstrumentSymbol, false)
    await buys(BTC, '0.25')
    // A read that began before the trade says nothing of it.
    const read = async () => {
      await model.read()
      return model.figures.value![0]!.maintenanceMargin
    }
    await expect.poll(read, { timeout: 5_000 }).toBe(told)
    expect(addedBy(model.figures.value![0]!, model.figures.value![0]!.positions[0]!)).toBe(told)
    expect(Number(rates.maintenance)).toBeGreaterThan(0)
    expect(await model.add('BTC/USDT' as InstrumentSymbol, '1' as DecimalText)).toMatchObject({ code: 10_001 })
    expect(model.trades.value.map(({ symbol }) => symbol)).toEqual([BTC, 'ETHUSDT'])
    // Of an order that is only asked about, what it leaves: no step of the market lies between.
    const looked = await hub.tab.foretell(boughtOf(BTC, '0.1'))
    if (looked.hasError) throw new Error(looked.message)
    const freeOf = (wallet: Record<string, unknown>): string => String(wallet['totalAvailableBalance'])
    const [before] = (await rest('/v5/account/wallet-balance'))['list'] as Record<string, string>[]
    await buys(BTC, '0.1')
    const [row] = (await rest('/v5/account/wallet-balance'))['list'] as Record<string, string>[]
    expect(looked).toMatchObject({
      hasError: false,
      value: { rates: { initialAfter: row!['accountIMRate'], maintenanceAfter: row!['accountMMRate'] } },
    })
    // What is free of dollars falls by what it takes of the coin: a coin is within a thousandth of a dollar.
    const fell = new Exact(freeOf(before!)).minus(freeOf(row!))
    expect(fell.div(looked.value.cost).minus(1).abs().toNumber()).toBeLessThan(0.001)
    expect(await hub.tab.foretell(boughtOf(BTC, '100'))).toMatchObject({
      hasError: true,
      code: 30_031,
      ext: { coin: 'USDT', required: expect.stringMatching(/^\d+/), maxQty: expect.stringMatching(/^\d+/) },
    })
    isHeld = false
    expect(await hub.tab.setMarginMode('cross')).toMatchObject({ kind: 'accepted' })
    await expect.poll(() => account().isPortfolio.value, { timeout: 5_000 }).toBe(false)
    expect(await hub.tab.portfolio([])).toMatchObject({ hasError: false, value: { figures: [], whatIf: null } })
  }, 60_000)
})

describe('the case that decides', () => {
  const tables = fc.array(
    fc.record({
      move: fc.integer({ min: -10, max: 10 }).map((percent) => percent / 100),
      pnls: fc
        .array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 3, maxLength: 3 })
        .map((all) => all.map((one) => String(one) as Money)),
    }),
    { minLength: 1, maxLength: 11 },
  )

  test('loses most of all, and there is none where nothing is lost', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const least = Math.min(...table.flatMap(({ pnls }) => pnls.map(Number)))
        const worst = worstOf(table)
        expect(worst === null ? 0 : -Number(worst.loss)).toBe(Math.min(0, least))
        if (worst !== null)
          expect(table.some(({ move, pnls }) => move === worst.move && Number(pnls[worst.way]) === least)).toBe(true)
        for (const { pnls } of table) for (const pnl of pnls) expect(strengthOf(pnl, table)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('without a hedge it is another one', () => {
    const pnls = (...all: readonly number[]) => all.map((one) => String(one) as Money)
    // A long of two and a short of one: the whole loses where the price falls.
    const long = [
      { move: -0.1, pnls: pnls(-200, -200, -200) },
      { move: 0.1, pnls: pnls(200, 200, 200) },
    ]
    const short = [
      { move: -0.1, pnls: pnls(100, 100, 100) },
      { move: 0.1, pnls: pnls(-100, -100, -100) },
    ]
    const table = [
      { move: -0.1, pnls: pnls(-100, -100, -100) },
      { move: 0.1, pnls: pnls(100, 100, 100) },
    ]
    const positions = [long, short].map((own) => ({ table: own }))
    const figures = { table, positions, worst: worstOf(table) } as unknown as PortfolioFigures
    expect(figures.worst).toEqual({ move: -0.1, way: 0, loss: '100' })
    expect(inDeciding(figures, figures.positions[1]!)).toBe('100')
    // Without the hedge the long's 200 are lost; without the long, the short's 100 where the price rises.
    expect(worstWithout(figures, figures.positions[1]!)).toEqual({ move: -0.1, way: 0, loss: '200' })
    expect(worstWithout(figures, figures.positions[0]!)).toEqual({ move: 0.1, way: 0, loss: '100' })
  })
})
