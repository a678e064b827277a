import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Magnet } from '../port/chart-port'
import { MAGNETS } from '../port/chart-port'
import { type Drawing, type DrawingPoint } from './drawing'
import { hasItsPoints, isTextual, type DrawingKind } from './drawing-kind'
import { put, remove, removeAll, reorder, type DrawingCommand } from './drawing-commands'
import { EMPTY_HISTORY, perform, receive, redo, undo, type DrawingHistory } from './drawing-history'
import { drawingsOf, type DrawingSet } from './drawing-set'
import { FIRST_STYLE, type DrawingStyle } from './drawing-styles'

/** How a user draws, whatever the symbol. */
export interface DrawingOptions {
  readonly magnet: Magnet
  /** Whether the tool stays chosen after a drawing. */
  readonly staysInDrawing: boolean
}

const FIRST_OPTIONS: DrawingOptions = { magnet: 'off', staysInDrawing: false }

interface Hooks {
  /** Stores what this tab changed. */
  keep(set: DrawingSet): void
  keepOptions(options: DrawingOptions): void
  newId(): string
  /** Tells this tab's changes from those of others. */
  readonly tab: string
  /** What a new drawing of a kind looks like; left out: as the first ones do. */
  styleOf?(kind: DrawingKind): DrawingStyle
}

type Round = (price: number) => number

/** The drawings of one symbol: what is there, what is chosen, and what can be undone. */
export class DrawingsModel {
  readonly #history = signal<DrawingHistory>(EMPTY_HISTORY)
  readonly #chosen = signal<ReadonlySet<string>>(new Set())
  readonly #edited = signal<string | null>(null)
  #typedAhead = ''
  readonly #tool = signal<DrawingKind | null>(null)
  readonly #options = signal<DrawingOptions>(FIRST_OPTIONS)

