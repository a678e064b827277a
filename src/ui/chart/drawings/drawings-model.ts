import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Magnet } from '../port/chart-port'
import { MAGNETS } from '../port/chart-port'
import { hasItsPoints, isTextual, type Drawing, type DrawingKind, type DrawingPoint } from './drawing'
import { put, remove, removeAll, reorder, type DrawingCommand } from './drawing-commands'
import { EMPTY_HISTORY, perform, receive, redo, undo, type DrawingHistory } from './drawing-history'
import { drawingsOf, type DrawingSet } from './drawing-set'

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
}

/** The drawings of one symbol: what is there, what is chosen, and what can be undone. */
export class DrawingsModel {
  readonly #history = signal<DrawingHistory>(EMPTY_HISTORY)
  readonly #selected = signal<string | null>(null)
  readonly #edited = signal<string | null>(null)
  readonly #tool = signal<DrawingKind | null>(null)
  readonly #options = signal<DrawingOptions>(FIRST_OPTIONS)

  /** Lowest first. */
  readonly drawings: ReadonlySignal<readonly Drawing[]> = computed(() => drawingsOf(this.#history.value.set))
  /** `null` also where the chosen one is gone. */
  readonly selected: ReadonlySignal<Drawing | null> = computed(
    () => this.drawings.value.find((one) => one.id === this.#selected.value) ?? null,
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

  select(id: string | null): void {
    if (id !== this.#selected.peek()) this.#edited.value = null
    this.#selected.value = id
  }

  /** Its text is to be typed. */
  edit(id: string): void {
    this.select(id)
    const chosen = this.selected.peek()
    if (chosen !== null && isTextual(chosen.kind) && !chosen.isLocked) this.#edited.value = id
  }

  endEdit(): void {
    this.#edited.value = null
  }

  /** What it was called by its text is called so no more. */
  say(id: string, text: string): void {
    const drawing = this.drawings.peek().find((one) => one.id === id)
    if (drawing === undefined || drawing.text === text) return
    this.change(id, { text, ...(drawing.name === drawing.text ? { name: '' } : {}) })
  }

  /** Lets one go, if it is the chosen one. */
  deselect(id: string): void {
    if (this.#selected.peek() === id) this.select(null)
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

  /** What the next drawing of a kind looks like. */
  template(kind: DrawingKind): Drawing {
    const order = (this.drawings.peek().at(-1)?.order ?? -1) + 1
    return {
      id: '',
      kind,
      points: [],
      name: '',
      text: '',
      tone: 'blue',
      width: 1,
      isLocked: false,
      isHidden: false,
      order,
    }
  }

  change(id: string, part: Partial<Omit<Drawing, 'id' | 'kind'>>): void {
    const drawing = this.drawings.peek().find((one) => one.id === id)
    if (drawing !== undefined) this.#do(put({ ...drawing, ...part }))
  }

  /** Of all at once: one step to undo. */
  changeAll(part: Pick<Partial<Drawing>, 'isLocked' | 'isHidden'>): void {
    this.#do(put(...this.drawings.peek().map((one) => ({ ...one, ...part }))))
  }

  /** Moves all its points, unless it is locked. */
  move(id: string, byMs: number, byPrice: number, round: (price: number) => number): void {
    const drawing = this.drawings.peek().find((one) => one.id === id)
    if (drawing === undefined || drawing.isLocked) return
    const points = drawing.points.map(({ timeMs, price }) => ({ timeMs: timeMs + byMs, price: round(price + byPrice) }))
    this.#do(put({ ...drawing, points }))
  }

  remove(id: string): void {
    this.#do(remove(id))
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

  #do(command: DrawingCommand): void {
    this.#become(perform(this.#history.peek(), command, this.hooks.tab))
  }

  #become(history: DrawingHistory): void {
    if (history === this.#history.peek()) return
    this.#history.value = history
    this.hooks.keep(history.set)
  }
}
