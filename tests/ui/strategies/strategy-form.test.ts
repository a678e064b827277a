import type { Signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Outcome, StrategyPress } from '../../../src/workers/presses'
import type { StrategyFields } from '../../../src/ui/strategies/strategy-drafts'
import { StrategyForm } from '../../../src/ui/strategies/strategy-form'
import { BTCUSDT, deskOf, positionOf, preListedOf, tickerOf } from '../fixtures'
import type { Price } from '../../../src/domain/decimal'

const PLAIN = { qtyText: '', priceText: '', reduceOnly: false }

/** A form on a market at 60,000 with 10,000 USDT free. */
function formOn(
  desk = deskOf(),
  draft: StrategyFields | null = null,
  outcome: Outcome<string> = { kind: 'accepted', value: 's-1' },
) {
  const opened: StrategyPress[] = []
  let saved: StrategyFields | null = null
  let now = 1000
  const form = new StrategyForm(desk.market, {
    app: desk,
    open: (press) => {
      opened.push(press)
      return Promise.resolve(outcome)
    },
    drafts: { load: () => draft, save: (_symbol, next) => (saved = next) },
    start: PLAIN,
    now: () => now,
    monotonic: () => now,
  })
  return { form, opened, desk, saved: () => saved, wait: (ms: number) => (now += ms) }
}

describe('what a press sends', () => {
  test('a TWAP: minutes and seconds as milliseconds, an empty limit price as none', async () => {
    const { form, opened } = formOn()
    form.setQtyText('0.05')
    form.setMinutesText('10')
    form.setInterval(30)
    expect(await form.press('buy')).toEqual({ kind: 'accepted', value: 's-1' })
    expect(opened[0]?.strategy).toEqual({
      kind: 'twap',
      symbol: BTCUSDT,
      side: 'buy',
      qty: '0.05',
      reduceOnly: false,
      positionIdx: 0,
      durationMs: 600_000,
      intervalMs: 30_000,
      price: null,
    })
    expect(Object.isFrozen(opened[0])).toBe(true)
  })

  test('a chase limit and an iceberg, each with its own fields alone', async () => {
    const { form, opened, wait } = formOn()
    form.setQtyText('0.05')
    form.price.setText('60500')
    form.setKind('chaseLimit')
    form.distance.setText('50')
    await form.press('sell')
    wait(1_000)
    form.setKind('iceberg')
    form.setShowText('0.01')
    await form.press('sell')
    expect(opened.map(({ strategy }) => strategy)).toMatchObject([
      { kind: 'chaseLimit', side: 'sell', maxDistance: '50' },
      { kind: 'iceberg', side: 'sell', price: '60500', showQty: '0.01' },
    ])
    expect(opened[0]?.strategy).not.toHaveProperty('price')
  })

  test('two presses within half a second are one', async () => {
    const { form, opened, wait } = formOn()
    form.setQtyText('0.05')
    const first = form.press('buy')
    wait(100)
    await form.press('buy')
    await first
    expect(opened).toHaveLength(1)
  })
})

describe('what stands in the way', () => {
  test('is said at its field, only once it was left or a press was tried', async () => {
    const { form, opened } = formOn()
    form.setQtyText('0.05')
    form.setMinutesText('4')
    expect(form.shownProblem('duration')).toBeNull()
    await form.press('buy')
    expect(opened).toEqual([])
    // Five minutes at least, and nothing typed is lost.
    expect(form.shownProblem('duration')).toMatchObject({ kind: 'belowMin', bound: '300000' })
    expect(form.minutesText.value).toBe('4')
  })

  test('a strategy that reduces needs something to reduce on its other side', async () => {
    const { form, opened, desk } = formOn()
    form.setQtyText('0.05')
    form.setReduceOnly(true)
    expect(form.problems.sell.value).toEqual([{ field: 'order', key: 'nothingToReduceLong' }])
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    expect(form.problems.sell.value).toEqual([])
    expect(form.problems.buy.value).toHaveLength(1)
    await form.press('sell')
    expect(opened[0]?.strategy).toMatchObject({ reduceOnly: true, side: 'sell' })
  })

  test('a whole that costs more than there is warns, and may be sent: its orders reserve one after the other', async () => {
    const { form, opened } = formOn(deskOf({ available: '100' }))
    // 0.05 at 60,000 and 10× need 300 USDT.
    form.setQtyText('0.05')
    expect(form.isBeyondBalance('buy')).toBe(true)
    const pressed = form.press('buy')
    // 0.05 · 60,000 is thirty times the equity of 100.
    expect(form.question.asked.value?.doubts).toMatchObject([{ kind: 'largeForEquity', times: '30' }])
    // All of it is there for the question to name.
    expect(form.question.asked.value?.strategy).toMatchObject({ kind: 'twap', qty: '0.05' })
    form.question.answer(true)
    await pressed
    expect(opened).toHaveLength(1)
  })
})

