import type { LineAction, LineSpec } from '../../../trading-kit/chart-line'
import { LINE_LENGTH, LINE_WIDTH } from '../../lines/line-place'
import type { ChartPalette, LineHandle } from '../../port/chart-port'
import type { TvChartApi, TvEntityId, TvLine } from './tv-api'

/** The library's numbers for dashes. */
const STYLES = { solid: 0, dotted: 1, dashed: 2 } as const

interface Hooks {
  palette(): ChartPalette
  /** A line that cannot be made or styled leaves a trace and no message (spec §8). */
  trace(message: string): void
  nowMs(): number
}

/** Whether the library has order and position lines; since 29 only its Trading Platform has. */
export function hasOrderLines({ createOrderLine, createPositionLine }: TvChartApi): boolean {
  return createOrderLine !== undefined && createPositionLine !== undefined
}

/** Lines of the terminal as lines of the library, or where it has none as shapes that nobody can move. */
export class TvLines {
  readonly #lines = new Set<TvOneLine>()

  constructor(
    private chart: TvChartApi,
    private readonly hooks: Hooks,
  ) {}

  add(spec: LineSpec): LineHandle {
    const line = new TvOneLine(this.chart, this.hooks, spec)
    this.#lines.add(line)
    return {
      update: (next) => line.show(next),
      remove: () => {
        this.#lines.delete(line)
        line.remove()
      },
    }
  }

