import { priceWarning } from '../../../src/ui/order-entry/price-warning'
import { SizeBy } from '../../../src/ui/order-entry/size-by'
import { FIRST_GROUP, type LinkGroup } from '../../../src/ui/state/link-group'
import type { Signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { AuctionPhase } from '../../../src/domain/instrument/auction-phase'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { OrderId } from '../../../src/domain/order/order'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { mayStand } from '../../../src/ui/trading-kit/order-press'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import type { TicketDraft } from '../../../src/ui/order-entry/ticket-drafts'
import { pickedPrice, pickPrice } from '../../../src/ui/state/picked-price'
import {
  BTCUSDT,
  coinOf,
  deskOf,
  instrumentOf,
  orderOf,
  positionOf,
  preListedOf,
  statusOf,
  tickerOf,
  walletOf,
} from '../fixtures'

function ticketOn(desk: ReturnType<typeof deskOf>, draft: TicketDraft | null = null, link: LinkGroup = FIRST_GROUP) {
  const placed: OrderIntent[] = []
  const answers: ((outcome: Outcome<OrderId>) => void)[] = []
  let now = 1000
  let saved = draft
  const ticket = new OrderFormModel(desk.market, {
    picked: pickedPrice(link),
    app: desk,
    place(intent) {
      placed.push(intent)
      return new Promise((resolve) => answers.push(resolve))
    },
    drafts: { load: () => draft, save: (_symbol, next) => (saved = next) },
    loadExtras: async () => TicketExtras,
    loadSizing: async () => SizeBy,
    now: () => now,
    monotonic: () => now,
  })
  const stop = ticket.start()
  return {
    ticket,
    placed,
    stop,
    saved: () => saved,
    wait: (ms: number) => (now += ms),
    answer: async (outcome: Outcome<OrderId>) => {
      answers.shift()?.(outcome)
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}
const accepted = { kind: 'accepted', value: 'o1' as OrderId } as const

describe('typing', () => {
  test('an untouched price starts at the last price and is not moved afterwards', () => {
    const desk = deskOf()
    const { ticket } = ticketOn(desk)
    expect(ticket.priceText.value).toBe('60000.0')
    desk.send({ type: 'ticker', ticker: tickerOf('61000'), stale: false })
    expect(ticket.priceText.value).toBe('60000.0')
  })

  test('a touched field is never overwritten, not even when it was emptied', () => {
    const desk = deskOf()
    const { ticket } = ticketOn(desk)
    ticket.setPriceText('')
    desk.send({ type: 'ticker', ticker: tickerOf('61000'), stale: false })
    expect(ticket.priceText.value).toBe('')
  })

  test('a price that comes while the field has the caret stays out of what is typed (issue 19)', () => {
    const desk = deskOf({ last: null })
    const { ticket } = ticketOn(desk)
    ticket.focusPrice()
    desk.send({ type: 'ticker', ticker: tickerOf('61000'), stale: false })
    // As a browser has it: each key goes behind what stands in the field by then.
    for (const key of '59000') ticket.setPriceText(ticket.priceText.value + key)
    ticket.blurPrice()
    expect(ticket.priceText.value).toBe('59000.0')
  })

  test('a field that was left as empty as it was entered takes the price that came meanwhile', () => {
    const desk = deskOf({ last: null })
    const { ticket } = ticketOn(desk)
    ticket.focusPrice()
    desk.send({ type: 'ticker', ticker: tickerOf('61000'), stale: false })
    expect(ticket.priceText.value).toBe('')
    ticket.blurPrice()
    expect(ticket.priceText.value).toBe('61000.0')
  })

  test('a field that went with its tab while it had the caret follows again when it is back', () => {
    const desk = deskOf({ last: null })
    const { ticket } = ticketOn(desk)
    ticket.focusPrice()
    ticket.setTab('market')
    desk.send({ type: 'ticker', ticker: tickerOf('61000'), stale: false })
    ticket.setTab('limit')
    expect(ticket.priceText.value).toBe('61000.0')
  })

  test('arrow keys move by a tick and by a lot, Last fills the last price', () => {
    const { ticket } = ticketOn(deskOf())
    ticket.setPriceText('59999.9')
    ticket.stepPrice(1)
    ticket.stepPrice(1)
    expect(ticket.priceText.value).toBe('60000.1')
    ticket.fillLast()
    expect(ticket.priceText.value).toBe('60000.0')
    ticket.size.step(1)
    ticket.size.step(1)
    expect(ticket.size.text.value).toBe('0.002')
  })

  test('a price pointed at in the book of the same contract becomes the limit price', () => {
    const { ticket } = ticketOn(deskOf())
    pickPrice(FIRST_GROUP, BTCUSDT, '59990.5' as Price)
    expect(ticket.priceText.value).toBe('59990.5')
  })

  test('a price pointed at before the ticket was there is the limit price of the first ticket that comes, and of no other', () => {
    // A group that no ticket of another test is in.
    const first = () => ticketOn(deskOf(), null, 'fourth').ticket
    pickPrice('fourth', BTCUSDT, '59990.5' as Price)
    expect(first().priceText.value).toBe('59990.5')
    expect(first().priceText.value).toBe('60000.0')
  })

  test('a quantity above the maximum is replaced on leaving, with a notice until the field is entered again', () => {
    const { ticket } = ticketOn(deskOf())
    ticket.size.setText('5000')
    ticket.size.blur()
    expect(ticket.size.text.value).toBe('1190.000')
    expect(ticket.size.notice.value).toEqual({ messageKey: 'orderMaxQtyReplace', qty: '1190', coin: 'BTC' })
    ticket.size.focus()
    expect(ticket.size.notice.value).toBeNull()
  })

  test('with the split option a quantity above the largest order stays, and goes as several (decisions 22)', () => {
    const { ticket } = ticketOn(deskOf({ available: '100000000', instrument: instrumentOf({ riskTiers: [] }) }))
    ticket.setPriceText('60000')
    ticket.size.setText('5000')
    ticket.size.blur()
    // What was cut comes back once it may be split; at most fifty times 1190.
    expect(ticket.size.offersSplit.value).toBe(true)
    ticket.size.setSplits(true)
    expect(ticket.size.text.value).toBe('5000.000')
    expect(ticket.size.notice.value).toMatchObject({ messageKey: 'maxQtySplitOrderTip', qty: '1190' })
    expect(ticket.order('buy')).toMatchObject({ qty: '5000', isSplit: true })
    ticket.size.setText('60000')
    ticket.size.blur()
    expect(ticket.size.text.value).toBe('59500.000')
    // An order that needs no split is an order like any other.
    ticket.size.setText('1')
    ticket.size.blur()
    expect(ticket.order('buy')).not.toHaveProperty('isSplit')
  })

  test('with the split option the largest order is that of all parts, and a larger one is not sent in part', () => {
    const desk = deskOf({ available: '100000000', instrument: instrumentOf({ maxLimitQty: '10' as Qty }) })
    const { ticket, placed } = ticketOn(desk)
    ticket.setPriceText('60000')
    ticket.size.setPercent(100)
    expect(ticket.size.text.value).toBe('10.000')
    // With 10× the fixture's last tier holds up to 2,600,000, which is 43.333 at 60,000: five parts of ten at most.
    ticket.size.setSplits(true)
    expect(ticket.size.percent.value).toBe(23)
    ticket.size.setPercent(100)
    expect(ticket.size.text.value).toBe('43.333')
    expect(ticket.order('buy')).toMatchObject({ qty: '43.333', isSplit: true })
    ticket.size.step(1)
    ticket.size.blur()
    expect(ticket.size.text.value).toBe('43.334')
    const values = { max: '43.333', coin: 'BTC', leverage: '10' }
    expect(ticket.shown.quantity.value).toEqual({ field: 'quantity', key: 'splitAboveMax', values })
    void ticket.press('buy')
    expect(placed).toEqual([])
    // What only closes is cut to its position.
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    ticket.switches.setReduceOnly(true)
    expect(ticket.problems.sell.value).toEqual([])
  })

  test('where the exchange says the largest order, it is asked about the one of all parts', () => {
    const { ticket } = ticketOn(deskOf())
    ticket.setPriceText('60000')
    expect(ticket.leastOrder('buy')).not.toHaveProperty('isSplit')
    ticket.size.setSplits(true)
    expect(ticket.leastOrder('buy')).toMatchObject({ qty: '0.001', isSplit: true })
  })

  test('what waits for a trigger is not split', () => {
    const { ticket } = ticketOn(deskOf())
    ticket.size.setSplits(true)
    ticket.setTab('conditional')
    ticket.size.setText('5000')
    ticket.size.blur()
    expect([ticket.size.offersSplit.value, ticket.size.text.value]).toEqual([false, '1190.000'])
  })

  test('the slider takes a share of what the balance pays for on the dearer side', () => {
    const { ticket } = ticketOn(deskOf())
    ticket.setPriceText('60000')
    ticket.size.setPercent(100)
    // Short: 10000 / (60000 · ((1 + 0.00055)/10 + 2 · 0.00055)) = 10000 / 6069.3 = 1.6476…, down to the lot.
    expect(ticket.size.text.value).toBe('1.647')
    ticket.size.setPercent(50)
    expect(ticket.size.text.value).toBe('0.823')
  })

  test('a quantity that was typed before the balance was known has its place on the slider once it is', () => {
    const desk = deskOf()
    desk.send({ type: 'wallet', wallet: null })
    const { ticket } = ticketOn(desk)
    ticket.setPriceText('60000')
    ticket.size.setText('0.824')
    expect(ticket.size.percent.value).toBe(0)
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('10000')) })
    // 0.824 of the 1.647 above are 50.03 %, shown in whole per cent.
    expect(ticket.size.percent.value).toBe(50)
  })

  test('the slider goes on saying which share the quantity is where the largest order becomes another one', () => {
    const desk = deskOf()
    const { ticket } = ticketOn(desk)
    ticket.setPriceText('60000')
    ticket.size.setPercent(50)
    // The same largest order: 0.823 of 1.647 is what the slider was drawn to, though it is 49.97 % of it.
    ticket.size.followMost()
    expect([ticket.size.text.value, ticket.size.percent.value]).toEqual(['0.823', 50])
    // Twice the balance: 20000 / 6069.3 = 3.295…, of which 0.823 are 24.97 %.
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('20000')) })
    ticket.size.followMost()
    expect([ticket.size.text.value, ticket.size.percent.value]).toEqual(['0.823', 24])
  })

  test('while reducing, the slider is a share of the position', () => {
    const desk = deskOf()
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    const { ticket } = ticketOn(desk)
    ticket.switches.setReduceOnly(true)
    ticket.size.setPercent(50)
    expect(ticket.size.text.value).toBe('0.250')
  })

  test('what was typed comes back with the draft', () => {
    const desk = deskOf()
    const first = ticketOn(desk)
    first.ticket.setPriceText('59000')
    first.ticket.size.setText('0.4')
    first.ticket.setPostOnly(true)
    first.stop()
    const second = ticketOn(desk, first.saved())
    expect(second.ticket.priceText.value).toBe('59000')
    expect(second.ticket.size.text.value).toBe('0.4')
    expect(second.ticket.postOnly.value).toBe(true)
  })
})

