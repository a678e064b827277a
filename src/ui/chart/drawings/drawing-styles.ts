import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ChartStore } from '../layout-store/chart-store'
import { LINE_WIDTHS, SERIES_TONES } from '../studies/study'
import { NAME_MAX, parseIntervals, parseLook, type Drawing } from './drawing'
import { DRAWING_KINDS, type DrawingKind } from './drawing-kind'

/** What drawings of a kind have in common whatever they are drawn on. */
export type DrawingStyle = Pick<Drawing, 'tone' | 'width' | 'dash' | 'fill' | 'fontSize' | 'levels' | 'shownOn'>

export const FIRST_STYLE: DrawingStyle = {
  tone: 'blue',
  width: 1,
  dash: 'solid',
  fill: 15,
  fontSize: 11,
  levels: null,
  shownOn: null,
}

/** A style under a name, of one kind. */
export interface StyleTemplate {
  readonly id: string
  readonly kind: DrawingKind
  readonly name: string
  readonly style: DrawingStyle
}

export interface DrawingStyles {
  /** What new drawings of a kind look like. */
  readonly defaults: Readonly<Partial<Record<DrawingKind, DrawingStyle>>>
  readonly templates: readonly StyleTemplate[]
}

/** Of all kinds; the oldest go. */
export const TEMPLATES_MAX = 100

export const NO_STYLES: DrawingStyles = { defaults: {}, templates: [] }

export function styleOf({ tone, width, dash, fill, fontSize, levels, shownOn }: DrawingStyle): DrawingStyle {
  return { tone, width, dash, fill, fontSize, levels, shownOn }
}

export function withDefault(styles: DrawingStyles, kind: DrawingKind, style: DrawingStyle | null): DrawingStyles {
  const { [kind]: _, ...others } = styles.defaults
  return { ...styles, defaults: style === null ? others : { ...others, [kind]: style } }
}

/** A template of the same kind and name takes the place of the one before. */
export function withTemplate(styles: DrawingStyles, template: StyleTemplate): DrawingStyles {
  const others = styles.templates.filter(({ kind, name }) => kind !== template.kind || name !== template.name)
  return { ...styles, templates: [...others, template].slice(-TEMPLATES_MAX) }
}

export function withoutTemplate(styles: DrawingStyles, id: string): DrawingStyles {
  return { ...styles, templates: styles.templates.filter((one) => one.id !== id) }
}

/** Styles as they were stored; what is none is left out. */
export function parseStyles(stored: unknown): DrawingStyles {
  if (!isRecord(stored)) return NO_STYLES
  const { defaults, templates } = stored
  const known = DRAWING_KINDS.flatMap((kind) => {
    const style = isRecord(defaults) ? parseStyle(defaults[kind]) : null
    return style === null ? [] : [[kind, style] as const]
  })
  return {
    defaults: Object.fromEntries(known),
    templates: (Array.isArray(templates) ? templates : [])
      .flatMap((one) => parseTemplate(one) ?? [])
      .slice(-TEMPLATES_MAX),
  }
}

function parseTemplate(stored: unknown): StyleTemplate | null {
  if (!isRecord(stored)) return null
  const { id, kind, name } = stored
  const [of, style] = [DRAWING_KINDS.find((one) => one === kind), parseStyle(stored['style'])]
  if (of === undefined || style === null || typeof id !== 'string' || typeof name !== 'string' || name === '')
    return null
  return { id, kind: of, name: name.slice(0, NAME_MAX), style }
}

function parseStyle(stored: unknown): DrawingStyle | null {
  if (!isRecord(stored)) return null
  const [tone, width] = [
    SERIES_TONES.find((one) => one === stored['tone']),
    LINE_WIDTHS.find((one) => one === stored['width']),
  ]
  if (tone === undefined || width === undefined) return null
  return { tone, width, ...parseLook(stored), shownOn: parseIntervals(stored['shownOn']) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Name of what is stored. */
const STYLES = 'drawing-styles'

/** An account's styles. Each change is made to what is kept at that moment, so that tabs take nothing from each other. */
export class DrawingStylesModel {
  readonly #styles = signal<DrawingStyles>(NO_STYLES)
  readonly styles: ReadonlySignal<DrawingStyles> = this.#styles

  constructor(
    private readonly store: Pick<ChartStore, 'read' | 'update' | 'flush'>,
    private readonly newId: () => string,
  ) {}

  /** The account is another one, or known for the first time. */
  async load(): Promise<void> {
    this.#styles.value = parseStyles(await this.store.read(STYLES))
  }

  of(kind: DrawingKind): DrawingStyle {
    return this.#styles.peek().defaults[kind] ?? FIRST_STYLE
  }

  /** @param style `null`: as they were at first */
  setDefault(kind: DrawingKind, style: DrawingStyle | null): void {
    this.#change((styles) => withDefault(styles, kind, style === null ? null : styleOf(style)))
  }

  save(kind: DrawingKind, name: string, style: DrawingStyle): void {
    const given = name.trim().slice(0, NAME_MAX)
    const template = { id: this.newId(), kind, name: given, style: styleOf(style) }
    if (given !== '') this.#change((styles) => withTemplate(styles, template))
  }

  remove(id: string): void {
    this.#change((styles) => withoutTemplate(styles, id))
  }

  #change(change: (styles: DrawingStyles) => DrawingStyles): void {
    this.#styles.value = change(this.#styles.peek())
    this.store.update(
      STYLES,
      (kept) => change(parseStyles(kept)),
      () => {},
    )
    // At once: the next change is made to what this one made.
    this.store.flush()
  }
}
