import { registerOverlay, type Chart, type Overlay, type OverlayMode } from 'klinecharts'
import { type DrawingPoint } from '../../drawings/drawing'
import {
  BRUSH_POINTS_MAX,
  DRAWING_KINDS,
  DRAWING_POINTS,
  isPosition,
  type DrawingKind,
} from '../../drawings/drawing-kind'
import type { ChartEvents, ChartPalette, DrawingSpec, Magnet, SymbolScale } from '../../port/chart-port'
import type { Obstacle } from './keep-clear'
import { LabelRoom, type Gives } from './label-room'
import { Letters } from './legend-boxes'
import { drawingFigures } from './drawing-figures'
import { hoverAgain } from './hover-again'
import { heldPoint, onlyPoint, type HeldPoint } from './held-point'
import { enoughOf, type Place } from './shape-figures'

const GROUP = 'halyardDrawings'
const CANDLE_PANE = 'candle_pane'
/** Asked at every drawing: a tablet gets a mouse, and loses it. */
const fingers = matchMedia('(pointer: coarse)')
const MAGNET_MODES: Readonly<Record<Magnet, OverlayMode>> = {
  off: 'normal',
  weak: 'weak_magnet',
  strong: 'strong_magnet',
}

interface Data {
  readonly spec: DrawingSpec
  readonly palette: ChartPalette
  readonly family: string
  readonly priceDecimals: number
  /** The engine copies this record, and a copied object has no methods: functions it leaves as they are. */
  begin(id: string): void
  place(id: string, box: Obstacle, gives: Gives | undefined): number | null
  widthOf(text: string): number
  /** Where its points lie whenever it is drawn. */
  placed(id: string, places: readonly Place[]): void
}

const nameOf = (kind: DrawingKind): string => `HALYARD_${kind}`
/** Both positions are drawn by one click: where it is entered. Target and stop follow from what is in view. */
const clicksOf = (kind: DrawingKind): number => (isPosition(kind) ? 1 : DRAWING_POINTS[kind])

for (const kind of DRAWING_KINDS) {
  registerOverlay<Data>({
    name: nameOf(kind),
    totalStep: clicksOf(kind) + 1,
    // By hand: from the press to where the pointer is let go, between the bars too.
    drawingMode: kind === 'brush' ? 'continuous' : 'step',
    needDefaultPointFigure: kind !== 'brush',
    needDefaultXAxisFigure: true,
    needDefaultYAxisFigure: true,
    createPointFigures: ({ chart, overlay, coordinates, bounding }) => {
      const { spec, placed, begin, place, ...look } = overlay.extendData
      begin(overlay.id)
      placed(overlay.id, coordinates)
      const [first, second] = coordinates
      const barWidth = chart.getBarSpace().bar
      const bars = first === undefined || second === undefined ? 0 : Math.round(Math.abs(second.x - first.x) / barWidth)
      const points = pointsOf(overlay, look.priceDecimals) ?? spec.points
      return drawingFigures(
        { ...spec, points },
        {
          ...look,
          places: coordinates,
          bounding,
          bars,
          isTouched: fingers.matches,
          place: (box, gives) => place(overlay.id, box, gives),
        },
      )
    },
  })
}

interface Hooks {
  readonly scale: SymbolScale
  readonly family: string
  /** What the chart writes over its bars. */
  legends(): readonly Obstacle[]
  emit<K extends keyof ChartEvents>(event: K, value: ChartEvents[K]): void
}

/** The drawings of a list as overlays of the engine, and one that is being drawn. The list alone says what is there. */
export class DrawingLayer {
  readonly #shown = new Map<string, string>()
  #specs: readonly DrawingSpec[] = []
  #magnet: Magnet = 'off'
  #drawing: string | null = null
  /** The point that a finger holds. */
  #held: HeldPoint | null = null
  readonly #room: LabelRoom
  readonly #letters: Letters
  #followed: { readonly id: string; tell(place: Place | null): void } | null = null

