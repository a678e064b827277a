import { signal, type ReadonlySignal } from '@preact/signals-react'
import { FIRST_SIZE_PRESETS, readSizePresets, type SizePreset, type SizePresets } from '../../domain/order/size-preset'
import { readSetting, saveSetting } from './browser-settings'
import type { Kept } from './kept'

/** Key among the browser's settings: the ticket, the ladder and the hotkeys use one list of sizes. */
export const SIZE_PRESETS_KEY = 'size-presets'

/** The sizes that a trader orders by one press, as this browser keeps them. */
export class SizePresetsModel {
  readonly #presets = signal<SizePresets>(FIRST_SIZE_PRESETS)
  readonly presets: ReadonlySignal<SizePresets> = this.#presets
  #isChosen = false

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart'>,
    private readonly browser = { read: readSetting, save: saveSetting },
  ) {
    void this.#read()
  }

  /** @param index 0 to 3 */
  set(index: number, preset: SizePreset): void {
    const [first, second, third, fourth] = this.#presets.peek().map((one, at) => (at === index ? preset : one))
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) return
    this.#isChosen = true
    this.#presets.value = [first, second, third, fourth]
    if (this.kept.keepsChart) void this.browser.save(SIZE_PRESETS_KEY, this.#presets.value)
  }

  async #read(): Promise<void> {
    if (!this.kept.keepsChart) return
    const stored = await this.browser.read(SIZE_PRESETS_KEY)
    // What was chosen while storage was slow is newer.
    if (!this.#isChosen) this.#presets.value = readSizePresets(stored)
  }
}

const ofPages = new WeakMap<Kept, SizePresetsModel>()

/** The presets of a page: one model for all that use them. */
export function sizePresets(kept: Kept): SizePresetsModel {
  const known = ofPages.get(kept)
  if (known !== undefined) return known
  const model = new SizePresetsModel(kept)
  ofPages.set(kept, model)
  return model
}
