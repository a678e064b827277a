import { describe, expect, test } from 'vitest'
import type { DecimalText } from '../../../src/domain/decimal'
import { FIRST_SIZE_PRESETS, type SizePreset } from '../../../src/domain/order/size-preset'
import { keptApart } from '../../../src/ui/state/kept'
import { SIZE_PRESETS_KEY, sizePresets, SizePresetsModel } from '../../../src/ui/state/size-presets'

const HALF: SizePreset = { unit: 'percent', amount: '50' as DecimalText }
const KEEPS = { keepsChart: true }

function storage(first: unknown = undefined) {
  const texts = new Map<string, unknown>([[SIZE_PRESETS_KEY, first]])
  return {
    texts,
    read: async (key: string) => texts.get(key),
    save: async (key: string, value: unknown) => void texts.set(key, value),
  }
}

describe('the presets of a browser', () => {
  test('what is chosen is kept, and stands there for the next page', async () => {
    const browser = storage()
    new SizePresetsModel(KEEPS, browser).set(2, HALF)
    const next = new SizePresetsModel(KEEPS, browser)
    await Promise.resolve()
    expect(next.presets.value[2]).toEqual(HALF)
    expect(next.presets.value[0]).toEqual(FIRST_SIZE_PRESETS[0])
  })

  test('a choice that was made while storage was read stays', async () => {
    const model = new SizePresetsModel(KEEPS, storage([HALF, HALF, HALF, HALF]))
    model.set(0, { unit: 'qty', amount: '3' as DecimalText })
    await Promise.resolve()
    expect(model.presets.value[0]).toEqual({ unit: 'qty', amount: '3' })
  })

  test('a recording that is played keeps nothing; ticket, ladder and hotkeys share one list', () => {
    const browser = storage()
    new SizePresetsModel({ keepsChart: false }, browser).set(0, HALF)
    expect(browser.texts.get(SIZE_PRESETS_KEY)).toBeUndefined()
    const kept = keptApart()
    expect(sizePresets(kept)).toBe(sizePresets(kept))
  })
})
