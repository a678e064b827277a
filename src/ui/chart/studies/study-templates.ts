import { signal, type ReadonlySignal } from '@preact/signals-react'
import { parseStudies, type Study } from './study'

export const TEMPLATES_MAX = 30
export const TEMPLATE_NAME_MAX = 40

/** Indicators under a name, with their settings. */
export interface StudyTemplate {
  readonly id: string
  readonly name: string
  readonly studies: readonly Study[]
}

type Change = (all: readonly StudyTemplate[]) => readonly StudyTemplate[]

interface Hooks {
  /** Changes what is kept, with no other tab writing in between; of two changes the newer one holds. */
  update(change: (kept: unknown) => unknown, done: () => void): void
  newId(): string
}

/** The templates of an account. Each change is made to what is kept by then, so that tabs do not lose each other's. */
export class StudyTemplates {
  readonly #templates = signal<readonly StudyTemplate[]>([])
  readonly templates: ReadonlySignal<readonly StudyTemplate[]> = this.#templates
  /** Those that are not kept yet. */
  #changes: readonly Change[] = []

  constructor(private readonly hooks: Hooks) {}

  /** Takes what was stored; anything may stand there. */
  load(stored: unknown): void {
    this.#templates.value = this.#changes.reduce((all, change) => change(all), parseTemplates(stored))
  }

  /** One of the same name is replaced. @returns whether there was a name and room for it */
  save(name: string, studies: readonly Study[]): boolean {
    const given = name.trim().slice(0, TEMPLATE_NAME_MAX)
    const known = this.#templates.peek()
    const isNew = !known.some((one) => one.name === given)
    if (given === '' || studies.length === 0 || (isNew && known.length >= TEMPLATES_MAX)) return false
    const template = { id: this.hooks.newId(), name: given, studies }
    this.#change((all) => [...all.filter((one) => one.name !== given), template].slice(-TEMPLATES_MAX))
    return true
  }

  remove(id: string): void {
    this.#change((all) => all.filter((one) => one.id !== id))
  }

  /** Its studies as new ones: the same template may be used on several charts. */
  studiesOf(id: string): readonly Study[] {
    const found = this.#templates.peek().find((one) => one.id === id)
    return (found?.studies ?? []).map((study) => ({ ...study, id: this.hooks.newId() }))
  }

  #change(change: Change): void {
    this.#templates.value = change(this.#templates.peek())
    const changes = [...this.#changes, change]
    this.#changes = changes
    this.hooks.update(
      (kept) => changes.reduce((all, one) => one(all), parseTemplates(kept)),
      () => (this.#changes = this.#changes.filter((one) => !changes.includes(one))),
    )
  }
}

/** What is odd or too much is left out. */
export function parseTemplates(stored: unknown): readonly StudyTemplate[] {
  if (!Array.isArray(stored)) return []
  return stored
    .flatMap((one: unknown): readonly StudyTemplate[] => {
      if (typeof one !== 'object' || one === null) return []
      const { id, name, studies } = one as Readonly<Partial<Record<keyof StudyTemplate, unknown>>>
      const parsed = parseStudies(studies)
      if (typeof id !== 'string' || typeof name !== 'string' || name === '' || parsed.length === 0) return []
      return [{ id, name: name.slice(0, TEMPLATE_NAME_MAX), studies: parsed }]
    })
    .slice(-TEMPLATES_MAX)
}
