import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { LineKind, LineSpec } from '../../trading-kit/chart-line'
import type { ChartStore } from '../layout-store/chart-store'

/** Lines that a list of objects has rows of; the others are of the ticket, or of a move under way. */
export const LISTED_LINES = ['position', 'liquidation', 'breakeven', 'order', 'trigger', 'alert'] as const
export type ListedLine = (typeof LISTED_LINES)[number]

export function isListed(kind: LineKind): kind is ListedLine {
  return (LISTED_LINES as readonly LineKind[]).includes(kind)
}

/** What somebody chose for lines, by their ids: which are not seen, and which are not moved by hand. */
export interface LineChoices {
  readonly hidden: readonly string[]
  readonly locked: readonly string[]
}

/** Lines come and go: the oldest choices are forgotten. */
const CHOICES_MAX = 100

const NONE: LineChoices = { hidden: [], locked: [] }

/** The lines to draw. What is not known to have happened is always seen. */
export function chosenLines(lines: readonly LineSpec[], { hidden, locked }: LineChoices): readonly LineSpec[] {
  return lines.flatMap((line) => {
    if (!isListed(line.kind)) return line
    if (hidden.includes(line.id)) return []
    return locked.includes(line.id) ? { ...line, move: null } : line
  })
}

export function parseLineChoices(stored: unknown): LineChoices {
  if (typeof stored !== 'object' || stored === null) return NONE
  const { hidden, locked } = stored as Partial<Record<keyof LineChoices, unknown>>
  return { hidden: idsIn(hidden), locked: idsIn(locked) }
}

function idsIn(stored: unknown): readonly string[] {
  const ids = Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : []
  return ids.slice(-CHOICES_MAX)
}

/** The choices of an account for the lines of a symbol. */
export class LineChoicesModel {
  readonly #choices = signal<LineChoices>(NONE)
  readonly choices: ReadonlySignal<LineChoices> = this.#choices
  readonly #name: string

  constructor(
    symbol: string,
    private readonly store: Pick<ChartStore, 'read' | 'save'>,
  ) {
    this.#name = `line-choices/${symbol}`
  }

  /** The account is another one, or known for the first time. */
  async load(): Promise<void> {
    this.#choices.value = parseLineChoices(await this.store.read(this.#name))
  }

  toggle(choice: keyof LineChoices, id: string): void {
    const before = this.#choices.peek()
    const ids = before[choice]
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-CHOICES_MAX)
    this.#choices.value = { ...before, [choice]: next }
    this.store.save(this.#name, this.#choices.peek())
  }
}
