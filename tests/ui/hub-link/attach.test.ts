import { describe, expect, test } from 'vitest'
import { HELLO_DEADLINES_MS, RETRY_MS } from '../../../src/ui/hub-link/hello-deadline'
import { ORDER_DEADLINE_MS } from '../../../src/ui/hub-link/link-api'
import { HANGING_BEATS, PULSE_MS, SILENT_BEATS } from '../../../src/ui/hub-link/pulse'
import { settle } from '../../workers/fakes'
import { BTC, deafen, INTENT, NOTHING, setUp, TICKER } from './link-scene'

describe('attaching', () => {
  test('hello names a lock that the tab holds already, and the watched streams follow', async () => {
    const { link, hub, page } = setUp()
    link.watch(TICKER)
    await settle()
    const [hello] = hub().hellos
    expect(page.held).toContain(hello?.lockName)
    expect(hub().watches.at(-1)).toEqual([TICKER])
  })

  test.each([
    ['of a market', [TICKER]],
    // Who is signed in and what is listed is said in the first words alone.
    ['without one', []],
  ])(
    'early watches of a page %s go with the hello, and what the hub says waits for the first listener',
    async (_, early) => {
      const { hub, listen, seen, until } = setUp({ early })
      await settle()
      expect(hub().hellos[0]?.watches).toEqual(early)
      hub().say([NOTHING])
      await settle()
      await until(() => hub().acks.length === 1)
      expect(seen).toEqual([])
      listen()
      await until(() => seen.length === 1)
    },
  )

  test('a tab is attached when the hub has spoken, not when it has nodded', async () => {
    const { link, hear } = setUp()
    const lives: string[] = []
    link.onLife((life) => lives.push(life))
    await settle()
    expect(link.life()).toBe('attaching')
    await hear()
    expect(lives).toEqual(['attached'])
    expect(link.epoch()).toBe('epoch-1')
  })

  test('without shared workers, locks or a secure context: unsupported, and no trading (H12)', async () => {
    const { link, hubs } = setUp({ isSupported: false })
    await settle()
    expect(link.life()).toBe('unsupported')
    expect(hubs).toHaveLength(0)
    expect(await link.api.placeOrder(INTENT)).toMatchObject({ kind: 'refused' })
  })

  test('a worker that does not answer is left for another attempt', async () => {
    const { clock, hubs, hear, link } = setUp({ deaf: 1 })
    await clock.advance(HELLO_DEADLINES_MS[0] + RETRY_MS)
    expect(hubs).toHaveLength(2)
    await hear()
    expect(link.life()).toBe('attached')
  })
})

describe('events', () => {
  test('are delivered as they come, and in one go with the frame those that come before it is drawn', async () => {
    const { clock, hub, page, seen, until } = setUp()
    await settle()
    hub().say([NOTHING])
    await until(() => seen.length === 1)
    await clock.advance(1)
    await until(() => hub().acks.length === 1)
    hub().say([NOTHING])
    await until(() => hub().acks.length === 2)
    expect(seen).toEqual([NOTHING])
    expect(page.frames).toHaveLength(1)
    page.paint()
    expect(seen).toEqual([NOTHING, NOTHING])
    expect(hub().acks).toEqual([1, 2])
  })

  test('are delivered at once while the page is hidden', async () => {
    const { hub, page, seen, until } = setUp()
    await settle()
    page.setVisible(false)
    hub().say([NOTHING])
    await until(() => seen.length === 1)
    expect(hub().visible).toEqual([false])
  })
})

describe('watching', () => {
  test('one turn is one list, one topic is one watch with the most rows', async () => {
    const { hub, link } = setUp()
    await settle()
    const before = hub().watches.length
    const book = { topic: { kind: 'book', symbol: BTC, depth: 50 }, group: 1 } as const
    const stop = link.watch({ ...book, rows: 10 })
    link.watch({ ...book, rows: 25 })
    link.watch(TICKER)
    await settle()
    expect(hub().watches).toHaveLength(before + 1)
    expect(hub().watches.at(-1)).toEqual([{ ...book, rows: 25 }, TICKER])
    stop()
    await settle()
    expect(hub().watches.at(-1)).toEqual([{ ...book, rows: 25 }, TICKER])
  })
})

