import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mayReload, notePress, PRESS_LIFE_MS, takePress } from '../../../src/ui/app-update/reload-guard'

describe('mayReload: at most one reload in 30 s (reliability.md S3)', () => {
  test.each([
    [null, 0, true],
    [1_000, 30_999, false],
    [1_000, 31_000, true],
    // the clock was set back
    [50_000, 10_000, true],
  ])('last %s, now %i: %s', (last, now, expected) => {
    expect(mayReload(last, now)).toBe(expected)
  })
})

describe('a press of "Reload" is remembered', () => {
  const saved = new Map<string, string>()
  beforeEach(() => {
    saved.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => saved.get(key) ?? null,
      setItem: (key: string, value: string) => saved.set(key, value),
      removeItem: (key: string) => saved.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('by the tab, once: what it was to lead to is awaited on a page of the build that was pressed on, and here on one of another', () => {
    expect(takePress('one', 1_000)).toBe('none')
    notePress('one', 1_000)
    expect(takePress('one', 1_001)).toBe('awaited')
    expect(takePress('one', 1_002)).toBe('none')
    notePress('one', 1_000)
    expect(takePress('two', 1_001)).toBe('here')
    expect(takePress('two', 1_002)).toBe('none')
  })

  test.each([
    [1_000, 1_000 + PRESS_LIFE_MS - 1, 'awaited'],
    [1_000, 1_000 + PRESS_LIFE_MS, 'none'],
    // the clock was set back
    [50_000, 10_000, 'none'],
  ])('pressed at %i, now %i: %s', (pressedMs, nowMs, expected) => {
    notePress('one', pressedMs)
    expect(takePress('one', nowMs)).toBe(expected)
  })

  test.each(['{', 'null', '7', '{"build":"one"}', '{"build":"one","atMs":"x"}', '{"build":"one","atMs":null}'])(
    'what stands there by somebody else’s hand is no press: %s',
    (text) => {
      saved.set('halyard-update-pressed', text)
      expect(takePress('one', 100_000)).toBe('none')
    },
  )

  test('where nothing can be stored nothing is remembered, and nothing breaks', () => {
    vi.stubGlobal('sessionStorage', undefined)
    notePress('one', 1_000)
    expect(takePress('one', 1_001)).toBe('none')
  })
})
