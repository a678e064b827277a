import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { ok, type Result } from '../../../base/result'
import { OWN_MAX, type ChartLayout } from './layout'
import { readLayoutFile, writeLayoutFile, type LayoutFile, type LayoutFileProblem } from './layout-file'
import {
  LAYOUT_NAME_MAX,
  layoutsOf,
  LAYOUTS_MAX,
  merge,
  newest,
  nextStamp,
  NO_LAYOUTS,
  type LayoutEntry,
  type LayoutSet,
  type NamedLayout,
} from './layout-set'

/** Steps that can be undone. */
const UNDO_MAX = 50

interface Hooks {
  /** What the charts show now; `null` while they do not run. An engine with tools of its own may take a moment. */
  capture(): Promise<ChartLayout | null>
  /** @returns whether all of it was taken: an engine may refuse what was drawn with its own tools */
  show(layout: ChartLayout): Promise<boolean>
  /** What is drawn on the symbols that the charts show. */
  drawings(): LayoutFile['drawings']
  /** Adds what is not there yet; nothing that is there goes. */
  addDrawings(drawings: LayoutFile['drawings']): void
  /** Stores what this tab changed. */
  keep(set: LayoutSet): void
  newId(): string
  nowMs(): number
  /** Tells this tab's changes from those of others. */
  readonly tab: string
}

interface Step {
  readonly call: () => void
  readonly showsAnother: boolean
}

/** Why a layout is not saved. */
export type SaveProblem = 'noName' | 'tooMany' | 'notReady' | 'tooLarge'

/** The named layouts of an account, and what this tab did to them. */
export class LayoutsModel {
  readonly #set = signal<LayoutSet>(NO_LAYOUTS)
  readonly #undos = signal<readonly Step[]>([])