describe('a conditional order has a price of its own', () => {
  test('what was typed for a limit order is not taken over, each keeps its own, and both come back with the draft', () => {
    const desk = deskOf()
    const first = ticketOn(desk)
    first.ticket.setPriceText('59000')
    first.ticket.setTab('conditional')
    // Nobody touched this one: it begins at the last price.
    expect(first.ticket.priceText.value).toBe('60000.0')
    first.ticket.setPriceText('61000')
    first.ticket.setTab('limit')
    expect([first.ticket.priceText.value, first.ticket.price.value]).toEqual(['59000', '59000'])
    first.stop()
    const second = ticketOn(desk, first.saved())
    expect(second.ticket.priceText.value).toBe('59000')
    second.ticket.setTab('conditional')
    expect(second.ticket.priceText.value).toBe('61000')
  })
})

describe('what a press means', () => {
  test('a limit order goes out as it stands on the screen, under a legal id of its own', async () => {
    const { ticket, placed, answer } = ticketOn(deskOf())
    ticket.setPriceText('59000')
    ticket.size.setText('0.1')
    const press = ticket.press('buy')
    // Frozen before anything is awaited: what is typed now is for the next press.
    ticket.setPriceText('1')
    expect(placed).toHaveLength(1)
    expect(placed[0]?.id).toMatch(/^[A-Za-z0-9_-]{1,36}$/)
    expect(placed[0]).toMatchObject({
      account: 'acc',
      order: {
        side: 'buy',
        type: 'limit',
        price: '59000',
        qty: '0.1',
        timeInForce: 'goodTillCancel',
        reduceOnly: false,
      },
    })
    await answer(accepted)
    expect(await press).toEqual(accepted)
  })

  test('a market order carries no price and takes what is there', () => {
    const { ticket, placed } = ticketOn(deskOf())
    ticket.setTab('market')
    ticket.size.setText('0.1')
    void ticket.press('sell')
    expect(placed[0]?.order).toMatchObject({
      type: 'market',
      price: null,
      timeInForce: 'immediateOrCancel',
      side: 'sell',
    })
  })

  test('post-only wins over the time in force', () => {
    const { ticket, placed } = ticketOn(deskOf())
    ticket.setTimeInForce('fillOrKill')
    ticket.setPostOnly(true)
    ticket.size.setText('0.1')
    void ticket.press('buy')
    expect(placed[0]?.order.timeInForce).toBe('postOnly')
  })

  test('twenty presses in one tick, and a second one before the answer, are one order', async () => {
    const { ticket, placed, answer, wait } = ticketOn(deskOf())
    ticket.size.setText('0.1')
    for (let i = 0; i < 20; i++) void ticket.press('buy')
    expect(placed).toHaveLength(1)
    wait(1000)
    void ticket.press('buy')
    expect(placed).toHaveLength(1)
    await answer(accepted)
    void ticket.press('buy')
    expect(placed).toHaveLength(2)
    expect(placed[0]?.id).not.toBe(placed[1]?.id)
  })

  test('the other button is pressed while an answer is out: what it says is sent (ADR-1065)', () => {
    const { ticket, placed } = ticketOn(deskOf())
    ticket.size.setText('0.1')
    void ticket.press('buy')
    void ticket.press('sell')
    expect(placed.map(({ order }) => order.side)).toEqual(['buy', 'sell'])
  })

  test('the second click of a double click is not an order, however fast the answer was', async () => {
    const { ticket, placed, answer, wait } = ticketOn(deskOf())
    ticket.size.setText('0.1')
    void ticket.press('buy')
    await answer(accepted)
    wait(120)
    void ticket.press('buy')
    expect(placed).toHaveLength(1)
  })

  test.each([
    ['offline', 'offline'],
    ['stale', 'stale'],
    ['connecting', 'connecting'],
    ['resync', 'resync'],
    ['elsewhere', 'elsewhere'],
  ] as const)('nothing is sent while the feed is %s, and the text stays', async (state, block) => {
    const desk = deskOf()
    const { ticket, placed } = ticketOn(desk)
    ticket.setPriceText('59000.5')
    ticket.size.setText('0.1')
    desk.send({ type: 'status', status: statusOf(state) })
    expect(ticket.block.value).toBe(block)
    expect(await ticket.press('buy')).toBeNull()
    expect(placed).toHaveLength(0)
    expect(ticket.priceText.value).toBe('59000.5')
    expect(ticket.size.text.value).toBe('0.100')
  })

  test('a press that came while the feed was stale is still told of when it is live again, until the ticket is changed or pressed', async () => {
    const desk = deskOf()
    const { ticket, placed } = ticketOn(desk)
    const miss = async (): Promise<void> => {
      desk.send({ type: 'status', status: statusOf('stale') })
      expect(await ticket.press('buy')).toBeNull()
      desk.send({ type: 'status', status: statusOf('live') })
      expect([ticket.block.value, ticket.result.value]).toEqual([null, { kind: 'closed' }])
    }
    ticket.setPriceText('59000.5')
    ticket.size.setText('0.1')
    await miss()
    ticket.size.setText('0.2')
    expect(ticket.result.value).toBeNull()
    await miss()
    void ticket.press('buy')
    expect(placed).toHaveLength(1)
    expect(ticket.result.value).toEqual({ kind: 'sending', side: 'buy' })
  })

  test('unconfirmed rules, no account and a lost hub close the ticket', () => {
    const desk = deskOf()
    const { ticket } = ticketOn(desk)
    expect(ticket.block.value).toBeNull()
    desk.send({
      type: 'instruments',
      status: 'resolved',
      versionInForce: null,
      instruments: [],
      confirmed: false,
      asOfMs: 1,
    })
    expect(ticket.block.value).toBe('rulesUnconfirmed')
    desk.send({ type: 'session', session: null })
    expect(ticket.block.value).toBe('signedOut')
    desk.connection.setLife('lost', null)
    expect(ticket.block.value).toBe('connecting')
  })

  test('a press with a problem sends nothing and shows it at its field', async () => {
    const { ticket, placed } = ticketOn(deskOf())
    ticket.size.setText('')
    expect(ticket.shown.quantity.value).toBeNull()
    expect(await ticket.press('buy')).toBeNull()
    expect(placed).toHaveLength(0)
    expect(ticket.shown.quantity.value).toMatchObject({ field: 'quantity', key: 'qtyMissing' })
  })

  test('an order worth less than the minimum names the bound and the quantity that reaches it', () => {
    const { ticket } = ticketOn(deskOf())
    ticket.setPriceText('1000')
    ticket.size.setText('0.001')
    // 0.001 · 1000 = 1 < 5; 5 / 1000 = 0.005.
    expect(ticket.problems.buy.value).toEqual([
      { field: 'quantity', key: 'belowMinNotional', values: { min: '5', coin: 'USDT', qty: '0.005', base: 'BTC' } },
    ])
  })

  test('an order that costs more than is available says both numbers', () => {
    const { ticket } = ticketOn(deskOf({ available: '100' }))
    ticket.setPriceText('60000')
    ticket.size.setText('0.1')
    // 600 initial margin + 3.3 to open + 6000 · (1 − 1/10) · 0.00055 = 2.97 to close.
    expect(ticket.problems.buy.value).toEqual([
      { field: 'order', key: 'insufficientBalance', values: { cost: '606.27', available: '100', coin: 'USDT' } },
    ])
  })

  test('what is left in the fields behind a press that was sent is not judged: it reads as a refusal of it', async () => {
    const desk = deskOf({ available: '100' })
    const { ticket, answer, wait } = ticketOn(desk)
    ticket.setPriceText('60000')
    ticket.size.setText('0.1')
    await ticket.press('sell')
    expect(ticket.shown.order.value).toMatchObject([{ key: 'insufficientBalance' }])
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('10000')) })
    void ticket.press('sell')
    // Its margin is gone before its answer is there.
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('0')) })
    expect([mayStand(ticket.result.value), ticket.shown.order.value]).toEqual([true, []])
    await answer(accepted)
    expect(ticket.problems.sell.value).toMatchObject([{ key: 'insufficientBalance' }])
    expect([mayStand(ticket.result.value), ticket.shown.order.value]).toEqual([true, []])
    // Another press is about the second order, and an edit makes the ticket another one.
    wait(1_000)
    await ticket.press('sell')
    expect(ticket.shown.order.value).toMatchObject([{ key: 'insufficientBalance' }])
    ticket.size.setText('0.2')
    expect(mayStand(ticket.result.value)).toBe(false)
  })

  test('the largest order is asked about with the least quantity while the one that is given is too large', () => {
    const { ticket } = ticketOn(deskOf({ available: '100' }))
    ticket.setPriceText('60000')
    ticket.size.setText('0.1')
    expect([ticket.order('buy'), ticket.leastOrder('buy')?.qty]).toEqual([null, '0.001'])
    // A take-profit without its price yet is no matter of the size.
    ticket.switches.setTpSl(true)
    expect([ticket.order('buy'), ticket.leastOrder('buy')?.qty]).toEqual([null, '0.001'])
    // What is wrong beside the quantity is wrong with any.
    ticket.setPriceText('')
    expect(ticket.leastOrder('buy')).toBeNull()
  })

  test('reduce-only needs something to reduce on the other side', () => {
    const desk = deskOf()
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    const { ticket } = ticketOn(desk)
    ticket.switches.setReduceOnly(true)
    ticket.size.setText('0.1')
    expect(ticket.problems.buy.value.map((problem) => problem.key)).toEqual(['nothingToReduceShort'])
    expect(ticket.problems.sell.value).toEqual([])
  })
})