  /** All lines in the colors of now. */
  restyle(): void {
    for (const line of this.#lines) line.restyle()
  }

  /** All lines anew: another layout was shown, which brings none. */
  redraw(chart: TvChartApi): void {
    this.chart = chart
    for (const line of this.#lines) line.make(chart)
  }

  destroy(): void {
    for (const line of this.#lines) line.remove()
    this.#lines.clear()
  }
}

/** What draws a line: it is written until it is removed. */
interface Drawn {
  write(spec: LineSpec): void
  remove(): void
}

class TvOneLine {
  #drawn: Drawn | null = null
  #isRemoved = false
  /** Of what was asked for last: what comes of an earlier time is taken away. */
  #making = 0

  constructor(
    chart: TvChartApi,
    private readonly hooks: Hooks,
    private spec: LineSpec,
  ) {
    this.make(chart)
  }

  /** Draws it, also where it was drawn before and may be gone. */
  make(chart: TvChartApi): void {
    const { hooks } = this
    const making = ++this.#making
    try {
      this.#drawn?.remove()
    } catch {
      // It went with what it was drawn on.
    }
    this.#drawn = null
    // A button stays where its action has gone: what is no longer offered does nothing.
    const act = (action: LineAction): void => {
      if (this.spec.actions?.some(({ id }) => id === action) === true) this.spec.onAction?.(action)
    }
    const made = hasOrderLines(chart)
      ? makeLine(chart, this.spec, hooks, act)
      : makeShape(chart, hooks, (error) => this.#trace('made', error))
    made.then(
      (drawn) => {
        if (this.#isRemoved || making !== this.#making) this.#try('removed', () => drawn?.remove())
        else {
          this.#drawn = drawn
          this.restyle()
        }
      },
      (error: unknown) => this.#trace('made', error),
    )
  }

  show(spec: LineSpec): void {
    this.spec = spec
    this.restyle()
  }

  restyle(): void {
    this.#try('styled', () => this.#drawn?.write(this.spec))
  }

  remove(): void {
    this.#isRemoved = true
    this.#try('removed', () => this.#drawn?.remove())
    this.#drawn = null
  }

  #try(what: string, call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#trace(what, error)
    }
  }

  #trace(what: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.hooks.trace(`a line of ${this.spec.kind} was not ${what}: ${message}`)
  }
}

async function makeLine(
  chart: TvChartApi,
  { kind }: LineSpec,
  { palette }: Hooks,
  act: (action: LineAction) => void,
): Promise<Drawn | null> {
  const line = await (kind === 'position' ? chart.createPositionLine?.() : chart.createOrderLine?.())
  if (line === undefined) return null
  let asked = ''
  return {
    write(spec) {
      setAll(line, valuesOf(spec, palette()))
      // A button is there from when somebody listens to it.
      const actions = (spec.actions ?? []).map(({ id }) => id)
      if (asked === actions.join()) return
      asked = actions.join()
      if (actions.includes('cancel')) line.onCancel?.(() => act('cancel'))
      if (actions.includes('close')) line.onClose?.(() => act('close'))
      if (actions.includes('reverse')) line.onReverse?.(() => act('reverse'))
      if (actions.includes('tpSl')) line.onModify?.(() => act('tpSl'))
    },
    remove: () => line.remove(),
  }
}

/** A line across the chart with its text; it has no buttons. */
async function makeShape(
  chart: TvChartApi,
  { palette, nowMs }: Hooks,
  failed: (error: unknown) => void,
): Promise<Drawn | null> {
  if (chart.createShape === undefined) return null
  let id: TvEntityId | null = null
  let shown = ''
  let isRemoved = false
  const drop = (): void => {
    if (id !== null) chart.removeEntity?.(id, { disableUndo: true })
    id = null
  }
  let making: Promise<void> = Promise.resolve()
  return {
    write(spec) {
      const options = shapeOf(spec, palette())
      const look = JSON.stringify(options)
      const point = { time: Math.floor(nowMs() / 1_000), price: spec.price }
      const shape = id === null || look !== shown ? null : chart.getShapeById?.(id)
      if (shape?.setPoints !== undefined) {
        shape.setPoints([point])
        return
      }
      shown = look
      making = making
        .then(async () => {
          drop()
          if (isRemoved) return
          id = (await chart.createShape?.(point, options)) ?? null
          if (isRemoved) drop()
        })
        .catch(failed)
    },
    remove() {
      isRemoved = true
      drop()
    },
  }
}

function setAll(line: TvLine, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) line[`set${name}`]?.(value)
}

function valuesOf(spec: LineSpec, palette: ChartPalette): Readonly<Record<string, unknown>> {
  const { price, text, detail, tone, dash } = spec
  const color = palette[tone]
  return {
    Price: price,
    Text: text,
    Quantity: detail?.text ?? '',
    Editable: false,
    Cancellable: spec.actions?.some(({ id }) => id === 'cancel') ?? false,
    CancelTooltip: labelOf(spec, 'cancel'),
    CloseTooltip: labelOf(spec, 'close'),
    ReverseTooltip: labelOf(spec, 'reverse'),
    ProtectTooltip: labelOf(spec, 'tpSl'),
    LineStyle: STYLES[dash],
    LineWidth: Math.max(1, LINE_WIDTH[spec.thickness ?? 'medium']),
    LineLength: LINE_LENGTH[spec.place ?? 'right'],
    LineColor: color,
    BodyBorderColor: color,
    BodyBackgroundColor: palette.background,
    BodyTextColor: color,
    QuantityBorderColor: color,
    QuantityBackgroundColor: color,
    QuantityTextColor: palette.onFill,
  }
}

function labelOf({ actions = [] }: LineSpec, action: LineAction): string {
  return actions.find(({ id }) => id === action)?.label ?? ''
}

function shapeOf(
  { text, detail, tone, dash, thickness = 'medium' }: LineSpec,
  palette: ChartPalette,
): Readonly<Record<string, unknown>> {
  return {
    shape: 'horizontal_line',
    text: [text, detail?.text ?? ''].filter((one) => one !== '').join(' '),
    lock: true,
    disableSelection: true,
    disableSave: true,
    disableUndo: true,
    overrides: {
      linecolor: palette[tone],
      textcolor: palette[tone],
      linestyle: STYLES[dash],
      linewidth: Math.max(1, LINE_WIDTH[thickness]),
      showLabel: text !== '',
    },
  }
}
