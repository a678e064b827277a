import { expect, test } from 'vitest'
import { HELLO_TRIES, Hellos, RETRY_MAX_MS, RETRY_MS } from '../../../src/ui/hub-link/hello-deadline'

test('attempts come soon while a hub may yet begin, and seldom while none of two names has come up (I13)', async () => {
  const hellos = new Hellos(false, () => Promise.resolve(false))
  const pauses: number[] = []
  for (let i = 0; i < 2 * HELLO_TRIES + 7; i++) {
    pauses.push(hellos.pauseMs)
    await hellos.fail()
  }
  expect(pauses.slice(0, 2 * HELLO_TRIES + 1)).toEqual(Array.from({ length: 2 * HELLO_TRIES + 1 }, () => RETRY_MS))
  // 250 ms doubled four times are 4 s.
  expect(pauses.slice(2 * HELLO_TRIES + 1)).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000])
  expect(RETRY_MAX_MS).toBe(4_000)
})