  /** Lowest first. */
  readonly drawings: ReadonlySignal<readonly Drawing[]> = computed(() => drawingsOf(this.#history.value.set))
  /** Those that keys, the bar and the menu mean; lowest first, without what is gone. */
  readonly chosen: ReadonlySignal<readonly Drawing[]> = computed(() =>
    this.drawings.value.filter((one) => this.#chosen.value.has(one.id)),
  )
  /** The chosen one, where there is one alone. */
  readonly selected: ReadonlySignal<Drawing | null> = computed(() =>
    this.chosen.value.length === 1 ? (this.chosen.value[0] ?? null) : null,
  )
  /** The one whose text is being typed. */
  readonly edited: ReadonlySignal<Drawing | null> = computed(() =>
    this.selected.value?.id === this.#edited.value ? this.selected.value : null,
  )
  readonly tool: ReadonlySignal<DrawingKind | null> = this.#tool
  readonly options: ReadonlySignal<DrawingOptions> = this.#options
  readonly canUndo = computed(() => this.#history.value.undos.length > 0)
  readonly canRedo = computed(() => this.#history.value.redos.length > 0)

  constructor(private readonly hooks: Hooks) {}

  /** Begins anew with what is stored: of another user, or for the first time. */
  load(set: DrawingSet): void {
    this.#history.value = receive(EMPTY_HISTORY, set)
    this.select(null)
  }

  loadOptions(stored: unknown): void {
    const options = typeof stored === 'object' && stored !== null ? (stored as Partial<DrawingOptions>) : {}
    this.#options.value = {
      magnet: MAGNETS.find((one) => one === options.magnet) ?? FIRST_OPTIONS.magnet,
      staysInDrawing: options.staysInDrawing === true,
    }
  }

  /** What another tab did. */
  receive(set: DrawingSet): void {
    this.#history.value = receive(this.#history.peek(), set)
  }

  setOptions(part: Partial<DrawingOptions>): void {
    this.#options.value = { ...this.#options.peek(), ...part }
    this.hooks.keepOptions(this.#options.peek())
  }

  choose(tool: DrawingKind | null): void {
    this.#tool.value = tool
    if (tool !== null) this.select(null)
  }

  /** Chooses one alone, or none. */
  select(id: string | null): void {
    this.#choose(id === null ? [] : [id])
  }

  /** One more, or one less. */
  toggle(id: string): void {
    const chosen = this.#chosen.peek()
    this.#choose(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id])
  }

  /** All that are seen. */
  selectAll(): void {
    this.#choose(this.drawings.peek().flatMap((one) => (one.isHidden ? [] : one.id)))
  }

  /** Lets go, if it is among the chosen ones. */
  deselect(id: string): void {
    if (this.#chosen.peek().has(id)) this.select(null)
  }

  /** Its text is to be typed. */
  edit(id: string): void {
    this.select(id)
    const chosen = this.selected.peek()
    if (chosen !== null && isTextual(chosen.kind) && !chosen.isLocked) this.#edited.value = id
  }

  endEdit(): void {
    this.#edited.value = null
    this.#typedAhead = ''
  }

  /** A letter that came before the field of the text did. @returns whether a text is to be typed */
  typeAhead(letter: string): boolean {
    if (this.edited.peek() === null) return false
    this.#typedAhead += letter
    return true
  }

  /** What was typed before the field was there. */
  get typedAhead(): string {
    return this.#typedAhead
  }

  /** The field has it. */
  forgetTypedAhead(): void {
    this.#typedAhead = ''
  }

  /** What it was called by its text is called so no more. */
  say(id: string, text: string): void {
    const drawing = this.#find(id)
    if (drawing === undefined || drawing.text === text) return
    this.change(id, { text, ...(drawing.name === drawing.text ? { name: '' } : {}) })
  }

  /** Adds a drawing and chooses it. */
  add(kind: DrawingKind, points: readonly DrawingPoint[]): void {
    if (!hasItsPoints(kind, points.length)) return
    const drawing = { ...this.template(kind), id: this.hooks.newId(), points }
    this.#do(put(drawing))
    if (!this.#options.peek().staysInDrawing) {
      this.choose(null)
      // A text says nothing yet.
      if (isTextual(kind)) this.edit(drawing.id)
      else this.select(drawing.id)
    }
  }

  /** Adds drawings above the others, in their order, and chooses them: one step to undo. */
  addCopies(drawings: readonly Drawing[]): void {
    const order = this.#nextOrder()
    const added = drawings.map((one, at) => ({ ...one, id: this.hooks.newId(), order: order + at, isLocked: false }))
    this.#do(put(...added))
    this.choose(null)
    this.#choose(added.map(({ id }) => id))
  }

  /** What the next drawing of a kind looks like. */
  template(kind: DrawingKind): Drawing {
    return {
      id: '',
      kind,
      points: [],
      name: '',
      text: '',
      ...(this.hooks.styleOf?.(kind) ?? FIRST_STYLE),
      isLocked: false,
      isHidden: false,
      order: this.#nextOrder(),
    }
  }

  change(id: string, part: Partial<Omit<Drawing, 'id' | 'kind'>>): void {
    this.changeMany([id], part)
  }

  /** Of several at once: one step to undo. */
  changeMany(ids: readonly string[], part: Partial<Omit<Drawing, 'id' | 'kind'>>): void {
    this.#do(put(...this.#those(ids).map((one) => ({ ...one, ...part }))))
  }

  changeAll(part: Pick<Partial<Drawing>, 'isLocked' | 'isHidden'>): void {
    this.changeMany(
      this.drawings.peek().map(({ id }) => id),
      part,
    )
  }

  /** Moves all points of those that are not locked. */
  move(ids: readonly string[], byMs: number, byPrice: number, round: Round): void {
    this.#do(put(...this.#movable(ids).map((one) => moved(one, byMs, byPrice, round))))
  }

  /** One was moved by hand. Where it went as a whole the others that are chosen go with it. */
  take(id: string, points: readonly DrawingPoint[], round: Round): void {
    const drawing = this.#find(id)
    if (drawing === undefined) return
    const [from, to] = [drawing.points[0], points[0]]
    const isWhole = drawing.points.every(
      ({ timeMs, price }, at) => timeMs !== points[at]?.timeMs || price !== points[at].price,
    )
    if (!this.#chosen.peek().has(id)) this.select(id)
    const others = isWhole ? this.#movable([...this.#chosen.peek()]).filter((one) => one.id !== id) : []
    const [byMs, byPrice] =
      from === undefined || to === undefined ? [0, 0] : [to.timeMs - from.timeMs, to.price - from.price]
    this.#do(put({ ...drawing, points }, ...others.map((one) => moved(one, byMs, byPrice, round))))
  }

  remove(...ids: readonly string[]): void {
    this.#do(remove(...ids))
  }

  /** Those that are not locked. */
  removeChosen(): void {
    this.remove(...this.#movable([...this.#chosen.peek()]).map(({ id }) => id))
  }

  removeAll(): void {
    this.#do(removeAll(this.#history.peek().set))
  }

  reorder(id: string, direction: 1 | -1): void {
    this.#do(reorder(this.#history.peek().set, id, direction))
  }

  undo(): void {
    this.#become(undo(this.#history.peek(), this.hooks.tab))
  }

  redo(): void {
    this.#become(redo(this.#history.peek(), this.hooks.tab))
  }

  #choose(ids: readonly string[]): void {
    const chosen = this.#chosen.peek()
    if (ids.length === chosen.size && ids.every((id) => chosen.has(id))) return
    this.#edited.value = null
    this.#chosen.value = new Set(ids)
  }

  #nextOrder(): number {
    return (this.drawings.peek().at(-1)?.order ?? -1) + 1
  }

  #find(id: string): Drawing | undefined {
    return this.drawings.peek().find((one) => one.id === id)
  }

  #those(ids: readonly string[]): readonly Drawing[] {
    return this.drawings.peek().filter((one) => ids.includes(one.id))
  }

  #movable(ids: readonly string[]): readonly Drawing[] {
    return this.#those(ids).filter((one) => !one.isLocked)
  }

  #do(command: DrawingCommand): void {
    this.#become(perform(this.#history.peek(), command, this.hooks.tab))
  }

  #become(history: DrawingHistory): void {
    if (history === this.#history.peek()) return
    this.#history.value = history
    this.hooks.keep(history.set)
  }
}

function moved(drawing: Drawing, byMs: number, byPrice: number, round: Round): Drawing {
  const points = drawing.points.map(({ timeMs, price }) => ({ timeMs: timeMs + byMs, price: round(price + byPrice) }))
  return { ...drawing, points }
}
