import { keptApart } from '../../../src/ui/state/kept'
import { OrderAsks, orderAsks } from '../../../src/ui/state/order-asks'
import { SizeBy } from '../../../src/ui/order-entry/size-by'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { pickedPrice } from '../../../src/ui/state/picked-price'
import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { OrderId } from '../../../src/domain/order/order'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { isUntouched, termsOfChange } from '../../../src/ui/trading-kit/send-terms'
import { wholeQty } from '../../../src/ui/trading-kit/whole-qty'
import { SendQuestion } from '../../../src/ui/trading-kit/send-question'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { deskOf, orderOf, tickerOf } from '../fixtures'

/** A ticket with a price ten times the market's, as after one digit too many. */
function farTicket(desk = deskOf()) {
  const placed: OrderIntent[] = []
  const ticket = new OrderFormModel(desk.market, {
    picked: pickedPrice(FIRST_GROUP),
    app: desk,
    place: (intent): Promise<Outcome<OrderId>> => {
      placed.push(intent)
      return Promise.resolve({ kind: 'accepted', value: 'o1' as OrderId })
    },
    drafts: { load: () => null, save: () => {} },
    loadExtras: async () => TicketExtras,
    loadSizing: async () => SizeBy,
    now: () => 1000,
    monotonic: () => 1000,
  })
  const stop = ticket.start()
  ticket.setPriceText('600000')
  ticket.size.setText('0.001')
  ticket.blurPrice()
  ticket.size.blur()
  return { desk, ticket, placed, stop }
}

const tick = (desk: ReturnType<typeof deskOf>, price: string): void =>
  desk.send({ type: 'ticker', ticker: tickerOf(price), stale: false })

describe('the question before a far price is sent (decisions 45, reliability.md N8)', () => {
  test('nothing is sent before the answer, and no answer is "no"', async () => {
    const { ticket, placed, stop } = farTicket()
    const press = ticket.press('buy')
    expect(ticket.question.asked.value).toMatchObject({
      what: 'order',
      // Placed at the highest price of now: 60,000 · 1.01 · 0.001.
      taken: '60600',
      value: '60.6',
      doubts: [{ kind: 'farPrice', distance: '9', fills: true }],
    })
    expect(placed).toEqual([])
    stop()
    expect(await press).toBeNull()
    expect(placed).toEqual([])
  })

  test('what is sent is what was asked about, whatever becomes of the ticket', async () => {
    const { ticket, placed } = farTicket()
    const press = ticket.press('buy')
    ticket.setPriceText('1')
    ticket.size.setText('99')
    ticket.question.answer(true)
    expect(await press).toMatchObject({ kind: 'accepted' })
    expect(placed.map(({ order }) => order)).toMatchObject([{ side: 'buy', price: '600000', qty: '0.001' }])
    expect(ticket.question.asked.value).toBeNull()
  })

  test('a market that moved makes it another question: the first yes sends nothing', async () => {
    const { desk, ticket, placed } = farTicket()
    const press = ticket.press('buy')
    tick(desk, '60010')
    expect(ticket.question.asked.value?.round).toBe(0)
    // 600,000 / 500,000 − 1 = 0.2.
    tick(desk, '500000')
    expect(ticket.question.asked.value).toMatchObject({ round: 1, doubts: [{ distance: '0.2' }] })
    // The press was on the button of the question before.
    ticket.question.answer(true, 0)
    expect(ticket.question.asked.value?.round).toBe(1)
    expect(placed).toEqual([])
    ticket.question.answer(true, 1)
    await press
    expect(placed).toHaveLength(1)
  })

  test('another account, or a market that is gone, makes the yes a no', async () => {
    const { desk, ticket, placed } = farTicket()
    const press = ticket.press('buy')
    desk.send({ type: 'session', session: { account: 'other', name: 'paper', kind: 'uta2' } })
    ticket.question.answer(true)
    expect(await press).toBeNull()
    expect(placed).toEqual([])
  })

  test('a second press while it stands is answered with no for the first', async () => {
    const { ticket, placed } = farTicket()
    const first = ticket.press('buy')
    const second = ticket.press('buy')
    expect(await first).toBeNull()
    ticket.question.answer(true)
    await second
    expect(placed).toHaveLength(1)
  })
})

