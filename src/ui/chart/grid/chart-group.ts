import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ChartModel } from '../chart-model'
import type { LayoutsModel } from '../layouts/layouts-model'
import { ONE_CHART, type ChartGrid } from './chart-grid'

/** What was opened for the charts of a page, and ends with them. */
interface Opened<T> {
  readonly model: T
  stop(): void
}

/** The charts that stand beside each other on a page, by their places. */
export class ChartGroup {
  readonly #charts = signal<readonly ChartModel[]>([])

  #layouts: Opened<LayoutsModel> | null = null

  readonly charts: ReadonlySignal<readonly ChartModel[]> = this.#charts
  /** The one that shows the page's symbol; its settings say how many there are. */
  readonly first = computed(() => this.#charts.value.find((one) => one.slot === 0) ?? null)
  readonly grid = computed<ChartGrid>(() => this.first.value?.settings.value.grid ?? ONE_CHART)
  readonly count = computed(() => this.grid.value.count)

  /** @returns a function that takes it out again */
  join(chart: ChartModel): () => void {
    this.#charts.value = [...this.#charts.peek(), chart].toSorted((a, b) => a.slot - b.slot)
    return () => {
      this.#charts.value = this.#charts.peek().filter((one) => one !== chart)
    }
  }

  /** Their named layouts, from the first use on. */
  layouts(open: () => Opened<LayoutsModel>): LayoutsModel {
    this.#layouts ??= open()
    return this.#layouts.model
  }

  close(): void {
    this.#layouts?.stop()
    this.#layouts = null
  }

  setGrid(grid: ChartGrid): void {
    this.first.peek()?.setView({ grid })
  }
}
