import { SizeBy } from '../../../src/ui/order-entry/size-by'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { pickedPrice } from '../../../src/ui/state/picked-price'
import { describe, expect, test } from 'vitest'
import type { DecimalText, Leverage, Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import type { OrderIntent } from '../../../src/workers/presses'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { keptApart } from '../../../src/ui/state/kept'
import { builtInSlippage } from '../../../src/domain/order/slippage-terms'
import { askSlippageTerms } from '../../../src/ui/trading-kit/slippage-source'
import { settleSlippage, SlippageForm, slippageIn } from '../../../src/ui/trading-kit/slippage-form'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import type { TicketDraft } from '../../../src/ui/order-entry/ticket-drafts'
import { signal } from '@preact/signals-react'
import { BTCUSDT, deskOf, positionOf, tickerOf } from '../fixtures'

async function ticketOn(desk: ReturnType<typeof deskOf>, draft: TicketDraft | null = null) {
  const placed: OrderIntent[] = []
  let saved = draft
  const ticket = new OrderFormModel(desk.market, {
    picked: pickedPrice(FIRST_GROUP),
    app: desk,
    place: async (intent) => {
      placed.push(intent)
      return { kind: 'unknown' }
    },
    drafts: { load: () => draft, save: (_symbol, next) => (saved = next) },
    loadExtras: async () => TicketExtras,
    loadSizing: async () => SizeBy,
    now: () => 1000,
    monotonic: () => 1000,
  })
  ticket.start()
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  await settle()
  return { ticket, placed, settle, saved: () => saved }
}

describe('conditional orders (semantics §2.2)', () => {
  test('the direction follows from where the trigger lies', async () => {
    const { ticket, settle, placed } = await ticketOn(deskOf())
    ticket.setTab('conditional')
    expect(ticket.problems.buy.value.map(({ key }) => key)).toContain('stillLoading')
    await settle()
    ticket.setPriceText('61100')
    ticket.size.setText('0.1')
    const trigger = ticket.extras.value?.trigger
    expect(ticket.problems.buy.value.map(({ key }) => key)).toEqual(['trigger.missing'])
    trigger?.price.setText('60000')
    expect(ticket.problems.buy.value.map(({ key }) => key)).toEqual(['trigger.atPrice'])
    trigger?.price.setText('59999.9')
    expect(ticket.order('buy')?.trigger).toEqual({ price: '59999.9', by: 'last', direction: 2 })
    trigger?.price.setText('61000')
    await ticket.press('buy')
    expect(placed[0]?.order).toMatchObject({
      type: 'limit',
      price: '61100',
      trigger: { price: '61000', by: 'last', direction: 1 },
    })
  })

  test('nothing is reserved: neither balance nor position stand in the way', async () => {
    const { ticket, settle } = await ticketOn(deskOf({ available: '1' }))
    ticket.setTab('conditional')
    ticket.setConditionalType('market')
    await settle()
    ticket.extras.value?.trigger.price.setText('61000')
    ticket.size.setText('1')
    ticket.switches.setReduceOnly(true)
    expect(ticket.problems.sell.value).toEqual([])
    expect(ticket.order('sell')).toMatchObject({ type: 'market', price: null, reduceOnly: true })
  })

  test('closing on the trigger reduces, and leaves no take-profit', async () => {
    const { ticket, settle } = await ticketOn(deskOf())
    ticket.setTab('conditional')
    ticket.switches.setTpSl(true)
    ticket.switches.setCloseOnTrigger(true)
    await settle()
    ticket.setPriceText('61100')
    ticket.size.setText('0.1')
    ticket.extras.value?.trigger.price.setText('61000')
    expect(ticket.order('sell')).toMatchObject({ reduceOnly: true, closeOnTrigger: true })
    expect(ticket.order('sell')?.tpSl).toBeUndefined()
  })
})

describe('take-profit and stop-loss of an order', () => {
  test('lie beyond the order price, each side by itself', async () => {
    const { ticket, settle } = await ticketOn(deskOf())
    ticket.switches.setTpSl(true)
    await settle()
    ticket.setPriceText('59000')
    ticket.size.setText('0.1')
    expect(ticket.problems.buy.value.map(({ key }) => key)).toEqual(['tpSlMissing'])
    ticket.extras.value?.tpSl.takeProfit.price.setText('59500')
    expect(ticket.order('buy')?.tpSl).toMatchObject({ mode: 'full', takeProfit: { price: '59500' }, stopLoss: null })
    expect(ticket.problems.sell.value.map(({ key }) => key)).toEqual(['tpPriceTooHigh'])
  })

  test('errors are those of the side that is meant; of the other one its button says why (issue 19.6)', async () => {
    const { ticket, settle, placed } = await ticketOn(deskOf())
    ticket.switches.setTpSl(true)
    await settle()
    ticket.setPriceText('59000')
    ticket.size.setText('0.1')
    const { tpSl, tpSlSide } = ticket.extras.value!
    const errors = () => [tpSl.takeProfit.problem.value, tpSl.stopLoss.problem.value]
    // Prices of a short: nobody has said "long", so nothing is wrong with them, and the buy says that they are not its.
    tpSl.takeProfit.price.setText('58000')
    expect([tpSlSide.value, ...errors(), ticket.sideNote('buy'), ticket.sideNote('sell')]).toEqual([
      'sell',
      null,
      null,
      'tpPriceTooLow',
      null,
    ])
    tpSl.stopLoss.price.setText('60000')
    expect([tpSlSide.value, ...errors(), ticket.sideNote('buy')]).toEqual(['sell', null, null, 'tpPriceTooLow'])
    expect(ticket.shown.order.value).toEqual([])
    // A press of the buy means a long: now they are wrong, and it is said at the fields and below the buttons.
    expect(await ticket.press('buy')).toBeNull()
    expect([tpSlSide.value, ...errors()]).toEqual(['buy', 'tpPriceTooLow', 'slPriceTooHigh'])
    expect(ticket.shown.order.value.map(({ key }) => key)).toEqual(['tpPriceTooLow', 'slPriceTooHigh'])
    expect(placed).toEqual([])
    // Prices of a long and of a short together are wrong whoever is meant.
    tpSl.takeProfit.price.setText('60000')
    expect([...errors(), ticket.sideNote('buy'), ticket.sideNote('sell')]).toEqual([
      null,
      'slPriceTooHigh',
      'slPriceTooHigh',
      'tpPriceTooHigh',
    ])
  })

  test('with reduce-only each button says whether there is anything to close (issue 19.6)', async () => {
    const desk = deskOf()
    desk.send({ type: 'positions', positions: [positionOf({ side: 'buy' })], isSnapshot: true })
    const { ticket } = await ticketOn(desk)
    ticket.setPriceText('59000')
    ticket.size.setText('0.1')
    ticket.switches.setReduceOnly(true)
    expect([ticket.sideNote('buy'), ticket.sideNote('sell')]).toEqual(['nothingToReduceShort', null])
    await ticket.press('sell')
    expect(ticket.shown.order.value).toEqual([])
  })

  test('what was typed comes back with the draft', async () => {
    const desk = deskOf()
    const first = await ticketOn(desk)
    first.ticket.switches.setTpSl(true)
    await first.settle()
    first.ticket.extras.value?.tpSl.stopLoss.price.setText('58000')
    const second = await ticketOn(desk, first.saved())
    expect(second.ticket.switches.usesTpSl.value).toBe(true)
    expect(second.ticket.extras.value?.tpSl.stopLoss.price.text.value).toBe('58000')
  })
})

describe('slippage tolerance (spec §5, §9)', () => {
  const BTC = { symbol: BTCUSDT, baseCoin: 'BTC' }

  test('market orders of UTA2 accounts only', async () => {
    const desk = deskOf()
    const { ticket, settle } = await ticketOn(desk)
    ticket.switches.setSlippage(true)
    ticket.size.setText('0.1')
    ticket.setTab('market')
    await settle()
    // BTC: per cent, the second preset.
    expect(ticket.order('buy')?.slippage).toEqual({ unit: 'percent', value: '0.02' })
    desk.send({ type: 'session', session: { account: 'acc', name: 'paper', kind: 'demo' } })
    expect(ticket.switches.maySlip.value).toBe(false)
    expect(ticket.order('buy')?.slippage).toBeUndefined()
  })

  test.each([
    ['percent', '0.001', '0.01'],
    ['percent', '0.015', '0.02'],
    ['percent', '11', '10'],
    ['percent', '', '0.5'],
    ['tick', '0', '1'],
    ['tick', '10001', '10000'],
  ] as const)('%s %s is %s', (unit, typed, value) => {
    const preset = { unit, value: '0.5' as DecimalText } as const
    expect(settleSlippage(typed, preset, builtInSlippage('SOL')).value).toBe(value)
  })

  test('a number of each unit is kept under SLIPPAGE_DATA (spec §9), and both are offered again', () => {
    const kept = keptApart()
    const { local } = kept
    const store = slippageIn(kept)
    const form = new SlippageForm(signal(BTC), store)
    form.setCustom({ unit: 'percent', value: '0.7' as DecimalText })
    form.setCustom({ unit: 'tick', value: '33' as DecimalText })
    expect(local.getItem('SLIPPAGE_DATA')).toBe('{"customPercent":"0.7","customValue":"33"}')
    expect(new SlippageForm(signal(BTC), store).own.value).toEqual({
      percent: { unit: 'percent', value: '0.7' },
      tick: { unit: 'tick', value: '33' },
    })
    // What does not fit is brought within its bounds; what is no number is none.
    local.setItem('SLIPPAGE_DATA', '{"customPercent":"99","customValue":"x"}')
    expect(store.load()).toEqual({ percent: { unit: 'percent', value: '10' } })
  })

  test('presets follow the coin', () => {
    const store = { load: () => ({}), save() {} }
    const values = (baseCoin: string) =>
      new SlippageForm(signal({ ...BTC, baseCoin }), store).presets.value.map(({ value }) => value)
    expect(values('SOL')).toEqual(['0.5', '1', '1.5', '2', '10', '50', '100', '200'])
    expect(values('ETH')).toEqual(['0.01', '0.02', '0.05', '0.1', '50', '100', '500', '1000'])
  })

  test('the exchange says the bounds and presets of a contract; what was chosen before comes within them', async () => {
    const symbol = 'SLIPUSDT' as InstrumentSymbol
    const form = new SlippageForm(signal({ symbol, baseCoin: 'SLIP' }), { load: () => ({}), save() {} })
    form.choose({ unit: 'percent', value: '2' as DecimalText })
    const percent = { min: '0.1', max: '1.5', presets: ['0.2', '0.4'], default: '0.4' }
    const tickSize = { min: '2', max: '300', presets: ['4', '8'], default: '4' }
    const urls: string[] = []
    const answers = (body: unknown) => async (url: string) => {
      urls.push(url)
      return { json: async () => body }
    }
    // Refused, about another contract, or with presets that its own bounds refuse, it is none.
    const result = { symbol, percent, tickSize }
    for (const body of [
      { retCode: 10001, result },
      { retCode: 0, result: { ...result, symbol: 'BTCUSDT' } },
      { retCode: 0, result: { ...result, percent: { ...percent, max: '0.3' } } },
    ]) {
      await askSlippageTerms(symbol, null, answers(body))
      expect(form.terms.value.percent.max).toBe('10')
    }
    await askSlippageTerms(symbol, 'https://venue.example', answers({ retCode: 0, result }))
    expect(urls.at(-1)).toBe('https://venue.example/contract/v5/public/instrument/slippage?symbol=SLIPUSDT')
    expect(form.chosen.value).toEqual({ unit: 'percent', value: '1.5' })
    expect(form.presets.value.map(({ value }) => value)).toEqual(['0.2', '0.4', '4', '8'])
    expect(form.preset.value.value).toBe('0.4')
    // Once is enough.
    await askSlippageTerms(symbol, null, answers({}))
    expect(urls).toHaveLength(4)
  })
})

test('in hedge mode each button has its own position and leverage (semantics §2.8)', async () => {
  const desk = deskOf()
  const flat = { size: '0' as Qty, side: null, marginMode: 'isolated', seq: 2 } as const
  desk.send(
    {
      type: 'positions',
      positions: [
        positionOf({ ...flat, positionIdx: 1, leverage: '5' as Leverage }),
        positionOf({ ...flat, positionIdx: 2, leverage: '20' as Leverage }),
      ],
      isSnapshot: false,
    },
    { type: 'ticker', ticker: tickerOf('60000', { markPrice: '60000' as Price }), stale: false },
  )
  const { ticket } = await ticketOn(desk)
  ticket.setPriceText('60000')
  ticket.size.setText('0.1')
  expect([ticket.order('buy')?.positionIdx, ticket.order('sell')?.positionIdx]).toEqual([1, 2])
  // Value 6000 at 5×: 1200 + 3.3 + 6000 · 0.8 · 0.00055 = 2.64.
  expect(ticket.outlook.figures.buy.value.cost).toBe('1205.94')
})
