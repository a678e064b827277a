import { signal, type ReadonlySignal } from '@preact/signals-react'
import { Exact, toText, type DecimalText } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { PortfolioFigures, PortfolioMargins, WhatIf, WhatIfTrade } from '../../domain/risk/portfolio-report'
import { WHAT_IF_MAX } from '../../domain/limits'
import type { HubApi, Read } from '../../workers/hub-api'
import type { Rejection } from '../../workers/presses'
import { readRefusal } from '../trading-kit/refusals/read-refusal'

/** A trade that is only thought of: on the list, and counted among all together where it is ticked. */
export interface ListedTrade extends WhatIfTrade {
  readonly isOn: boolean
  /** Its underlying after it alone: `null` where nothing is held there then, `undefined` until it is known. */
  readonly alone: PortfolioMargins | null | undefined
}

/** The scenarios of an account with portfolio margin, read again and again while they are looked at. */
export class PortfolioModel {
  readonly #figures = signal<readonly PortfolioFigures[] | null>(null)
  readonly #asOfMs = signal<number | null>(null)
  readonly #hasFailed = signal(false)
  readonly #rejection = signal<Rejection | null>(null)
  readonly #trades = signal<readonly ListedTrade[]>([])
  readonly #together = signal<readonly PortfolioMargins[] | null>(null)
  /** `null` until they are read. */
  readonly figures: ReadonlySignal<readonly PortfolioFigures[] | null> = this.#figures
  /** When they were read, in the time of this computer. */
  readonly asOfMs: ReadonlySignal<number | null> = this.#asOfMs
  readonly hasFailed: ReadonlySignal<boolean> = this.#hasFailed
  /** Why the exchange refused the read; `null` where it did not say. */
  readonly rejection: ReadonlySignal<Rejection | null> = this.#rejection
  readonly trades: ReadonlySignal<readonly ListedTrade[]> = this.#trades
  /** Every underlying after all ticked trades; `null` while none is ticked, or they are not read yet. */
  readonly together: ReadonlySignal<readonly PortfolioMargins[] | null> = this.#together
  /** An answer to an earlier question says nothing of the trades of now. */
  #question = 0
  #isReading = false

  constructor(private readonly api: Pick<HubApi, 'portfolio'>) {}

  /** Reads them anew, unless a read is under way already. */
  async read(): Promise<void> {
    if (!this.#isReading) await this.#ask()
  }

  /** Puts a trade on the list, ticked; the same market once more adds up. @returns what the exchange refused it with */
  async add(symbol: InstrumentSymbol, qty: DecimalText): Promise<Rejection | null> {
    const before = this.#trades.peek()
    const known = before.find((one) => one.symbol === symbol)
    const sum = toText(new Exact(known?.qty ?? 0).plus(qty))
    const others = before.filter((one) => one !== known)
    this.#change(sum === '0' ? others : [...others, { symbol, qty: sum, isOn: true, alone: undefined }])
    const refused = await this.#ask()
    if (refused !== null) this.#change(before)
    return refused
  }

  get isFull(): boolean {
    return this.#trades.value.length >= WHAT_IF_MAX
  }

  tick(symbol: InstrumentSymbol, isOn: boolean): void {
    this.#change(this.#trades.peek().map((one) => (one.symbol === symbol ? { ...one, isOn } : one)))
    void this.#ask()
  }

  remove(symbol: InstrumentSymbol): void {
    this.#change(this.#trades.peek().filter((one) => one.symbol !== symbol))
    void this.#ask()
  }

  #change(trades: readonly ListedTrade[]): void {
    this.#trades.value = trades
    this.#together.value = null
  }

  async #ask(): Promise<Rejection | null> {
    const question = ++this.#question
    this.#isReading = true
    const trades = this.#trades.peek()
    const ticked = trades.filter(({ isOn }) => isOn)
    const others = trades.filter(({ isOn }) => !isOn)
    const [read, rest] = await Promise.all([
      this.api.portfolio(ticked.map(termsOf)),
      others.length === 0 ? null : this.api.portfolio(others.map(termsOf)),
    ])
    if (question !== this.#question) return null
    this.#isReading = false
    const failed = read.hasError ? read : rest?.hasError === true ? rest : null
    this.#hasFailed.value = failed !== null
    this.#rejection.value = failed === null ? null : readRefusal(failed)
    if (read.hasError) return this.#rejection.peek()
    this.#figures.value = read.value.figures
    this.#asOfMs.value = read.asOfMs
    this.#together.value = read.value.whatIf?.together ?? null
    const alone = new Map([...aloneOf(ticked, read.value.whatIf), ...aloneOf(others, valueOf(rest)?.whatIf ?? null)])
    this.#trades.value = trades.map((one) => ({ ...one, alone: alone.get(one.symbol) }))
    return this.#rejection.peek()
  }
}

const termsOf = ({ symbol, qty }: ListedTrade): WhatIfTrade => ({ symbol, qty })

function valueOf<T>(read: Read<T> | null): T | null {
  return read === null || read.hasError ? null : read.value
}

function aloneOf(trades: readonly ListedTrade[], whatIf: WhatIf | null) {
  return trades.map(({ symbol }, at) => [symbol, whatIf?.alone[at]] as const)
}
