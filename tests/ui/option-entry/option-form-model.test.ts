import { signal, type Signal } from '@preact/signals-react'
import { describe, expect, test, vi } from 'vitest'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { NewOrder } from '../../../src/domain/order/new-order'
import type { OrderId } from '../../../src/domain/order/order'
import type { OptionTicketDraft } from '../../../src/ui/option-entry/option-drafts'
import { OptionFormModel } from '../../../src/ui/option-entry/option-form-model'
import type { HubApi } from '../../../src/workers/hub-api'
import type { PickedPrice } from '../../../src/ui/state/picked-price'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { coinOf, positionOf, walletOf } from '../fixtures'
import { CALL_60K, optionDeskOf } from '../option-fixtures'

/** A ticket, what it sent, and the clock that only rises. */
function ticketOf({
  desk = optionDeskOf(),
  draft = null as OptionTicketDraft | null,
  foretell = (async () => ({ hasError: true, message: '', code: null })) as HubApi['foretell'],
} = {}) {
  const sent: OrderIntent[] = []
  const picked: Signal<PickedPrice | null> = signal(null)
  let monotonicMs = 0
  const ticket = new OptionFormModel(desk.market, {
    app: desk,
    picked,
    place: async (intent): Promise<Outcome<OrderId>> => {
      sent.push(intent)
      return { kind: 'accepted', value: 'o-1' as OrderId }
    },
    drafts: { load: () => draft, save: () => {} },
    now: () => 1_000,
    api: { foretell },
    monotonic: () => (monotonicMs += 1_000),
  })
  return { ticket, sent, picked, desk }
}

/** What is typed, with a press's own doubts answered: an option's whole value may be large beside 10,000. */
function typed(price: string, qty: string, options: Parameters<typeof ticketOf>[0] = {}) {
  const made = ticketOf(options)
  made.ticket.setPriceText(price)
  made.ticket.setQtyText(qty)
  return made
}