  /** By name. */
  readonly layouts: ReadonlySignal<readonly NamedLayout[]> = computed(() => layoutsOf(this.#set.value))
  readonly canUndo = computed(() => this.#undos.value.length > 0)

  constructor(private readonly hooks: Hooks) {}

  load(set: LayoutSet): void {
    this.#set.value = merge(NO_LAYOUTS, set)
    this.#undos.value = []
  }

  receive(set: LayoutSet): void {
    this.#set.value = merge(this.#set.peek(), set)
  }

  /** Saves what the charts show under a name; where a layout has it, as its newest version. */
  async save(given: string): Promise<SaveProblem | null> {
    const name = given.trim().slice(0, LAYOUT_NAME_MAX)
    if (name === '') return 'noName'
    const layout = await this.hooks.capture()
    if (layout === null) return 'notReady'
    if (layout.charts.some(({ own }) => own !== null && own.length > OWN_MAX)) return 'tooLarge'
    const known = this.layouts.peek().find((one) => one.name === name)
    if (known !== undefined) {
      this.#addVersion(known.id, layout)
      this.#onUndo(() => this.#addVersion(known.id, known.versions[0]!.layout))
      return null
    }
    if (this.layouts.peek().length >= LAYOUTS_MAX) return 'tooMany'
    const id = this.#create(name, layout)
    this.#onUndo(() => this.#remove(id))
    return null
  }

  /**
   * Shows a layout as it was saved last, or as one of its versions; the theme stays. What was drawn with an engine's own
   * tools takes the place of what is drawn in it: undoing brings that back.
   * @returns what is shown, and whether that is all of it; `null` where it is gone
   */
  async open(
    id: string,
    versionId?: string,
  ): Promise<{ readonly layout: ChartLayout; readonly isWhole: boolean } | null> {
    const versions = this.#there(id)?.versions ?? []
    const version = versionId === undefined ? versions[0] : versions.find((one) => one.id === versionId)
    if (version === undefined) return null
    const before = await this.hooks.capture()
    if (before !== null) this.#onUndo(() => void this.hooks.show(before), true)
    return { layout: version.layout, isWhole: await this.hooks.show(version.layout) }
  }

  rename(id: string, given: string): void {
    const name = given.trim().slice(0, LAYOUT_NAME_MAX)
    const before = this.#there(id)?.name
    if (before === undefined || name === '' || name === before) return
    this.#name(id, name)
    this.#onUndo(() => this.#name(id, before))
  }

  remove(id: string): void {
    const before = this.#there(id)
    if (before === undefined) return
    this.#remove(id)
    // Its newest version, saved once more, brings it back with all the others.
    this.#onUndo(() => this.#put(id, (entry, stamp) => restored(entry, before, stamp)))
  }

  /** Takes the last step of this tab back. @returns whether the charts show something else now, and not the list alone */
  undo(): boolean {
    const last = this.#undos.peek().at(-1)
    if (last === undefined) return false
    this.#undos.value = this.#undos.peek().slice(0, -1)
    last.call()
    return last.showsAnother
  }

  /** A layout as the text of a file, with what is drawn on the symbols that are shown; `null` where it is gone. */
  exported(id: string): { readonly name: string; readonly text: string } | null {
    const known = this.#there(id)
    const [version] = known?.versions ?? []
    if (known === undefined || version === undefined) return null
    const text = writeLayoutFile({ name: known.name, layout: version.layout, drawings: this.hooks.drawings() })
    return { name: known.name, text }
  }

  /**
   * Takes a file as a layout of its own, whatever is there, and adds its drawings.
   * @returns the name it got
   */
  import(text: string): Result<string, LayoutFileProblem | { readonly kind: 'tooMany' }> {
    const read = readLayoutFile(text)
    if (!read.ok) return read
    if (this.layouts.peek().length >= LAYOUTS_MAX) return { ok: false, error: { kind: 'tooMany' } }
    const { layout, drawings } = read.value
    const name = freeName(
      read.value.name,
      this.layouts.peek().map((one) => one.name),
    )
    const id = this.#create(name, layout)
    this.hooks.addDrawings(drawings)
    this.#onUndo(() => this.#remove(id))
    return ok(name)
  }

  #there(id: string): NamedLayout | undefined {
    return this.layouts.peek().find((one) => one.id === id)
  }

  #create(name: string, layout: ChartLayout): string {
    const id = this.hooks.newId()
    const stamp = nextStamp(this.#set.peek(), this.hooks.tab)
    const version = { id: this.hooks.newId(), stamp, savedAtMs: this.hooks.nowMs(), layout }
    this.#become(new Map(this.#set.peek()).set(id, { name, nameStamp: stamp, removed: null, versions: [version] }))
    return id
  }

  #addVersion(id: string, layout: ChartLayout): void {
    const version = { id: this.hooks.newId(), savedAtMs: this.hooks.nowMs(), layout }
    this.#put(id, (entry, stamp) => ({ ...entry, versions: newest([{ ...version, stamp }, ...entry.versions]) }))
  }

  #name(id: string, name: string): void {
    this.#put(id, (entry, stamp) => ({ ...entry, name, nameStamp: stamp }))
  }

  #remove(id: string): void {
    this.#put(id, (entry, stamp) => ({ ...entry, removed: stamp }))
  }

  #put(id: string, change: (entry: LayoutEntry, stamp: ReturnType<typeof nextStamp>) => LayoutEntry): void {
    const set = this.#set.peek()
    const entry = set.get(id)
    if (entry !== undefined) this.#become(new Map(set).set(id, change(entry, nextStamp(set, this.hooks.tab))))
  }

  #become(set: LayoutSet): void {
    this.#set.value = set
    this.hooks.keep(set)
  }

  #onUndo(call: () => void, showsAnother = false): void {
    this.#undos.value = [...this.#undos.peek(), { call, showsAnother }].slice(-UNDO_MAX)
  }
}

function restored(entry: LayoutEntry, before: NamedLayout, stamp: LayoutEntry['nameStamp']): LayoutEntry {
  const versions = newest([...entry.versions, ...before.versions])
  return { ...entry, versions: newest(versions.map((one, at) => (at === 0 ? { ...one, stamp } : one))) }
}

/** The name itself, or with the first number behind it that no layout has. */
function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  for (let number = 2; ; number++) {
    const next = `${name.slice(0, LAYOUT_NAME_MAX - 5)} (${number})`
    if (!taken.includes(next)) return next
  }
}