describe('a press without an answer (H14)', () => {
  async function unanswered() {
    const desk = deskOf()
    const scene = ticketOn(desk)
    scene.ticket.size.setText('0.01')
    void scene.ticket.press('buy')
    await scene.answer({ kind: 'unknown' })
    const { id } = scene.placed[0]!
    const tell = (state: 'unknown' | null): void => {
      const { account, order, pressedAtMs } = scene.placed[0]!
      const intents = state === null ? [] : [{ id, account, order, pressedAtMs, state, rejection: null, orderId: null }]
      desk.send({ type: 'intents', intents, changes: [], reverses: [] } as never)
    }
    return { ...scene, desk, id, tell }
  }

  test('is said to be one that nobody knows of, until the ticket is changed', async () => {
    const { ticket } = await unanswered()
    expect(ticket.lastPress.isUnheard.value).toBe(true)
    ticket.size.setText('0.02')
    expect(ticket.lastPress.isUnheard.value).toBe(false)
  })

  test('is known once the hub tells of it, and stays so when it is dismissed there', async () => {
    const { ticket, tell } = await unanswered()
    tell('unknown')
    expect(ticket.lastPress.isUnheard.value).toBe(false)
    expect(ticket.lastPress.isUnknown.value).toBe(true)
    tell(null)
    expect(ticket.lastPress.isUnheard.value).toBe(false)
    expect(ticket.lastPress.isUnknown.value).toBe(false)
  })

  test('is known by its order, too', async () => {
    const { ticket, desk, id } = await unanswered()
    desk.send({ type: 'orders', orders: [orderOf('o1', { linkId: id })], isSnapshot: false })
    expect(ticket.lastPress.isUnheard.value).toBe(false)
  })
})

