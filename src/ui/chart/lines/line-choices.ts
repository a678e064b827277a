import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { LineKind, LineSpec } from '../../trading-kit/chart-line'
import type { ChartStore } from '../layout-store/chart-store'

/** Lines that a list of objects has rows of; the others are of the ticket, or of a move under way. */
export const LISTED_LINES = ['position', 'liquidation', 'breakeven', 'order', 'trigger', 'alert'] as const
export type ListedLine = (typeof LISTED_LINES)[number]

export function isListed(kind: LineKind): kind is ListedLine {
  return (LISTED_LINES as readonly LineKind[]).includes(kind)
}

export const LINE_GROUPS = ['position', 'order', 'alert'] as const
/** What lines are listed under: a position with its own prices, orders and triggers, alerts. */
export type LineGroupName = (typeof LINE_GROUPS)[number]

const GROUP_OF: Readonly<Record<ListedLine, LineGroupName>> = {
  position: 'position',
  liquidation: 'position',
  breakeven: 'position',
  order: 'order',
  trigger: 'order',
  alert: 'alert',
}

/** The lines of each group that has any, in their order. */
export function groupLines(lines: readonly LineSpec[]): readonly (readonly [LineGroupName, readonly LineSpec[]])[] {
  return LINE_GROUPS.flatMap((group) => {
    const own = lines.filter(({ kind }) => isListed(kind) && GROUP_OF[kind] === group)
    return own.length === 0 ? [] : [[group, own] as const]
  })
}

/** What somebody chose for lines, by their ids: which are not seen, which are not moved by hand, and what they are called. */
export interface LineChoices {
  readonly hidden: readonly string[]
  readonly locked: readonly string[]
  /** The newest last. */
  readonly names: readonly (readonly [id: string, name: string])[]
}

export const LINE_NAME_MAX = 40

/** Lines come and go: the oldest choices are forgotten. */
const CHOICES_MAX = 100

const NONE: LineChoices = { hidden: [], locked: [], names: [] }

/** The lines to draw. What is not known to have happened is always seen; a name stands before what a line is. */
export function chosenLines(lines: readonly LineSpec[], { hidden, locked, names }: LineChoices): readonly LineSpec[] {
  const named = new Map(names)
  return lines.flatMap((line) => {
    if (!isListed(line.kind)) return line
    if (hidden.includes(line.id)) return []
    const name = named.get(line.id)
    const shown = name === undefined ? line : { ...line, text: `${name} · ${line.text}` }
    return locked.includes(line.id) ? { ...shown, move: null } : shown
  })
}

export function parseLineChoices(stored: unknown): LineChoices {
  if (typeof stored !== 'object' || stored === null) return NONE
  const { hidden, locked, names } = stored as Partial<Record<keyof LineChoices, unknown>>
  return { hidden: idsIn(hidden), locked: idsIn(locked), names: namesIn(names) }
}

function idsIn(stored: unknown): readonly string[] {
  const ids = Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : []
  return ids.slice(-CHOICES_MAX)
}

function namesIn(stored: unknown): LineChoices['names'] {
  const pairs: readonly unknown[] = Array.isArray(stored) ? stored : []
  return pairs
    .flatMap((pair) => {
      const [id, name] = Array.isArray(pair) ? (pair as readonly unknown[]) : []
      if (typeof id !== 'string' || typeof name !== 'string' || name === '') return []
      return [[id, name.slice(0, LINE_NAME_MAX)] as const]
    })
    .slice(-CHOICES_MAX)
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

  toggle(choice: 'hidden' | 'locked', id: string): void {
    this.set(choice, [id], !this.#choices.peek()[choice].includes(id))
  }

  /** Hides or locks several at once, or no longer. */
  set(choice: 'hidden' | 'locked', ids: readonly string[], isOn: boolean): void {
    const others = this.#choices.peek()[choice].filter((one) => !ids.includes(one))
    this.#change({ [choice]: isOn ? [...others, ...ids].slice(-CHOICES_MAX) : others })
  }

  /** @param name empty: the line has no name of its own any more */
  rename(id: string, name: string): void {
    const others = this.#choices.peek().names.filter(([one]) => one !== id)
    const given = name.trim().slice(0, LINE_NAME_MAX)
    this.#change({ names: given === '' ? others : [...others, [id, given] as const].slice(-CHOICES_MAX) })
  }

  #change(part: Partial<LineChoices>): void {
    this.#choices.value = { ...this.#choices.peek(), ...part }
    this.store.save(this.#name, this.#choices.peek())
  }
}
