import { describe, expect, test } from 'vitest'
import { Departure } from '../../../src/workers/hub/tabs/departure'

/** Turns that pass when told. */
function setUp() {
  const soon: (() => void)[] = []
  const shortly: (() => void)[] = []
  let left = 0
  const departure = new Departure(
    { soon: (call) => void soon.push(call), shortly: (call) => void shortly.push(call) },
    () => left++,
  )
  const pass = (turns: (() => void)[]): void => {
    for (const call of turns.splice(0)) call()
  }
  return { departure, left: () => left, passSoon: () => pass(soon), passShortly: () => pass(shortly) }
}

describe('when a batch leaves', () => {
  test('a whole step is one departure: prints and book wait for the ticker', () => {
    const { departure, left, passSoon, passShortly } = setUp()
    departure.shortly()
    departure.shortly()
    departure.soon()
    expect(left()).toBe(0)
    passSoon()
    expect(left()).toBe(1)
    expect(departure.isPending).toBe(true)
    // The moment that the prints would have waited at most passes, and finds nothing more to take along.
    passShortly()
    expect(departure.isPending).toBe(false)
  })

  test('what has no ticker after it leaves by itself', () => {
    const { departure, left, passShortly } = setUp()
    departure.shortly()
    passShortly()
    expect(left()).toBe(1)
  })

  test('asked for many times in a turn it is one', () => {
    const { departure, left, passSoon } = setUp()
    for (let i = 0; i < 10; i++) departure.soon()
    passSoon()
    expect(left()).toBe(1)
    departure.soon()
    passSoon()
    expect(left()).toBe(2)
  })
})