describe('the rules change under the ticket (F17)', () => {
  test('a price that was left on the old tick is told and not sent; typed again it is settled on the new one', () => {
    const desk = deskOf()
    const { ticket, placed } = ticketOn(desk)
    ticket.setPriceText('59990.3')
    ticket.blurPrice()
    ticket.size.setText('0.001')
    const rules = desk.market.listed as Signal<Contract>
    rules.value = { ...rules.peek(), tickSize: '0.5' as Price }
    void ticket.press('buy')
    expect(placed).toEqual([])
    expect(ticket.priceText.value).toBe('59990.3')
    expect(ticket.shown.price.value).toMatchObject({ key: 'tickSizeFixNumTips', values: { tick: '0.5' } })
    ticket.setPriceText('59990.4')
    // The press settles it, shows what came of it, and sends nothing; the next one sends what is seen (decisions 45).
    void ticket.press('buy')
    expect(placed).toEqual([])
    expect(ticket.priceText.value).toBe('59990.5')
    expect(ticket.result.value).toEqual({ kind: 'changed' })
    void ticket.press('buy')
    expect(placed.map(({ order }) => order.price)).toEqual(['59990.5'])
  })
})

describe('a call auction takes limit orders that wait, and the ticket offers nothing else (110098, 110099)', () => {
  /** A desk whose contract goes into its auction, and through it. */
  function auctionDesk() {
    const desk = deskOf({ instrument: preListedOf('notStarted') })
    const rules = desk.market.listed as Signal<Contract>
    const enter = (phase: AuctionPhase): void => {
      rules.value = preListedOf(phase)
      desk.send({
        type: 'instruments',
        status: 'resolved',
        versionInForce: null,
        instruments: [rules.value],
        confirmed: true,
        asOfMs: null,
      })
    }
    return { desk, enter }
  }

  test('market becomes limit with what was typed, and a press sends it', () => {
    const { desk, enter } = auctionDesk()
    const { ticket, placed } = ticketOn(desk)
    ticket.setPriceText('59000')
    ticket.setTab('market')
    ticket.size.setText('0.1')
    expect(ticket.market.isInAuction.value).toBe(false)
    enter('callAuction')
    expect(ticket.market.isInAuction.value).toBe(true)
    expect([ticket.tab.value, ticket.priceText.value, ticket.size.text.value]).toEqual(['limit', '59000', '0.1'])
    void ticket.press('buy')
    expect(placed[0]?.order).toMatchObject({ type: 'limit', price: '59000', qty: '0.1', timeInForce: 'goodTillCancel' })
  })

  test('a trigger, TP/SL, post-only and a time in force that does not wait are taken back', async () => {
    const { desk, enter } = auctionDesk()
    const { ticket, placed } = ticketOn(desk)
    ticket.setTab('conditional')
    ticket.switches.setTpSl(true)
    ticket.setPostOnly(true)
    ticket.setTimeInForce('fillOrKill')
    ticket.size.setText('0.1')
    await Promise.resolve()
    ticket.extras.value?.tpSl.takeProfit.price.setText('70000')
    enter('callAuctionNoCancel')
    expect([ticket.tab.value, ticket.switches.usesTpSl.value]).toEqual(['limit', false])
    expect([ticket.postOnly.value, ticket.timeInForce.value]).toEqual([false, 'goodTillCancel'])
    void ticket.press('sell')
    expect(placed[0]?.order).toMatchObject({ type: 'limit', price: '60000', timeInForce: 'goodTillCancel' })
    expect(placed[0]?.order).not.toHaveProperty('tpSl')
    // What was typed for the take-profit is there when it is switched on again.
    expect(ticket.extras.value?.tpSl.takeProfit.price.text.value).toBe('70000')
  })

  test('none of it can be chosen while the auction lasts; all of it can afterwards, and nothing comes back by itself', () => {
    const { desk, enter } = auctionDesk()
    const { ticket } = ticketOn(desk)
    ticket.setTab('market')
    for (const phase of ['callAuction', 'callAuctionNoCancel', 'crossMatching'] as const) {
      enter(phase)
      for (const tab of ['market', 'conditional'] as const) {
        ticket.setTab(tab)
        expect(ticket.tab.value).toBe('limit')
      }
      ticket.setPostOnly(true)
      ticket.setTimeInForce('immediateOrCancel')
      ticket.switches.setTpSl(true)
      expect([ticket.postOnly.value, ticket.timeInForce.value]).toEqual([false, 'goodTillCancel'])
      expect(ticket.switches.usesTpSl.value).toBe(false)
    }
    enter('continuousTrading')
    expect([ticket.market.isInAuction.value, ticket.tab.value]).toEqual([false, 'limit'])
    ticket.setPostOnly(true)
    ticket.switches.setTpSl(true)
    expect([ticket.postOnly.value, ticket.switches.usesTpSl.value]).toEqual([true, true])
    ticket.setTab('market')
    expect(ticket.tab.value).toBe('market')
  })

  test('a draft of an earlier visit comes back as what the auction takes', () => {
    const { desk, enter } = auctionDesk()
    const first = ticketOn(desk)
    first.ticket.setTab('market')
    first.ticket.size.setText('0.4')
    first.stop()
    enter('callAuction')
    const second = ticketOn(desk, first.saved())
    expect([second.ticket.tab.value, second.ticket.size.text.value]).toEqual(['limit', '0.4'])
  })
})

