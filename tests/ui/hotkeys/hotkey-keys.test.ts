import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HotkeyBindings, readBindings } from '../../../src/ui/hotkeys/hotkey-bindings'
import { HotkeyKeys } from '../../../src/ui/hotkeys/hotkey-keys'
import { FIRST_BINDINGS, HOTKEYS, type Hotkey } from '../../../src/ui/hotkeys/hotkey-list'
import { isKeyName, keyName } from '../../../src/ui/hotkeys/key-name'

const KEEPS_NOTHING = { keepsChart: false }

function keyOf(key: string, change: Partial<Parameters<HotkeyKeys['down']>[0]> = {}) {
  return {
    key,
    code: `Key${key.toUpperCase()}`,
    shiftKey: key !== key.toLowerCase(),
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    repeat: false,
    isTrusted: true,
    defaultPrevented: false,
    isComposing: false,
    ...change,
  }
}
const ARMED = { isArmed: true, isOn: true, isTaken: false }

describe('a key', () => {
  test.each([
    ['b', false, 'B'],
    ['B', true, 'Shift+B'],
    // With caps lock the letter is a capital although Shift is up.
    ['B', false, 'B'],
    ['1', false, '1'],
    // Shift has made another sign of it.
    ['!', true, '!'],
    ['ж', false, 'Ж'],
    ['F2', false, 'F2'],
    ['F2', true, 'Shift+F2'],
    ['F5', false, null],
    ['Enter', false, null],
    [' ', false, null],
    ['Escape', false, null],
    ['Delete', false, null],
    ['ArrowUp', false, null],
    ['/', false, null],
    ['?', true, null],
    ['Shift', true, null],
    ['Dead', false, null],
  ])('%j with Shift %s is %j', (key, shiftKey, name) => {
    expect(keyName(keyOf(key, { shiftKey }))).toBe(name)
    if (name !== null) expect(isKeyName(name)).toBe(true)
  })

  test('with Ctrl, Alt or Meta it is the browser’s', () => {
    for (const one of ['ctrlKey', 'altKey', 'metaKey'] as const) expect(keyName(keyOf('b', { [one]: true }))).toBeNull()
  })
})

describe('hotkeys', () => {
  const keys = () => new HotkeyKeys(new HotkeyBindings(KEEPS_NOTHING))

  test('do nothing until armed, where they are off, and while a field, a menu or a dialog has the focus', () => {
    for (const state of [
      { ...ARMED, isArmed: false },
      { ...ARMED, isOn: false },
      { ...ARMED, isTaken: true },
    ])
      for (const hotkey of HOTKEYS) {
        const name = FIRST_BINDINGS[hotkey]!
        const shiftKey = name.startsWith('Shift+')
        const key = shiftKey ? name.slice('Shift+'.length) : name.toLowerCase()
        expect(keys().down(keyOf(key, { shiftKey }), ARMED)).toBe(hotkey)
        // The way to the ticket sends nothing: it needs no arming, and leaves a field its letters.
        const isLeft = hotkey === 'ticket' && !state.isTaken
        expect(keys().down(keyOf(key, { shiftKey }), state)).toBe(isLeft ? 'ticket' : null)
      }
  })

  test('are a person’s press, and not used by what has the focus already', () => {
    expect(keys().down(keyOf('b', { isTrusted: false }), ARMED)).toBeNull()
    expect(keys().down(keyOf('b', { defaultPrevented: true }), ARMED)).toBeNull()
    expect(keys().down(keyOf('b', { isComposing: true }), ARMED)).toBeNull()
    expect(keys().down(keyOf('q'), ARMED)).toBeNull()
  })

  test('Escape disarms, and ? opens the sheet, armed or not', () => {
    expect(keys().down(keyOf('Escape'), ARMED)).toBe('disarm')
    expect(keys().down(keyOf('Escape'), { ...ARMED, isArmed: false })).toBeNull()
    expect(keys().down(keyOf('?'), { ...ARMED, isArmed: false, isOn: false })).toBe('sheet')
  })

  test('a key that is down is one press however the keyboard repeats it: presses are as many as releases, and one more', () => {
    const step = fc.constantFrom('down' as const, 'repeat' as const, 'silentRepeat' as const, 'up' as const)
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const pressed = keys()
        let isDown = false
        let orders = 0
        let meant = 0
        for (const one of steps) {
          if (one === 'up') {
            pressed.up(keyOf('b'))
            isDown = false
            continue
          }
          // A keyboard says "repeat" of a key that is down alone; some systems send the key again without saying so.
          if (!isDown && one !== 'down') continue
          if (!isDown) meant += 1
          isDown = true
          if (pressed.down(keyOf('b', { repeat: one === 'repeat' }), ARMED) === 'buyBest') orders += 1
        }
        expect(orders).toBe(meant)
      }),
    )
  })

  test('a key whose release the page does not hear is a new press once the page has the keyboard back', () => {
    const pressed = keys()
    expect(pressed.down(keyOf('b'), ARMED)).toBe('buyBest')
    pressed.clear()
    expect(pressed.down(keyOf('b'), ARMED)).toBe('buyBest')
  })
})

