import { describe, expect, test } from 'vitest'
import { Leadership } from '../../../src/ui/hub-link/leadership'
import { FakeClock, settle } from '../../workers/fakes'

/** Web Locks of one profile: one holder per name, the rest in line. */
class FakeLocks {
  readonly #tails = new Map<string, Promise<void>>()

  async hold(name: string, signal: AbortSignal, whileHeld: () => Promise<void>): Promise<void> {
    const before = this.#tails.get(name) ?? Promise.resolve()
    let release: () => void = () => {}
    const promise = new Promise<void>((resolve) => (release = resolve))
    this.#tails.set(
      name,
      before.then(() => promise),
    )
    await before
    try {
      if (signal.aborted) throw new Error('AbortError')
      await whileHeld()
    } finally {
      release()
    }
  }
}

class Profile {
  readonly clock = new FakeClock()
  readonly locks = new FakeLocks()
  /** Hubs that run now, by channel and page; the most there ever were at once in one channel. */
  readonly running: string[] = []
  most = 0
  kill: () => void = () => {}

  page(id: string): Leadership {
    return new Leadership({
      hold: (name, signal, whileHeld) => this.locks.hold(name, signal, whileHeld),
      after: (delayMs, call) => this.clock.after(delayMs, call),
      startHub: (name) => {
        const died = new Promise<void>((resolve) => (this.kill = resolve))
        this.running.push(`${name}:${id}`)
        this.most = Math.max(this.most, this.running.filter((one) => one.startsWith(`${name}:`)).length)
        return { died, end: () => void this.running.splice(this.running.indexOf(`${name}:${id}`), 1) }
      },
    })
  }
}

describe('the election of a leader (H9, I5)', () => {
  test('of three pages one runs the hub; when it goes the next one does, and never two at once', async () => {
    const profile = new Profile()
    const pages = ['a', 'b', 'c'].map((id) => profile.page(id))
    for (const page of pages) page.stand('channel')
    await settle()
    expect(profile.running).toEqual(['channel:a'])
    pages[0]?.resign()
    await settle()
    expect(profile.running).toEqual(['channel:b'])
    pages[1]?.resign()
    await settle()
    expect(profile.running).toEqual(['channel:c'])
    expect(profile.most).toBe(1)
  })

  test('a page that resigned while it waited never leads (H11)', async () => {
    const profile = new Profile()
    const [first, second] = [profile.page('a'), profile.page('b')]
    first.stand('channel')
    second.stand('channel')
    await settle()
    second.resign()
    first.resign()
    await profile.clock.advance(1_000)
    expect(profile.running).toEqual([])
  })

  test('a hub that died is followed by another one', async () => {
    const profile = new Profile()
    profile.page('a').stand('channel')
    await settle()
    profile.kill()
    await settle()
    expect(profile.running).toEqual([])
    await profile.clock.advance(500)
    expect(profile.running).toEqual(['channel:a'])
    expect(profile.most).toBe(1)
  })

  test('the next generation ends the hub of the last one (H3)', async () => {
    const profile = new Profile()
    const page = profile.page('a')
    page.stand('channel-0')
    await settle()
    page.stand('channel-1')
    await settle()
    expect(profile.running).toEqual(['channel-1:a'])
  })

  test('to stand twice for the same channel is to stand once', async () => {
    const profile = new Profile()
    const page = profile.page('a')
    page.stand('channel')
    page.stand('channel')
    await profile.clock.advance(1_000)
    expect(profile.running).toEqual(['channel:a'])
  })
})
