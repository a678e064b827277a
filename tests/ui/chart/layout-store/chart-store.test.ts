import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import { keptApart } from '../../../../src/ui/state/kept'
import { ChartStore } from '../../../../src/ui/chart/layout-store/chart-store'
import type { HubSession } from '../../../../src/workers/hub-events'
import { FakeClock } from '../../../workers/fakes'

const session = (account: string): HubSession => ({ account, name: account, kind: 'uta2' })

function browser() {
  const rows = new Map<string, unknown>()
  return {
    rows,
    read: async (key: string) => rows.get(key),
    save: async (key: string, value: unknown) => void rows.set(key, value),
    update: async (key: string, change: (kept: unknown) => unknown) => void rows.set(key, change(rows.get(key))),
  }
}

function store(keptIn: ReturnType<typeof browser>, { keepsChart = true, local = keptApart().local } = {}) {
  const clock = new FakeClock()
  const account = { session: signal<HubSession | null>(null) }
  const one = new ChartStore({ keepsChart, local }, (ms, call) => clock.after(ms, call), keptIn)
  const owners: number[] = []
  const stop = one.follow(account, () => owners.push(owners.length))
  return { clock, account, one, owners, stop }
}

describe('what the browser keeps of charts (spec §3, stored chart settings)', () => {
  test('is kept 0.4 s after the last change at the latest, the newest once', async () => {
    const kept = browser()
    const { clock, account, one } = store(kept)
    account.session.value = session('anna')
    one.save('studies', 1)
    await clock.advance(399)
    one.save('studies', 2)
    expect([...kept.rows.keys()].filter((key) => key.startsWith('studies'))).toEqual([])
    // What was not kept yet is what is read.
    expect(await one.read('studies')).toBe(2)
    await clock.advance(1)
    expect([...kept.rows].filter(([key]) => key.startsWith('studies')).map(([, value]) => value)).toEqual([2])
  })

  test('is each user’s own', async () => {
    const kept = browser()
    const { account, one, owners } = store(kept)
    account.session.value = session('anna')
    one.save('studies', 'of anna')
    account.session.value = session('ben')
    expect(await one.read('studies')).toBeUndefined()
    one.save('studies', 'of ben')
    account.session.value = session('anna')
    expect(await one.read('studies')).toBe('of anna')
    // The same account again, as after a reconnect, is nobody else.
    account.session.value = session('anna')
    expect(owners).toHaveLength(3)
    expect(kept.rows.size).toBe(3)
  })

  test('is changed from what another tab kept meanwhile', async () => {
    const kept = browser()
    const [one, two] = [store(kept), store(kept)]
    for (const { account } of [one, two]) account.session.value = session('anna')
    let told = 0
    const adding = (text: string) => (stored: unknown) => [...((stored as readonly string[] | undefined) ?? []), text]
    one.one.update('drawings', adding('of one'), () => told++)
    two.one.update('drawings', adding('of two'), () => told++)
    await one.clock.advance(400)
    await two.clock.advance(400)
    expect(await one.one.read('drawings')).toEqual(['of one', 'of two'])
    expect(told).toBe(2)
  })

  test('opens before the account is known as the user of the last visit had it', async () => {
    const kept = browser()
    const first = store(kept)
    first.account.session.value = session('anna')
    first.one.save('studies', 'of anna')
    first.stop()
    const second = store(kept)
    await Promise.resolve()
    await Promise.resolve()
    expect(second.owners).toHaveLength(1)
    expect(await second.one.read('studies')).toBe('of anna')
    second.account.session.value = session('anna')
    expect(second.owners).toHaveLength(1)
  })

  describe('a page that goes before the delay is over, and whose writes to the database do not get there', () => {
    /** A browser whose database takes nothing any more. */
    const going = () => {
      const kept = browser()
      const never = new Promise<undefined>(() => {})
      return { ...kept, save: () => never, update: () => never }
    }

    test('leaves what was chosen for the next one', async () => {
      const { local } = keptApart()
      const old = store(going(), { local })
      old.account.session.value = session('anna')
      old.one.save('studies', 'newest')
      old.one.leave()
      const kept = browser()
      const next = store(kept, { local })
      next.account.session.value = session('anna')
      expect(await next.one.read('studies')).toBe('newest')
      await next.clock.advance(400)
      expect([...kept.rows].filter(([key]) => key.startsWith('studies')).map(([, value]) => value)).toEqual(['newest'])
      expect(local.keys()).toEqual([])
    })

    test('leaves its part of what tabs merge, beside the part of another one, and reading takes none of them away', async () => {
      const { local } = keptApart()
      for (const part of ['of one', 'of two']) {
        const old = store(going(), { local })
        old.account.session.value = session('anna')
        old.one.update(
          'drawings',
          () => part,
          () => {},
          () => part,
        )
        old.one.leave()
      }
      const next = store(browser(), { local })
      next.account.session.value = session('anna')
      await next.one.read('drawings')
      expect([...next.one.takeParts('drawings')].toSorted()).toEqual(['of one', 'of two'])
      expect(next.one.takeParts('drawings')).toEqual([])
    })

    test('leaves nothing where the database has it', async () => {
      const { local } = keptApart()
      const { one, account } = store(browser(), { local })
      account.session.value = session('anna')
      one.save('studies', 1)
      one.leave()
      await new Promise((resolve) => setTimeout(resolve))
      expect(local.keys()).toEqual([])
    })

    test('leaves nothing to another user', async () => {
      const { local } = keptApart()
      const old = store(going(), { local })
      old.account.session.value = session('anna')
      old.one.save('studies', 'of anna')
      old.one.leave()
      const next = store(browser(), { local })
      next.account.session.value = session('ben')
      expect(await next.one.read('studies')).toBeUndefined()
    })
  })

  test('a page that is not the live one keeps nothing', async () => {
    const kept = browser()
    const { account, one, stop } = store(kept, { keepsChart: false })
    account.session.value = session('anna')
    one.save('studies', 1)
    stop()
    expect(await one.read('studies')).toBeUndefined()
    expect(kept.rows.size).toBe(0)
  })
})
