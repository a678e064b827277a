import { describe, expect, test } from 'vitest'
import { STANDSTILL_MS } from '../../../src/base/standstill'
import type { OrderLinkId } from '../../../src/domain/order/order'
import { settle } from '../../workers/fakes'
import { INTENT, NOTHING, setUp } from './link-scene'

const REFUSED = { kind: 'refused', rejection: { reason: 'oldView' } }

/** A page that is attached and shows what its hub made. */
async function shown() {
  const scene = setUp()
  await settle()
  await scene.hear()
  expect(scene.link.life()).toBe('attached')
  const lives: string[] = []
  scene.link.onLife((life) => lives.push(life))
  /** A batch is applied; it is painted by `page.paint()`. */
  const apply = async (view?: number): Promise<void> => {
    const before = scene.seen.length
    scene.hub().say([NOTHING], undefined, view)
    await scene.until(() => scene.seen.length > before)
  }
  /** What became of a press at this moment; an order that left has no answer here. */
  const press = async (): Promise<unknown> => {
    const sent = scene.hub().placed
    const outcome = scene.link.api.placeOrder(INTENT)
    await settle()
    return scene.hub().placed > sent ? 'sent' : outcome
  }
  return { ...scene, lives, apply, press }
}

describe('a page that is hidden and seen again (H19, decisions 44)', () => {
  test('is not live from the moment it is hidden, before anything is awaited', async () => {
    const { link, page, lives } = await shown()
    page.setVisible(false)
    expect(link.life()).toBe('returning')
    expect(lives).toEqual(['returning'])
  })

  test('is live again once it has painted what the hub made after the return, and not when that came', async () => {
    const { link, page, hub, apply, press } = await shown()
    page.setVisible(false)
    page.setVisible(true)
    expect(link.life()).toBe('returning')
    expect(await press()).toMatchObject(REFUSED)
    await apply()
    expect(link.life()).toBe('returning')
    expect(await press()).toMatchObject(REFUSED)
    page.paint()
    expect(link.life()).toBe('attached')
    expect(hub().drawn.at(-1)).toBe(hub().views.at(-1))
    expect(await press()).toBe('sent')
  })

  test('a batch that the hub made before it knew of the return proves nothing', async () => {
    const { link, page, hub, apply, press } = await shown()
    const before = hub().views.at(-1)!
    page.setVisible(false)
    const hidden = hub().views.at(-1)!
    page.setVisible(true)
    expect(new Set([before, hidden, hub().views.at(-1)]).size).toBe(3)
    for (const view of [before, hidden]) {
      await apply(view)
      page.paint()
      expect(link.life()).toBe('returning')
    }
    expect(await press()).toMatchObject(REFUSED)
  })

  test('hidden again before the frame: that frame counts for nothing', async () => {
    const { link, page, apply } = await shown()
    page.setVisible(false)
    page.setVisible(true)
    await apply()
    page.setVisible(false)
    page.setVisible(true)
    page.paint()
    expect(link.life()).toBe('returning')
  })

  test('an order can be cancelled meanwhile: late is as good as soon', async () => {
    const { link, page, hub } = await shown()
    page.setVisible(false)
    page.setVisible(true)
    void link.api.cancelOrder('press-2' as OrderLinkId, {} as never)
    await settle()
    expect(hub().canceled).toBe(1)
  })

  test('a press that began on the old picture and ends on the new one is not sent; the next one is', async () => {
    const { page, apply, press } = await shown()
    page.setVisible(false)
    page.setVisible(true)
    page.press()
    await apply()
    page.paint()
    expect(await press()).toMatchObject(REFUSED)
    page.release()
    page.press()
    expect(await press()).toBe('sent')
  })

  test('nor is a key sent that was held before the page had it', async () => {
    const { page, press } = await shown()
    page.press(false)
    expect(await press()).toMatchObject(REFUSED)
    page.release()
    expect(await press()).toBe('sent')
  })
})