describe('bindings', () => {
  test('a key of another hotkey is refused, and nothing changes', () => {
    const bindings = new HotkeyBindings(KEEPS_NOTHING)
    expect(bindings.bind('reverse', 'B')).toEqual({ ok: false, usedBy: 'buyBest' })
    expect(bindings.bindings.peek()).toEqual(FIRST_BINDINGS)
    expect(bindings.bind('buyBest', null)).toEqual({ ok: true })
    expect(bindings.bind('reverse', 'B')).toEqual({ ok: true })
    expect([bindings.hotkeyOf('B'), bindings.hotkeyOf('R')]).toEqual(['reverse', null])
    bindings.reset()
    expect(bindings.hotkeyOf('B')).toBe('buyBest')
  })

  test('are kept, and there for the next page', async () => {
    const texts = new Map<string, unknown>()
    const browser = {
      read: async (key: string) => texts.get(key),
      save: async (key: string, value: unknown) => void texts.set(key, value),
    }
    new HotkeyBindings({ keepsChart: true }, browser).bind('reverse', 'Shift+R')
    const next = new HotkeyBindings({ keepsChart: true }, browser)
    await Promise.resolve()
    expect(next.hotkeyOf('Shift+R')).toBe('reverse')
  })

  test('whatever storage holds and whatever is bound afterwards, no key does two things', () => {
    const key = fc.constantFrom('B', 'S', 'Shift+B', '1', 'ß', 'Enter', '', 'F5', 'shift+b', null, 7)
    const stored = fc.oneof(
      fc.constantFrom(undefined, null, 'text', 7, []),
      fc.dictionary(fc.constantFrom<string>(...HOTKEYS, 'other'), key),
    )
    const wishes = fc.array(fc.tuple(fc.constantFrom<Hotkey>(...HOTKEYS), fc.constantFrom('B', 'S', 'Z', 'Q', null)))
    fc.assert(
      fc.property(stored, wishes, (rows, wished) => {
        const bindings = new HotkeyBindings(KEEPS_NOTHING)
        const read = readBindings(rows)
        for (const hotkey of HOTKEYS) bindings.bind(hotkey, null)
        for (const hotkey of HOTKEYS) expect(bindings.bind(hotkey, read[hotkey])).toEqual({ ok: true })
        for (const [hotkey, wish] of wished) bindings.bind(hotkey, wish)
        const bound = HOTKEYS.map((hotkey) => bindings.bindings.peek()[hotkey]).filter((one) => one !== null)
        expect(new Set(bound).size).toBe(bound.length)
        expect(bound.every((one) => isKeyName(one))).toBe(true)
      }),
    )
  })
})
