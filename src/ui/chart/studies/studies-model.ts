import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { IndicatorName } from '../../../domain/indicators/indicator'
import { OFFERED } from '../../../domain/indicators/indicators'
import { canAdd, hasOwnPane, newStudy, parseStudies, type Study } from './study'

/** What is stored of a chart's studies. */
export interface KeptStudies {
  readonly studies: readonly Study[]
  readonly favourites: readonly IndicatorName[]
}

/** The indicators of a chart, and those that its user looks for most. */
export class StudiesModel {
  readonly #studies = signal<readonly Study[]>([])
  readonly #favourites = signal<readonly IndicatorName[]>([])
  readonly studies: ReadonlySignal<readonly Study[]> = this.#studies
  readonly favourites: ReadonlySignal<readonly IndicatorName[]> = this.#favourites

  /** @param keep stores what a user changed */
  constructor(
    private readonly keep: (kept: KeptStudies) => void,
    private readonly newId: () => string = () => crypto.randomUUID(),
    /** Whether the market has what an indicator needs. */
    readonly isOffered: (name: IndicatorName) => boolean = () => true,
  ) {}

  /** Takes what was stored; anything may stand there. */
  load(stored: unknown): void {
    const record =
      typeof stored === 'object' && stored !== null ? (stored as Partial<Record<keyof KeptStudies, unknown>>) : {}
    const { studies, favourites } = record
    this.#studies.value = parseStudies(studies)
    this.#favourites.value = OFFERED.map(({ name }) => name).filter(
      (name) => Array.isArray(favourites) && favourites.includes(name),
    )
  }

  /** @returns its id, or `null` while no further one fits */
  add(name: IndicatorName): string | null {
    const studies = this.#studies.peek()
    if (!this.isOffered(name) || !canAdd(name, studies)) return null
    const study = newStudy(name, this.newId(), studies)
    this.#set([...studies, study])
    return study.id
  }

  change(id: string, part: Partial<Omit<Study, 'id' | 'name'>>): void {
    this.#set(this.#studies.peek().map((one) => (one.id === id ? { ...one, ...part } : one)))
  }

  /** Shows these and no others. */
  replace(studies: readonly Study[]): void {
    this.#set(studies)
  }

  remove(id: string): void {
    this.#set(this.#studies.peek().filter((one) => one.id !== id))
  }

  /**
   * Changes places with the next one of its kind: panes with panes, what lies over the bars with what lies there.
   *
   * @param way −1 is up, towards the bars
   */
  move(id: string, way: 1 | -1): void {
    const studies = this.#studies.peek()
    const at = studies.findIndex((one) => one.id === id)
    const other = neighbourOf(studies, id, way)
    if (other === -1) return
    this.#set(studies.map((one, index) => (index === at ? studies[other]! : index === other ? studies[at]! : one)))
  }

  toggleFavourite(name: IndicatorName): void {
    const favourites = this.#favourites.peek()
    this.#favourites.value = favourites.includes(name)
      ? favourites.filter((one) => one !== name)
      : [...favourites, name]
    this.#save()
  }

  #set(studies: readonly Study[]): void {
    this.#studies.value = studies
    this.#save()
  }

  #save(): void {
    this.keep({ studies: this.#studies.peek(), favourites: this.#favourites.peek() })
  }
}

/** Index of the study that one would change places with; −1 where there is none. */
export function neighbourOf(studies: readonly Study[], id: string, way: 1 | -1): number {
  const at = studies.findIndex((one) => one.id === id)
  const isOwn = at !== -1 && hasOwnPane(studies[at]!.name)
  const isOfKind = (one: Study): boolean => hasOwnPane(one.name) === isOwn
  if (at === -1) return -1
  return way === 1
    ? studies.findIndex((one, index) => index > at && isOfKind(one))
    : studies.findLastIndex((one, index) => index < at && isOfKind(one))
}