describe('a page that is stopped', () => {
  test('frozen while it is seen: not live until it has painted what came after', async () => {
    const { link, page, apply } = await shown()
    page.freeze(true)
    expect(link.life()).toBe('returning')
    page.freeze(false)
    expect(link.life()).toBe('returning')
    await apply()
    page.paint()
    expect(link.life()).toBe('attached')
  })

  test('thawed while it is hidden: it waits until it is seen', async () => {
    const { link, page, apply } = await shown()
    page.setVisible(false)
    page.freeze(true)
    page.freeze(false)
    await apply()
    page.paint()
    expect(link.life()).toBe('returning')
  })

  test('its process stood still and nobody said so: the first press finds it out', async () => {
    const { clock, link, page, lives, apply, press } = await shown()
    // No timer runs between the end of the stop and the press.
    const waking = clock.sleep(STANDSTILL_MS + 1)
    page.press()
    expect(link.life()).toBe('returning')
    page.release()
    await waking
    expect(await press()).toMatchObject(REFUSED)
    await apply()
    page.paint()
    expect(link.life()).toBe('attached')
    expect(lives).toEqual(['returning', 'attached'])
  })

  test('what lay in its port while it stood still opens nothing', async () => {
    const { clock, link, page, hub, apply } = await shown()
    const before = hub().views.at(-1)!
    const waking = clock.sleep(STANDSTILL_MS + 1)
    await apply(before)
    await waking
    page.paint()
    expect(link.life()).toBe('returning')
  })

  test('a page that always ran is never marked', async () => {
    const { clock, lives, hear } = await shown()
    for (let passed = 0; passed < 20_000; passed += 400) {
      await clock.advance(400)
      await hear()
    }
    expect(lives).toEqual([])
  })
})

describe('the back-forward cache', () => {
  test('marked when it is left; the next hello is for the new view, and a batch of it has to be painted', async () => {
    const { link, page, hubs, hub, apply } = await shown()
    page.leave()
    expect(link.life()).not.toBe('attached')
    page.comeBack()
    expect(link.life()).not.toBe('attached')
    await settle()
    expect(hubs).toHaveLength(2)
    expect(hub().hellos[0]?.view).toBeGreaterThan(0)
    await apply()
    expect(link.life()).toBe('returning')
    page.paint()
    expect(link.life()).toBe('attached')
  })
})

describe('another hub', () => {
  test('its first batch has to be painted before anything is sent on it', async () => {
    const { link, page, hub, apply, press } = await shown()
    page.locks.free('halyard-hub-epoch-1')
    await settle()
    await apply()
    expect(link.life()).toBe('returning')
    expect(await press()).toMatchObject(REFUSED)
    page.paint()
    expect(link.life()).toBe('attached')
    expect(hub().drawn.at(-1)).toBe(hub().views.at(-1))
    expect(await press()).toBe('sent')
  })

  test('it is told of a view that began while the tab said hello to it', async () => {
    const { link, page, hub, apply } = await shown()
    page.locks.free('halyard-hub-epoch-1')
    // The hello is on its way and names the view of now; the welcome has not come.
    await Promise.resolve()
    page.setVisible(false)
    page.setVisible(true)
    await settle()
    await apply()
    page.paint()
    expect(link.life()).toBe('attached')
    expect(hub().visible.at(-1)).toBe(true)
  })

  test('it is told of a view that was painted before its welcome came', async () => {
    const { clock, link, page, hubs, hub, until, press } = await shown()
    const push = hubs.push.bind(hubs)
    hubs.push = (next) => {
      next.welcomeAfter = new Promise((go) => void clock.after(10, () => go()))
      return push(next)
    }
    page.locks.free('halyard-hub-epoch-1')
    await until(() => hubs.length === 2 && hub().port !== null)
    const late = hub()
    await settle()
    const before = page.unpainted.length
    late.say([NOTHING])
    await until(() => page.unpainted.length > before)
    page.paint()
    await clock.advance(10)
    expect(link.life()).toBe('attached')
    expect(late.drawn.at(-1)).toBe(late.views.at(-1))
    expect(await press()).toBe('sent')
  })
})