describe('the question that a trader wants before every order of a kind (issue 23.5)', () => {
  /** A market order of 0.5 BTC at 60,000: neither far nor large. */
  function plainTicket(desk = deskOf()) {
    const made = farTicket(desk)
    made.ticket.setTab('market')
    made.ticket.size.setText('0.5')
    made.ticket.size.blur()
    return made
  }

  test('an order that is neither far nor large is sent at once where its kind is not asked about', async () => {
    const { desk, ticket, placed } = plainTicket()
    orderAsks(desk.kept).set('limit', true)
    await ticket.press('buy')
    expect(placed).toHaveLength(1)
  })

  test('asks with the order itself, and sends that one; left out, the next is sent at once', async () => {
    const { desk, ticket, placed } = plainTicket()
    orderAsks(desk.kept).set('market', true)
    const press = ticket.press('buy')
    const asked = ticket.question.asked.value
    expect(asked).toMatchObject({ what: 'order', choice: 'market', doubts: [], value: '30000' })
    expect(asked?.order).toMatchObject({ side: 'buy', type: 'market', qty: '0.5' })
    expect(placed).toEqual([])
    ticket.question.leaveOut('market')
    ticket.question.answer(true)
    await press
    expect(placed.map(({ order }) => order)).toEqual([asked?.order])
    expect(orderAsks(desk.kept).asked.value.size).toBe(0)
  })

  test('a far price that comes while it is open makes it another question', () => {
    const { desk, ticket } = farTicket()
    ticket.setPriceText('59900')
    ticket.blurPrice()
    orderAsks(desk.kept).set('limit', true)
    void ticket.press('buy')
    expect(ticket.question.asked.value).toMatchObject({ round: 0, doubts: [] })
    // 59,900 / 50,000 − 1 = 19.8 %, above the 5 % of what takes from the book.
    tick(desk, '50000')
    expect(ticket.question.asked.value).toMatchObject({ round: 1, doubts: [{ kind: 'farPrice', bound: '52500' }] })
  })

  test('a press before the choice is read waits for it, and goes with its ticket', async () => {
    const desk = deskOf()
    let answer: (stored: unknown) => void = () => {}
    const read = () => new Promise<unknown>((resolve) => (answer = resolve))
    const asks = new OrderAsks({ ...keptApart(), keepsChart: true }, { read })
    const question = new SendQuestion(desk.account, asks)
    const terms = { side: 'buy', type: 'market', price: null, qty: '0.5' as Qty, triggerPrice: null } as const
    const subject = {
      what: 'order',
      market: desk.market,
      choice: 'market',
      terms: { ...terms, reduceOnly: false },
    } as const
    expect(question.isNeeded(subject)).toBe(true)
    const first = question.ask(subject)
    const second = question.ask(subject)
    answer(['market', 'nonsense'])
    expect(await first).toBe(false)
    expect(question.asked.value).toMatchObject({ choice: 'market' })
    question.answer(true)
    expect(await second).toBe(true)
  })

  test('what a tab chose is kept before it can be left, and holds at the next press in every tab', () => {
    const { local } = keptApart()
    const read = () => new Promise<unknown>(() => {})
    const [one, other] = [0, 1].map(() => new OrderAsks({ local, keepsChart: true }, { read })) as [
      OrderAsks,
      OrderAsks,
    ]
    expect(other.isAsked('market')).toBe(false)
    one.set('market', true)
    expect(other.isAsked('market')).toBe(true)
    other.set('strategy', true)
    one.set('market', false)
    // A page that opens now knows it at once.
    const next = new OrderAsks({ local, keepsChart: true }, { read })
    expect([next.isRead, ...next.asked.value]).toEqual([true, 'strategy'])
  })

  test('what an older build kept is taken over once; a choice made meanwhile is newer', async () => {
    const kept = { ...keptApart(), keepsChart: true }
    const read = async () => ['limit', 'nonsense']
    const first = new OrderAsks(kept, { read })
    expect(first.isRead).toBe(false)
    await first.reading
    expect([...first.asked.value]).toEqual(['limit'])
    first.set('limit', false)
    const later = new OrderAsks(kept, { read })
    await later.reading
    expect(later.asked.value.size).toBe(0)
    const early = new OrderAsks({ ...keptApart(), keepsChart: true }, { read })
    early.set('oco', true)
    await early.reading
    expect([...early.asked.value]).toEqual(['oco'])
  })

  test('a full storage does not give back the older choice', () => {
    const { local } = keptApart()
    const read = () => new Promise<unknown>(() => {})
    new OrderAsks({ local, keepsChart: true }, { read }).set('limit', false)
    const full = {
      ...local,
      setItem: () => {
        throw new Error('full')
      },
    }
    const asks = new OrderAsks({ local: full, keepsChart: true }, { read })
    asks.set('market', true)
    expect(asks.isAsked('market')).toBe(true)
  })

  test('where nothing may be kept the choice holds until the page goes', async () => {
    const refuse = () => {
      throw new Error('blocked')
    }
    const local = { getItem: refuse, setItem: refuse, removeItem: refuse, keys: refuse }
    const asks = new OrderAsks({ local, keepsChart: true }, { read: async () => undefined })
    await asks.reading
    asks.set('limit', true)
    expect(asks.isAsked('limit')).toBe(true)
  })
})

describe('the question before a change (issue 19.2)', () => {
  const open = orderOf('a', { qty: '0.01' as Qty, filledQty: '0.004' as Qty })

  test('is about what is left to fill, and about what the change touches', () => {
    const change = { price: '600000' as Price, qty: null }
    expect(termsOfChange(open, change)).toMatchObject({ price: '600000', qty: '0.006' })
    // It names all of the order, as the field of its dialog does: 0.006 and the 0.004 that have filled.
    expect(wholeQty(termsOfChange(open, change))).toBe('0.01')
    expect(wholeQty(termsOfChange(open, { price: null, qty: '0.02' as Qty }))).toBe('0.02')
    // Of an order that has filled nothing it is the same text: nothing more is said of it.
    const fresh = termsOfChange({ ...open, filledQty: '0' as Qty }, change)
    expect(wholeQty(fresh)).toBe(fresh.qty)
    const desk = deskOf()
    const question = new SendQuestion(desk.account)
    const subject = { what: 'amendment', terms: termsOfChange(open, change), market: desk.market } as const
    expect(question.isNeeded({ ...subject, known: isUntouched(change) })).toBe(true)
    // Its price was as far before, and only the quantity is another one.
    expect(question.isNeeded({ ...subject, known: isUntouched({ price: null, qty: '0.011' as Qty }) })).toBe(false)
  })
})