describe('what it would mean', () => {
  test('a buyer pays no more than the market asks, nor more than the limit', () => {
    const { form, desk } = formOn()
    desk.send({
      type: 'ticker',
      ticker: tickerOf('60000', { bid1Price: '59999.9' as Price, ask1Price: '60000.1' as Price }),
      stale: false,
    })
    form.setQtyText('1')
    form.price.setText('70000')
    expect(form.outlook.figures.buy.value.value).toBe('60000.1')
    form.price.setText('50000')
    expect(form.outlook.figures.buy.value.value).toBe('50000')
    // A seller gets the bid, or the limit where that is higher.
    expect(form.outlook.figures.sell.value.value).toBe('59999.9')
  })

  test('a chase stands on its own side of the book and pays the maker’s fee: 0.02 % of 59,999.9', () => {
    const { form, desk } = formOn()
    desk.send({ type: 'ticker', ticker: tickerOf('60000', { bid1Price: '59999.9' as Price }), stale: false })
    form.setKind('chaseLimit')
    form.setQtyText('1')
    expect(form.outlook.figures.buy.value).toMatchObject({ value: '59999.9', fee: '11.99998' })
  })
})

describe('what is remembered', () => {
  const draft: StrategyFields = {
    kind: 'iceberg',
    qtyText: '1.5',
    showText: '0.2',
    minutesText: '20',
    interval: 60,
    priceText: '61000.0',
    distanceText: '25',
    reduceOnly: true,
  }
  test('everything that was typed is there after a reload', () => {
    const { form, saved } = formOn(deskOf(), draft)
    form.start()
    expect(saved()).toEqual(draft)
  })
})

describe('a press without an answer', () => {
  const unanswered = () => {
    const scene = formOn(deskOf(), null, { kind: 'unknown' })
    scene.form.start()
    scene.form.setQtyText('0.05')
    const pressing = scene.form.press('buy')
    const { id } = scene.opened[0]!
    const tell = (state: 'sending' | 'unknown' | null): void => {
      const change = { kind: 'cancelStrategy', symbol: BTCUSDT, strategyId: 's' } as const
      const changes = state === null ? [] : [{ id, change, pressedAtMs: 1, state }]
      scene.desk.send({ type: 'intents', intents: [], changes, reverses: [] })
    }
    return { ...scene, pressing, tell }
  }

  test('is said to be looked up for as long as the hub says so', async () => {
    const { form, pressing, tell } = unanswered()
    await pressing
    tell('unknown')
    expect(form.isLastUnknown.value).toBe(true)
    expect(form.isLastUnheard.value).toBe(false)
    tell(null)
    expect(form.isLastUnknown.value).toBe(false)
    expect(form.isLastUnheard.value).toBe(false)
  })

  test('is said to be one that nobody knows of, until the form is changed', async () => {
    const { form, pressing } = unanswered()
    await pressing
    expect(form.isLastUnheard.value).toBe(true)
    form.setQtyText('0.06')
    expect(form.isLastUnheard.value).toBe(false)
  })

  test('counts as heard of where the hub told of it and was done with it before the tab gave up', async () => {
    const { form, pressing, tell } = unanswered()
    tell('sending')
    tell(null)
    await pressing
    expect(form.isLastUnheard.value).toBe(false)
  })
})

test('a call auction has nothing that a TWAP could take: another strategy stands in its place', () => {
  const { form, desk } = formOn(deskOf({ instrument: preListedOf('notStarted') }))
  form.start()
  form.setQtyText('0.05')
  const rules = desk.market.listed as Signal<Contract>
  rules.value = preListedOf('callAuction')
  expect([form.market.isInAuction.value, form.kind.value, form.qtyText.value]).toEqual([true, 'iceberg', '0.05'])
  form.setKind('twap')
  expect(form.kind.value).toBe('iceberg')
  // It waits for a book to stand in, and is not refused.
  form.setKind('chaseLimit')
  expect(form.kind.value).toBe('chaseLimit')
  rules.value = preListedOf('continuousTrading')
  form.setKind('twap')
  expect(form.kind.value).toBe('twap')
})