describe('an option’s ticket', () => {
  test('begins at the mark, and takes a price that is picked in the book', () => {
    const { ticket, picked } = ticketOf()
    const stop = ticket.start()
    expect(ticket.priceText.text.value).toBe('9500')
    picked.value = { symbol: CALL_60K.symbol, price: '9450' as Price, sequence: 1 }
    expect(ticket.priceText.text.value).toBe('9450')
    stop()
  })

  test('sends a limit order as it stands, once, without a volatility', async () => {
    const { ticket, sent } = typed('9450', '0.1')
    expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
    expect(sent.map(({ order }) => order)).toEqual([
      {
        symbol: CALL_60K.symbol,
        side: 'buy',
        type: 'limit',
        price: '9450',
        qty: '0.1',
        timeInForce: 'goodTillCancel',
        reduceOnly: false,
        closeOnTrigger: false,
        positionIdx: 0,
      },
    ])
  })

  test('by volatility: the price is that of Black-76, and the volatility goes with the order', async () => {
    const { ticket, sent } = typed('9450', '0.1')
    ticket.setPricedBy('volatility')
    // At the money with a year left: F (2 N(σ/2) − 1). N(0.2) = 0.579259709…: 60,000 × 0.158519419 = 9,511.17, which is 9,510.
    ticket.setVolatilityText('40')
    expect(ticket.price.value).toBe('9510')
    await ticket.press('buy')
    expect(sent[0]?.order).toMatchObject({ price: '9510', orderIv: '0.4' })
    // The exchange makes the price anew: whatever it comes to, none that was sent is said to be changed.
    expect(ticket.result.value).toMatchObject({ price: null })
    // And back: what gives 9,510 is nearly that.
    ticket.setPricedBy('price')
    expect(ticket.priceText.text.value).toBe('9510')
    expect(ticket.volatilityOf('9510' as Price)).toBeCloseTo(0.4, 3)
  })

  test('a quantity of nothing names the least one, an empty field what is missing', () => {
    expect(typed('9450', '0').ticket.problem('buy')).toMatchObject({ field: 'qty', key: 'qtyBelowMin' })
    expect(typed('9450', '').ticket.problem('buy')?.key).toBe('qtyMissing')
  })

  test('premium, fee with its cap, and what is needed', () => {
    const { ticket } = typed('9450', '0.1')
    // 945 and 0.0003 × 60,000 × 0.1 = 1.8.
    expect(ticket.outlook.sides.buy.value?.outcome).toMatchObject({ premium: '945', fee: '1.8', required: '946.8' })
    // A sale at 9,450 meets the bid: (max(15 % − 0, 10 %) × 60,000 + max(9,450, 9,500)) × 0.1 + fee − premium.
    expect(ticket.outlook.sides.sell.value?.outcome).toMatchObject({ premium: '945', required: '906.8' })
    ticket.setPriceText('5')
    // 12.5 % of 5 is less than 0.03 % of the index.
    expect(ticket.outlook.sides.buy.value?.outcome.fee).toBe('0.0625')
  })

  test('what one would hold counts what rests, as premium and fee do, and not what ends', () => {
    const { ticket, desk } = typed('9450', '0.1')
    const after = (): readonly (string | undefined)[] =>
      (['buy', 'sell'] as const).map((side) => ticket.outlook.sides[side].value?.outcome.heldAfter)
    // The buy rests below the ask of 9,550, the sale meets the bid of 9,450.
    expect(after()).toEqual(['0.1', '-0.1'])
    ticket.setTimeInForce('immediateOrCancel')
    expect(after()).toEqual(['0', '-0.1'])
    ticket.setTimeInForce('goodTillCancel')
    const long = positionOf({ symbol: CALL_60K.symbol, size: '0.2' as never, value: '1900' as never })
    desk.send({ type: 'positions', positions: [long], isSnapshot: true })
    expect(after()).toEqual(['0.3', '0.1'])
    // A sale above the bid rests; one that only reduces is no more than what is held.
    ticket.setPriceText('9600')
    ticket.setQtyText('0.5')
    expect(after()[1]).toBe('-0.3')
    ticket.setReduceOnly(true)
    expect(after()[1]).toBe('0')
  })

  test('the largest order of each side is what the balance pays for, to the lot', () => {
    const { ticket } = typed('9450', '')
    const most = { buy: ticket.outlook.most.buy.value!, sell: ticket.outlook.most.sell.value! }
    for (const side of ['buy', 'sell'] as const) {
      ticket.setQtyText(most[side])
      expect(ticket.outlook.lack(side), side).toBeNull()
      ticket.setQtyText((Number(most[side]) + 0.01).toFixed(2))
      expect(ticket.outlook.lack(side), side).not.toBeNull()
    }
  })

  test('of buying back with less than nothing free, what the account cannot pay for is said to end', () => {
    const desk = optionDeskOf()
    // A short of 1: 9,000 + 9,500 of initial margin, 1,800 + 9,500 + 120 of maintenance, with 11,900 behind it.
    const wallet = walletOf(
      coinOf('-6600', {
        walletBalance: '11900' as Money,
        equity: '2400' as Money,
        usdValue: '2400' as Money,
        positionInitialMargin: '18500' as Money,
        maintenanceMargin: '11420' as Money,
      }),
    )
    const rates = { initialMarginRate: '1.55462185' as Rate, maintenanceMarginRate: '0.95966387' as Rate }
    const { symbol } = CALL_60K
    const short = positionOf({ symbol, side: 'sell', size: '1' as Qty, value: '9500' as Money })
    desk.send({ type: 'wallet', wallet: { ...wallet, ...rates } })
    desk.send({ type: 'positions', positions: [short], isSnapshot: true })
    const { ticket } = typed('9600', '1.3', { desk })
    // 1 at 9,550 and 18 of fee leave 2,332; of 0.3 at 9,600 that pays for 0.24, which cost 2,304 and 4.32.
    const { outcome, met } = ticket.outlook.sides.buy.value!
    expect(outcome).toMatchObject({ required: '0', qty: '1.24', unpaid: '0.06', walletChange: '-11876.32' })
    expect(met.unpaid).toBe('0.06')
    // 0.2 there is paid for, and waits for nothing.
    ticket.setQtyText('1.2')
    expect(ticket.outlook.sides.buy.value!.met.unpaid).toBe('0')
    // Where the rates of now are by neither rule, nobody knows what is behind it.
    desk.send({ type: 'wallet', wallet: { ...wallet, ...rates, initialMarginRate: '0.5' as Rate, seq: 2 } })
    ticket.setQtyText('1.3')
    expect(ticket.outlook.sides.buy.value!.met.unpaid).toBe('0')
  })

  test('a price beyond the exchange’s limit is said of its side alone, after a press', async () => {
    // The mark 9,500 ± half of it: up to 14,250.
    const { ticket, sent } = typed('14255', '0.01')
    expect(await ticket.press('buy')).toBeNull()
    expect(ticket.problem('buy')).toMatchObject({ field: 'price', key: 'buyTooHigh', values: { bound: '14250' } })
    expect(ticket.problem('sell')).toBeNull()
    expect(sent).toEqual([])
  })

  test('reduce-only is cut to what there is to reduce, and says where there is nothing', () => {
    const { ticket, desk } = typed('9450', '0.5')
    ticket.setReduceOnly(true)
    expect(ticket.problem('sell')).toMatchObject({ key: 'noLong' })
    const long = positionOf({ symbol: CALL_60K.symbol, size: '0.2' as never, value: '1900' as never })
    desk.send({ type: 'positions', positions: [long], isSnapshot: true })
    expect(ticket.problem('sell')).toBeNull()
    expect(ticket.problem('buy')).toMatchObject({ key: 'noShort' })
    expect(ticket.outlook.sides.sell.value?.outcome).toMatchObject({ required: '0', premium: '1890' })
  })

  test('reduce-only beyond the position: the price is of what fills, and a press shows the bound and sends nothing', async () => {
    const { ticket, sent, desk } = typed('9450', '0.5')
    const long = positionOf({ symbol: CALL_60K.symbol, size: '0.3' as never, value: '2850' as never })
    desk.send({ type: 'positions', positions: [long], isSnapshot: true })
    ticket.setReduceOnly(true)
    // 0.3 of 0.5 are sold, at the bid of 9,450: the mean of what is sold is that bid, not 0.3 × 9,450 ÷ 0.5 = 5,670.
    expect(ticket.outlook.sides.sell.value?.average).toBe('9450')
    expect(await ticket.press('sell')).toBeNull()
    expect([ticket.qtyText.value, sent]).toEqual(['0.30', []])
    await ticket.press('sell')
    expect(sent.map(({ order }) => order.qty)).toEqual(['0.3'])
  })

  test('what is left in the fields behind an order that was taken is not judged until it is pressed again', async () => {
    const { ticket, desk } = typed('9450', '2')
    await ticket.press('buy')
    expect(ticket.shownProblem('order', ['buy', 'sell'])).toMatchObject({ key: 'insufficientBalance' })
    ticket.setQtyText('0.1')
    expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('0')) })
    expect(ticket.problem('buy')).toMatchObject({ key: 'insufficientBalance' })
    expect(ticket.shownProblem('order', ['buy', 'sell'])).toBeNull()
    await ticket.press('buy')
    expect(ticket.shownProblem('order', ['buy', 'sell'])).toMatchObject({ key: 'insufficientBalance' })
  })

  test('of the side that was not pressed, nothing is said', async () => {
    const { ticket, sent } = typed('14255', '1.2')
    expect(await ticket.press('buy')).toBeNull()
    // A buy at 8,000 needs 9,621.6 of the 10,000; a sale (9,000 + 9,500 − 8,000) × 1.2 + 21.6 = 12,621.6.
    ticket.setPriceText('8000')
    expect([ticket.problem('buy'), ticket.problem('sell')]).toMatchObject([null, { key: 'insufficientBalance' }])
    expect(ticket.shownProblem('order', ['buy', 'sell'])).toBeNull()
    expect(await ticket.press('sell')).toBeNull()
    expect(ticket.shownProblem('order', ['buy', 'sell'])).toMatchObject({ key: 'insufficientBalance' })
    expect(sent).toEqual([])
  })

  test('with portfolio margin the largest order is not known, and no bound of the contract stands for it', () => {
    const { ticket, desk } = typed('9450', '0.1')
    desk.send({ type: 'session', session: { account: 'acc', name: 'paper', kind: 'pm' } })
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('10000')) })
    expect([ticket.outlook.most.buy.value, ticket.outlook.most.sell.value]).toEqual([null, null])
    const long = positionOf({ symbol: CALL_60K.symbol, size: '0.3' as never, value: '2850' as never })
    desk.send({ type: 'positions', positions: [long], isSnapshot: true })
    ticket.setReduceOnly(true)
    expect(ticket.outlook.most.sell.value).toBe('0.3')
  })

  test('where coins back each other the exchange says the largest order (ADR-999), of a quantity that is too large, too', async () => {
    vi.stubGlobal('document', { hidden: false })
    const asked: NewOrder[] = []
    const { ticket, desk } = typed('9450', '0.1', {
      foretell: async (order) => {
        asked.push(order)
        const rates = { initialBefore: null, initialAfter: null, maintenanceBefore: null, maintenanceAfter: null }
        const value = { rates, cost: '946.8' as Money, most: '2.5' as Qty }
        return { hasError: false, value, asOfMs: 0, fromCache: false }
      },
    })
    const debt = { borrowed: '0' as Money, lent: '0' as Money, interest: '0' as Money, isCollateral: true }
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('10000', { lending: debt, walletBalance: '9000' as Money })) })
    expect([ticket.outlook.most.buy.value, ticket.outlook.sides.buy.value?.rates]).toEqual([null, null])
    const stop = ticket.start()
    await vi.waitFor(() => expect(ticket.check.most.value).toEqual({ buy: '2.5', sell: '2.5' }))
    // 9,468 a coin: two of them are more than the 10,000.
    ticket.setQtyText('2')
    expect(ticket.problem('buy')).toMatchObject({ key: 'insufficientBalance' })
    await vi.waitFor(() => expect(asked.at(-2)?.qty).toBe(CALL_60K.minQty))
    expect([asked.at(-2)?.side, ticket.check.most.value.buy]).toEqual(['buy', '2.5'])
    stop()
    vi.unstubAllGlobals()
  })

  test('nothing is sent while its rules are not confirmed', async () => {
    const { ticket, sent } = typed('9450', '0.1', { desk: optionDeskOf({ confirmed: false }) })
    expect(ticket.block.value).toBe('rulesUnconfirmed')
    expect(await ticket.press('buy')).toBeNull()
    expect(sent).toEqual([])
  })

  test('a market order ends at once and is checked at the worst price that it reaches', async () => {
    const { ticket, sent } = typed('', '1.50', { desk: optionDeskOf({ available: '100000' }) })
    ticket.setType('market')
    // 1 at 9,550 and 0.5 at 9,600; all of it is charged at 9,600, and 18 a coin of fees.
    expect(ticket.outlook.sides.buy.value?.outcome).toMatchObject({ premium: '14350', required: '14427' })
    expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
    expect(sent[0]?.order).toMatchObject({ type: 'market', price: null, timeInForce: 'immediateOrCancel' })
  })
})