describe('when the hub goes', () => {
  test('its lock tells: lost, a new worker, hello and watches again (B1)', async () => {
    const { link, page, hubs, hub, hear } = setUp()
    link.watch(TICKER)
    await settle()
    await hear()
    page.locks.free('halyard-hub-epoch-1')
    expect(link.life()).toBe('lost')
    await settle()
    expect(hubs).toHaveLength(2)
    expect(hub().generation).toBe(0)
    expect(hub().watches.at(-1)).toEqual([TICKER])
    await hear()
    expect(link.life()).toBe('attached')
    expect(link.epoch()).toBe('epoch-2')
  })

  test('when nobody answers under the name of a dead hub, the next name is tried at once (H1)', async () => {
    const { page, hubs, hear } = setUp()
    await settle()
    await hear()
    deafen(hubs)
    page.locks.free('halyard-hub-epoch-1')
    await settle()
    await page.clock.advance(HELLO_DEADLINES_MS[0] + RETRY_MS)
    await settle()
    expect(hubs.map(({ generation }) => generation)).toEqual([0, 0, 1])
  })

  test('an order on its way becomes unknown and is not sent to the next hub (I2)', async () => {
    const { link, page, hubs, hear } = setUp()
    await settle()
    await hear()
    const outcome = link.api.placeOrder(INTENT)
    await settle()
    page.locks.free('halyard-hub-epoch-1')
    expect(await outcome).toEqual({ kind: 'unknown' })
    await settle()
    expect(hubs.map(({ placed }) => placed)).toEqual([1, 0])
  })

  test('a call that never settles is unknown after its deadline, and not before (H14)', async () => {
    const { link, page, hear } = setUp()
    await settle()
    await hear()
    let outcome: unknown = null
    void link.api.placeOrder(INTENT).then((one) => (outcome = one))
    for (let passed = 0; passed < ORDER_DEADLINE_MS - 500; passed += 500) {
      await page.clock.advance(500)
      await hear()
    }
    expect(outcome).toBeNull()
    await page.clock.advance(500)
    expect(outcome).toEqual({ kind: 'unknown' })
  })

  test('between two hubs an order is refused: it never left this tab', async () => {
    const { link, page, hear } = setUp()
    await settle()
    await hear()
    page.locks.free('halyard-hub-epoch-1')
    expect(await link.api.placeOrder(INTENT)).toMatchObject({ kind: 'refused', rejection: { reason: 'notLive' } })
  })

  test('a read waits for the next hub', async () => {
    const { link, page } = setUp()
    await settle()
    page.locks.free('halyard-hub-epoch-1')
    const read = link.api.candles({ symbol: BTC, interval: '1', source: 'last', endMs: null, limit: 10 })
    await settle()
    expect(await read).toMatchObject({ hasError: false })
  })

  test('one that lives and does not know this tab any more: the tab comes in again (H5)', async () => {
    const { clock, hubs, hub, link, hear } = setUp()
    await settle()
    await hear()
    hub().isKnown = true
    await clock.advance(PULSE_MS * 3)
    expect(hubs).toHaveLength(1)
    hub().isKnown = false
    // One beat finds that it said nothing since the last, and asks.
    await clock.advance(PULSE_MS * 2)
    await settle()
    expect(hubs).toHaveLength(2)
    await hear()
    expect(link.life()).toBe('attached')
  })

  test('one that hangs: not live within 2 s, left within 3 s for one of another name, with a goodbye (B4, H3)', async () => {
    const { clock, hubs, hub, link, page, hear } = setUp()
    await settle()
    await hear()
    const [first] = hubs
    hub().hangs = true
    // The first beat finds that the hub has spoken since the one before it.
    await clock.advance(PULSE_MS * (1 + SILENT_BEATS))
    expect(PULSE_MS * (1 + SILENT_BEATS)).toBeLessThanOrEqual(2_000)
    expect(link.life()).toBe('lost')
    expect(hubs).toHaveLength(1)
    expect(await link.api.placeOrder(INTENT)).toMatchObject({ kind: 'refused', rejection: { reason: 'notLive' } })
    expect(first?.placed).toBe(0)
    await clock.advance(PULSE_MS * (HANGING_BEATS - SILENT_BEATS))
    expect(PULSE_MS * (1 + HANGING_BEATS)).toBeLessThanOrEqual(3_000)
    expect(hubs).toHaveLength(2)
    expect(hub().generation).toBe(1)
    expect(page.shared).toBe(1)
    // Should it wake up, it knows that nobody is left, and closes its sockets.
    expect(first?.goodbyes).toEqual(['id-1'])
  })

  test('one that was silent for a moment is not left', async () => {
    const { clock, hubs, hub, link, hear } = setUp()
    await settle()
    await hear()
    hub().hangs = true
    await clock.advance(PULSE_MS * (1 + SILENT_BEATS))
    expect(link.life()).toBe('lost')
    hub().hangs = false
    await hear()
    expect(link.life()).toBe('attached')
    await clock.advance(PULSE_MS * 20)
    expect(hubs).toHaveLength(1)
  })

  test('a quiet one that answers when asked is alive', async () => {
    const { clock, hubs, link, hear } = setUp()
    await settle()
    await hear()
    await clock.advance(60_000)
    expect(hubs).toHaveLength(1)
    expect(link.life()).toBe('attached')
  })

  test('another tab left it: all tabs meet in the same hub (I5)', async () => {
    const { hubs, hub, page, hear } = setUp()
    await settle()
    await hear()
    page.shared = 3
    page.generationRaised()
    await settle()
    expect(hubs[0]?.goodbyes).toEqual(['id-1'])
    expect(hub().generation).toBe(3)
  })

  test('a tab that is called to the next name while it says hello goes there, and calls nobody further (I5, H1)', async () => {
    // The second hub, made after the death of the first, does not answer.
    const { clock, hubs, hub, page } = setUp()
    await settle()
    const openNext = hubs.length
    page.locks.free('halyard-hub-epoch-1')
    await settle()
    expect(hubs.length).toBe(openNext + 1)
    // Another tab found that nobody answers under the old name.
    page.shared = 1
    page.generationRaised()
    await clock.advance(10_000)
    expect(page.shared).toBe(1)
    expect(hub().generation).toBe(1)
    // And once more, to this tab attached: it follows again.
    page.shared = 2
    page.generationRaised()
    await clock.advance(3_000)
    expect(page.shared).toBe(2)
    expect(hub().generation).toBe(2)
  })

  test('a tab between two hellos raises the name once, and is in the hub of that name (I5)', async () => {
    const { clock, hubs, hub, page } = setUp({ deaf: 3 })
    await settle()
    // The others were called on while the first hello is out, and again while the second is.
    for (const generation of [1, 2]) {
      page.shared = generation
      page.generationRaised()
      await settle()
    }
    await clock.advance(20_000)
    expect(hub().isDeaf).toBe(false)
    expect(hub().generation).toBe(page.shared)
    expect(hubs[0]?.goodbyes).toEqual(['id-1'])
  })

  test('a worker that never answers is left to itself after three hellos', async () => {
    const { clock, hub, page } = setUp({ deaf: 3 })
    await clock.advance(HELLO_DEADLINES_MS.reduce((sum, ms) => sum + ms + RETRY_MS, 0))
    expect(page.shared).toBe(1)
    expect(hub().generation).toBe(1)
  })

  test('a hub that was there before this page and does not answer is left within 3.5 s: its process may be stopped with all others of its tabs (H20)', async () => {
    const { clock, hub, page } = setUp({ deaf: 2 })
    page.hasFoundHub = true
    // Two hellos of the shortest deadline, and the pauses behind them.
    expect(2 * (HELLO_DEADLINES_MS[0] + RETRY_MS)).toBeLessThanOrEqual(3_500)
    await clock.advance(2 * (HELLO_DEADLINES_MS[0] + RETRY_MS))
    expect(page.shared).toBe(1)
    expect(hub().generation).toBe(1)
  })

  test('a hub of which nothing was there before this page gets its three hellos, and so does one of a later name', async () => {
    const { clock, page } = setUp({ deaf: 2 })
    await clock.advance(2 * (HELLO_DEADLINES_MS[0] + RETRY_MS))
    expect(page.shared).toBe(0)
    const later = setUp({ deaf: 2 })
    later.page.hasFoundHub = true
    later.page.shared = 1
    await later.clock.advance(2 * (HELLO_DEADLINES_MS[0] + RETRY_MS))
    expect(later.page.shared).toBe(1)
  })

  test('a hidden tab, whose clock is slowed down, accuses nobody', async () => {
    const { clock, hubs, hub, page } = setUp()
    await settle()
    page.setVisible(false)
    hub().hangs = true
    await clock.advance(60_000)
    expect(hubs).toHaveLength(1)
  })

  test('a batch of another epoch means a restart behind our back: hello again (B5, H4)', async () => {
    const { hub, hubs, seen, hear, until } = setUp()
    await settle()
    await hear()
    const before = seen.length
    hub().say([NOTHING], 'another')
    await until(() => hubs.length === 2)
    expect(seen).toHaveLength(before)
  })
})

describe('the back-forward cache (B9a, H7)', () => {
  test('leaving says goodbye and lets go of the lock; coming back says hello anew', async () => {
    const { page, hub, hubs, link, hear } = setUp()
    await settle()
    await hear()
    const first = hub()
    page.leave()
    await settle()
    expect(first.goodbyes).toEqual(['id-1'])
    expect(page.held.size).toBe(0)
    page.comeBack()
    expect(link.life()).toBe('lost')
    await settle()
    expect(hubs).toHaveLength(2)
    expect(hub().hellos[0]?.tabId).toBe('id-2')
  })
})
