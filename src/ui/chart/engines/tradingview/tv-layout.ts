import type { EngineLayout, Unsubscribe } from '../../port/chart-port'
import type { TvWidget } from './tv-api'

/** A library that does not say that it has shown a layout is taken to have done so by then. */
const SHOWN_MS = 5_000

interface Hooks {
  /** A layout was shown: what it does not bring, or brings in another way than the page has it, is put back. */
  onShown(): void
  after(delayMs: number, call: () => void): () => void
}

/** Whether the library gives away what is drawn in it, takes it back, and says when it changed. */
export function hasLayout({ save, load, subscribe }: TvWidget): boolean {
  return save !== undefined && load !== undefined && subscribe !== undefined
}

/** What is drawn in the operator's library, in the library's own form. */
export class TvLayout implements EngineLayout {
  readonly #changed = new Set<() => void>()
  #isLoading = false

  /** @param widget one that `hasLayout`, and is ready */
  constructor(
    private readonly widget: TvWidget,
    private readonly hooks: Hooks,
  ) {
    widget.subscribe?.('onAutoSaveNeeded', () => {
      // What a layout does while it is being shown is nobody's drawing.
      if (!this.#isLoading) for (const call of this.#changed) call()
    })
  }

  save(done: (layout: unknown) => void): void {
    this.widget.save?.(done)
  }

  /** Whether one is being shown: what the library says meanwhile is the layout's. */
  get isLoading(): boolean {
    return this.#isLoading
  }

  async load(layout: unknown): Promise<void> {
    this.#isLoading = true
    try {
      await this.#shown(layout)
      this.hooks.onShown()
    } finally {
      this.#isLoading = false
    }
  }

  onChange(call: () => void): Unsubscribe {
    this.#changed.add(call)
    return () => this.#changed.delete(call)
  }

  /** @throws Error of the library's own when it does not take the layout */
  #shown(layout: unknown): Promise<void> {
    const { widget, hooks } = this
    return new Promise((resolve, reject) => {
      const end = (): void => {
        cancel()
        widget.unsubscribe?.('chart_loaded', end)
        resolve()
      }
      const cancel = hooks.after(SHOWN_MS, end)
      const fail = (error: unknown): void => {
        cancel()
        widget.unsubscribe?.('chart_loaded', end)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
      widget.subscribe?.('chart_loaded', end)
      try {
        void Promise.resolve(widget.load?.(layout)).catch(fail)
      } catch (error) {
        fail(error)
      }
    })
  }
}