  constructor(
    private readonly chart: Chart,
    private palette: ChartPalette,
    private readonly hooks: Hooks,
  ) {
    this.#room = new LabelRoom(hooks.legends)
    this.#letters = new Letters(`500 11px ${hooks.family}`)
  }

  show(specs: readonly DrawingSpec[]): void {
    this.#specs = specs
    this.#room.clear()
    const wanted = new Set(specs.map((one) => one.id))
    for (const id of this.#shown.keys()) {
      if (wanted.has(id)) continue
      this.chart.removeOverlay({ id })
      this.#shown.delete(id)
    }
    for (const [level, spec] of specs.entries()) this.#showOne(spec, level)
  }

  /** Whether the next click draws. */
  get isDrawing(): boolean {
    return this.#drawing !== null
  }

  /** Clicks that were taken of what is being drawn; `null` while nothing is. */
  get step(): number | null {
    const [overlay] = this.#drawing === null ? [] : this.chart.getOverlays({ id: this.#drawing })
    return overlay?.currentStep ?? null
  }

  /** Where the labels of drawings are written, for whoever writes there too. */
  labelBoxes(): readonly Obstacle[] {
    return this.#room.boxes()
  }

  /** Begins to draw with the next clicks, or ends it. */
  draw(template: DrawingSpec | null): void {
    if (this.#drawing !== null) this.chart.removeOverlay({ id: this.#drawing })
    this.#drawing = null
    if (template === null) return
    const id = this.chart.createOverlay({
      name: nameOf(template.kind),
      groupId: GROUP,
      paneId: CANDLE_PANE,
      mode: MAGNET_MODES[this.#magnet],
      extendData: this.#data(template),
      onDrawEnd: ({ overlay, pageX, pageY }) => this.#onDrawn(template.kind, overlay, { pageX, pageY }),
      onRightClick: (event) => event.preventDefault?.(),
    })
    this.#drawing = typeof id === 'string' ? id : null
  }

  setMagnet(magnet: Magnet): void {
    if (magnet === this.#magnet) return
    this.#magnet = magnet
    this.#again()
  }

  setPalette(palette: ChartPalette): void {
    this.palette = palette
    this.#again()
  }

  /** Tells where the last point of a drawing lies, whenever it is drawn. */
  follow(id: string, tell: (place: Place | null) => void): () => void {
    const own = { id, tell }
    this.#followed = own
    const level = this.#specs.findIndex((one) => one.id === id)
    const spec = this.#specs[level]
    // What is drawn already says it at once.
    if (spec !== undefined) {
      this.#shown.set(id, '')
      this.#showOne(spec, level)
    }
    return () => {
      if (this.#followed === own) this.#followed = null
    }
  }

  /** Points for a drawing in the middle of what is in view, for whoever draws without a pointer. */
  pointsInView(kind: DrawingKind): readonly DrawingPoint[] {
    const bars = this.chart.getDataList()
    const { from, to } = this.chart.getVisibleRange()
    const seen = bars.slice(from, to)
    const [left, right] = [seen[Math.floor(seen.length / 3)], seen[Math.floor((seen.length * 2) / 3)]]
    if (left === undefined || right === undefined) return []
    const first = { timeMs: left.timestamp, price: this.#rounded(left.close) }
    if (DRAWING_POINTS[kind] === 1) return [first]
    if (kind === 'brush') {
      // By hand without a hand: along the closes.
      const [start, end] = [Math.floor(seen.length / 3), Math.floor((seen.length * 2) / 3)]
      const closes = seen.slice(start, Math.min(end + 1, start + BRUSH_POINTS_MAX))
      return closes.map(({ timestamp, close }) => ({ timeMs: timestamp, price: this.#rounded(close) }))
    }
    if (DRAWING_POINTS[kind] === 2) return [first, { timeMs: right.timestamp, price: this.#rounded(right.close) }]
    if (isPosition(kind)) return this.#positionAt(kind, first)
    const second = { timeMs: right.timestamp, price: this.#rounded(right.close) }
    // The third one stands out from the line of the others by a tenth of what is in view.
    const height = Math.max(...seen.map(({ high }) => high)) - Math.min(...seen.map(({ low }) => low))
    return [first, second, { ...second, price: this.#rounded(second.price - height / 10) }]
  }

  #showOne(spec: DrawingSpec, level: number): void {
    // The words are the same as long as the language is, and come with a new chart where it is not.
    const content = `${level} ${this.#magnet} ${JSON.stringify(spec)}`
    if (this.#shown.get(spec.id) === content) return
    const overlay = {
      id: spec.id,
      points: spec.points.map(({ timeMs, price }) => ({ timestamp: timeMs, value: price })),
      lock: spec.isLocked,
      visible: !spec.isHidden,
      zLevel: level,
      mode: MAGNET_MODES[this.#magnet],
      extendData: this.#data(spec),
    }
    if (this.#shown.has(spec.id)) this.chart.overrideOverlay(overlay)
    else
      this.chart.createOverlay({
        ...overlay,
        name: nameOf(spec.kind),
        groupId: GROUP,
        paneId: CANDLE_PANE,
        onClick: () => this.hooks.emit('drawingSelected', { id: spec.id, isSelected: true }),
        onDeselected: () => this.hooks.emit('drawingSelected', { id: spec.id, isSelected: false }),
        onPressedMoveStart: ({ overlay: pressed, figure }) => this.#hold(pressed, heldPoint(figure)),
        onPressedMoving: ({ overlay: moved }) => {
          if (this.#held !== null) moved.points = onlyPoint(moved.points, this.#held)
          this.#moveOthers(spec.id, moved)
        },
        onPressedMoveEnd: ({ overlay: moved }) => this.#onMoved(spec.id, moved),
        // The engine would delete it.
        onRightClick: (event) => {
          event.preventDefault?.()
          this.hooks.emit('drawingSelected', { id: spec.id, isSelected: true })
        },
      })
    this.#shown.set(spec.id, content)
  }

  #again(): void {
    for (const [level, spec] of this.#specs.entries()) {
      this.#shown.set(spec.id, '')
      this.#showOne(spec, level)
    }
  }

  #data(spec: DrawingSpec): Data {
    const { scale, family } = this.hooks
    return {
      spec,
      palette: this.palette,
      family,
      priceDecimals: scale.priceDecimals,
      begin: (id) => this.#room.begin(id),
      place: (id, box, gives) => this.#room.place(id, box, gives),
      widthOf: (text) => this.#letters.widthOf(text),
      placed: (id, places) => {
        if (this.#followed?.id === id) this.#followed.tell(places.at(-1) ?? null)
      },
    }
  }

  #onDrawn(
    kind: DrawingKind,
    overlay: Overlay<unknown>,
    { pageX, pageY }: { readonly pageX: number | undefined; readonly pageY: number | undefined },
  ): void {
    const { id } = overlay
    const drawn = pointsOf(overlay, this.hooks.scale.priceDecimals)?.map((one) => this.#onTick(one)) ?? []
    const points = kind === 'brush' ? this.#enough(drawn) : drawn
    this.#drawing = null
    // The engine still works with it in this very event.
    queueMicrotask(() => {
      this.chart.removeOverlay({ id })
      const [first] = points
      if (first === undefined) return
      this.hooks.emit('drawn', { kind, points: isPosition(kind) ? this.#positionAt(kind, first) : points })
      const root = this.chart.getDom()
      if (root === null || pageX === undefined || pageY === undefined || fingers.matches) return
      hoverAgain(root, { x: pageX - scrollX, y: pageY - scrollY })
    })
  }

  /** What a hand draws has a point for each move of the pointer, most of them in line with others. */
  #enough(points: readonly DrawingPoint[]): readonly DrawingPoint[] {
    // Between two bars, too, where the engine would say the place of a bar.
    const perMs = this.chart.getBarSpace().bar / this.#barMs()
    const heights = this.chart.convertToPixel(
      points.map(({ price }) => ({ value: price })),
      { paneId: CANDLE_PANE },
    )
    const known = (Array.isArray(heights) ? heights : []).map(({ y = 0 }, at) => ({
      x: (points[at]?.timeMs ?? 0) * perMs,
      y,
    }))
    for (let tolerance = 1; ; tolerance *= 2) {
      const kept = enoughOf(known, tolerance)
      if (kept.length <= BRUSH_POINTS_MAX) return kept.flatMap((at) => points[at] ?? [])
    }
  }

  #hold({ points }: Pick<Overlay, 'points'>, at: number | null): void {
    this.#held = at === null ? null : { at, from: points.map((one) => ({ ...one })) }
  }

  #onMoved(id: string, overlay: Overlay<unknown>): void {
    const points = pointsOf(overlay, this.hooks.scale.priceDecimals)?.map((one) => this.#onTick(one))
    if (points === undefined) return
    // What is on the screen may lie between two ticks.
    this.#shown.set(id, '')
    this.hooks.emit('drawingMoved', { id, points })
  }

  /** The others that are chosen follow one that is moved as a whole. */
  #moveOthers(id: string, overlay: Overlay<unknown>): void {
    const specs = this.#specs.filter((one) => one.isSelected && !one.isLocked)
    const [spec, points] = [specs.find((one) => one.id === id), pointsOf(overlay, this.hooks.scale.priceDecimals)]
    const [from, to] = [spec?.points[0], points?.[0]]
    if (spec === undefined || from === undefined || to === undefined || specs.length === 1) return
    const isWhole = spec.points.every(
      ({ timeMs, price }, at) => timeMs !== points?.[at]?.timeMs || price !== points[at].price,
    )
    for (const other of specs) {
      if (other.id === id) continue
      const [byMs, byPrice] = isWhole ? [to.timeMs - from.timeMs, to.price - from.price] : [0, 0]
      this.#shown.set(other.id, '')
      this.chart.overrideOverlay({
        id: other.id,
        points: other.points.map(({ timeMs, price }) => ({ timestamp: timeMs + byMs, value: price + byPrice })),
      })
    }
  }

  /** Target two tenths and stop one tenth of the prices in view away, a fifth of the bars in view long. */
  #positionAt(kind: DrawingKind, entry: DrawingPoint): readonly DrawingPoint[] {
    const { from, to } = this.chart.getVisibleRange()
    const seen = this.chart.getDataList().slice(from, to)
    const height = Math.max(...seen.map((one) => one.high)) - Math.min(...seen.map((one) => one.low))
    const way = kind === 'longPosition' ? 1 : -1
    const timeMs = entry.timeMs + Math.max(3, Math.round(seen.length / 5)) * this.#barMs()
    return [
      entry,
      { timeMs, price: this.#rounded(entry.price + way * 0.2 * height) },
      { timeMs, price: this.#rounded(entry.price - way * 0.1 * height) },
    ]
  }

  #barMs(): number {
    const bars = this.chart.getDataList()
    return (bars.at(-1)?.timestamp ?? 0) - (bars.at(-2)?.timestamp ?? 0)
  }

  #onTick(point: DrawingPoint): DrawingPoint {
    return { ...point, price: this.#rounded(point.price) }
  }

  #rounded(price: number): number {
    const { tick, priceDecimals } = this.hooks.scale
    return Number((Math.round(price / tick) * tick).toFixed(priceDecimals))
  }
}

/** An overlay's points as they lie now; `null` where one has no time or price, as while it is being drawn. */
function pointsOf(overlay: Pick<Overlay, 'points'>, decimals: number): DrawingPoint[] | null {
  const points = overlay.points.map(({ timestamp, value }) =>
    timestamp === undefined || value === undefined
      ? null
      : { timeMs: timestamp, price: Number(value.toFixed(decimals)) },
  )
  return points.includes(null) ? null : points.filter((one) => one !== null)
}