describe('a slip of the finger', () => {
  test('a price half off the market warns once the field is left, and the press asks (decisions 45)', async () => {
    const { ticket, placed } = ticketOn(deskOf())
    ticket.setPriceText('30000')
    expect(priceWarning(ticket)).toBeNull()
    ticket.blurPrice()
    expect(priceWarning(ticket)).toMatchObject({ price: '30000', markPrice: '60000', isAbove: false })
    ticket.size.setText('0.001')
    const pressed = ticket.press('buy')
    expect(placed).toHaveLength(0)
    ticket.question.answer(true)
    await Promise.resolve()
    await Promise.resolve()
    expect(placed).toHaveLength(1)
    void pressed
  })

  test('a market order has no price to warn of', () => {
    const { ticket } = ticketOn(deskOf())
    ticket.setPriceText('30000')
    ticket.blurPrice()
    ticket.setTab('market')
    expect(priceWarning(ticket)).toBeNull()
  })

  test('a price that the exchange moved is told with both numbers', async () => {
    const desk = deskOf()
    const { ticket, placed, answer } = ticketOn(desk)
    ticket.setPriceText('61500')
    ticket.size.setText('0.001')
    void ticket.press('buy')
    await answer(accepted)
    expect(ticket.lastPress.movedPrice.value).toBeNull()
    const linkId = placed[0]?.id
    if (linkId === undefined) throw new Error('nothing was placed')
    desk.send({
      type: 'orders',
      orders: [{ ...orderOf('o1', { linkId }), type: 'limit', price: '61200' as Price }],
      isSnapshot: false,
    })
    expect(ticket.lastPress.movedPrice.value).toEqual({ sent: '61500', taken: '61200' })
    // A later price is the trader's own change: it is not laid to the exchange.
    desk.send({
      type: 'orders',
      orders: [{ ...orderOf('o1', { linkId, seq: 2 }), type: 'limit', price: '61100' as Price }],
      isSnapshot: false,
    })
    expect(ticket.lastPress.movedPrice.value).toEqual({ sent: '61500', taken: '61200' })
    ticket.size.setText('0.002')
    expect(ticket.lastPress.movedPrice.value).toBeNull()
  })
})
