import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { PortfolioFigures } from '../../domain/risk/portfolio-report'
import type { HubApi } from '../../workers/hub-api'
import type { Rejection } from '../../workers/presses'
import { readRefusal } from '../trading-kit/refusals/read-refusal'

/** The scenarios of an account with portfolio margin, read again and again while they are looked at. */
export class PortfolioModel {
  readonly #figures = signal<readonly PortfolioFigures[] | null>(null)
  readonly #asOfMs = signal<number | null>(null)
  readonly #hasFailed = signal(false)
  readonly #rejection = signal<Rejection | null>(null)
  /** `null` until they are read. */
  readonly figures: ReadonlySignal<readonly PortfolioFigures[] | null> = this.#figures
  /** When they were read, in the time of this computer. */
  readonly asOfMs: ReadonlySignal<number | null> = this.#asOfMs
  readonly hasFailed: ReadonlySignal<boolean> = this.#hasFailed
  /** Why the exchange refused the read; `null` where it did not say. */
  readonly rejection: ReadonlySignal<Rejection | null> = this.#rejection
  #isReading = false

  constructor(private readonly api: Pick<HubApi, 'portfolio'>) {}

  async read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    const read = await this.api.portfolio()
    this.#isReading = false
    this.#hasFailed.value = read.hasError
    this.#rejection.value = read.hasError ? readRefusal(read) : null
    if (read.hasError) return
    this.#figures.value = read.value
    this.#asOfMs.value = read.asOfMs
  }
}
