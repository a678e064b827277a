import type { OverlayFigure } from 'klinecharts'
import type { Obstacle } from './keep-clear'
import type { Gives } from './label-room'
import { remainingText } from './remaining-text'
import { barbs, ellipse, parallel, tines, type Place } from './shape-figures'
import { touchTarget } from './held-point'
import { levelsOf, type Dash } from '../../drawings/drawing-look'
import { formatNumber } from '../../../format'
import type { DecimalText } from '../../../../domain/decimal'
import type { ChartPalette, DrawingSpec } from '../../port/chart-port'

interface Scene {
  /** Where the drawing's points lie, CSS pixels. */
  readonly places: readonly Place[]
  readonly bounding: { readonly width: number; readonly height: number }
  readonly palette: ChartPalette
  readonly family: string
  readonly priceDecimals: number
  /** Of a line of text of the first size, CSS pixels. */
  widthOf(text: string): number
  /** How far a label goes down to cover nothing; `null` for one that is left out. */
  place(box: Obstacle, gives: Gives | undefined): number | null
  /** Bars between its first and second point. */
  readonly bars: number
  /** Whether fingers hold it. */
  readonly isTouched: boolean
}

const TEXT_GAP = 4
/** Of words that nobody made larger, and of their lines, CSS pixels. */
const TEXT_SIZE = 11
const LINE_HEIGHT = 15
const HANDLE_RADIUS = 4
/** Of areas that have no fill of their own to set, per cent. */
const FAINT = 15

/** What a drawing looks like, in the figures of the engine. While it is being drawn some places are missing. */
export function drawingFigures(spec: DrawingSpec, scene: Scene): OverlayFigure[] {
  const color = scene.palette[spec.tone]
  const figures = shapeOf(spec, scene, color)
  if (!spec.isSelected) return figures
  // What is drawn by hand is held at its ends.
  const held =
    spec.kind === 'brush' ? scene.places.filter((_, at, { length }) => at % (length - 1) === 0) : scene.places
  // The engine's own targets come with a pointer that hovers, which a finger never does.
  const touched = scene.isTouched && spec.kind !== 'brush' ? held.map(touchTarget) : []
  return [...figures, ...held.map((place) => handle(place, color, scene.palette)), ...touched]
}

function shapeOf(spec: DrawingSpec, scene: Scene, color: string): OverlayFigure[] {
  const [first, second, third] = scene.places
  const { width, height } = scene.bounding
  if (first === undefined) return []
  const sized = { ...scene, size: spec.fontSize }
  const stroke = (...places: readonly Place[]): OverlayFigure => line(places, color, spec.width, spec.dash)
  switch (spec.kind) {
    case 'horizontalLine':
      return [stroke({ x: 0, y: first.y }, { x: width, y: first.y })]
    case 'verticalLine':
      return [stroke({ x: first.x, y: 0 }, { x: first.x, y: height })]
    case 'priceLabel':
      return [
        handle(first, color, scene.palette),
        ...text({ x: first.x + 8, y: first.y }, priceText(spec, 0, scene), color, { ...sized, gives: 'way' }, 'label'),
      ]
    case 'text':
      return linesOf(spec).flatMap((said, at) =>
        text({ x: first.x, y: first.y + at * lineHeight(spec) }, said, color, { ...sized, isPressed: true }, 'plain'),
      )
    default:
  }
  if (second === undefined) return []
  switch (spec.kind) {
    case 'trendLine':
      return [stroke(first, second)]
    case 'ray':
      return [stroke(first, edge(first, second, scene.bounding))]
    case 'extendedLine':
      return [stroke(edge(second, first, scene.bounding), edge(first, second, scene.bounding))]
    case 'brush':
      return [stroke(...scene.places)]
    case 'arrow':
      return [stroke(first, second), ...barbs(first, second).map((barb) => stroke(second, barb))]
    case 'ellipse':
      return [polygon(ellipse(first, second), color, spec.fill, spec)]
    case 'callout':
      return [stroke(first, second), handle(first, color, scene.palette), ...bubble(spec, second, color, scene)]
    case 'parallelChannel':
    case 'pitchfork':
    case 'fibExtension':
      return third === undefined ? [stroke(first, second)] : ofThree(spec, [first, second, third], scene, color)
    case 'rectangle':
      return [polygon(corners(first, second), color, spec.fill, spec)]
    case 'fibRetracement':
      return fibonacci(spec, first, second, scene, color)
    case 'datePriceRange':
    case 'measure':
      return measure(spec, first, second, scene)
    case 'longPosition':
    case 'shortPosition':
      return third === undefined ? [] : position(spec, first, second, third, scene)
    default:
      return []
  }
}

/** Where the line from one place through another leaves the pane. */
export function edge(from: Place, through: Place, { width, height }: Scene['bounding']): Place {
  const [dx, dy] = [through.x - from.x, through.y - from.y]
  if (dx === 0 && dy === 0) return through
  // As many times the way as it takes to reach the edge that comes first.
  const toX = dx === 0 ? Infinity : ((dx > 0 ? width : 0) - from.x) / dx
  const toY = dy === 0 ? Infinity : ((dy > 0 ? height : 0) - from.y) / dy
  const times = Math.max(1, Math.min(toX, toY))
  return { x: from.x + dx * times, y: from.y + dy * times }
}

/** Level 0 is the end of the move, 1 its beginning. */
function fibonacci(spec: DrawingSpec, first: Place, second: Place, scene: Scene, color: string): OverlayFigure[] {
  const [left, right] = [Math.min(first.x, second.x), Math.max(first.x, second.x)]
  const [from, to] = spec.points
  return [
    line([first, second], scene.palette.muted, 1, 'dashed'),
    ...levelsOf(spec.kind, spec.levels).flatMap((level) => {
      const y = second.y + (first.y - second.y) * level
      const price = to === undefined || from === undefined ? 0 : to.price + (from.price - to.price) * level
      const said = `${level} (${number(price, scene.priceDecimals)})`
      return [
        line(
          [
            { x: left, y },
            { x: right, y },
          ],
          color,
          spec.width,
          spec.dash,
        ),
        ...text(
          { x: left, y: y - above(spec) },
          said,
          color,
          { ...scene, size: spec.fontSize, gives: 'place' },
          'plain',
        ),
      ]
    }),
  ]
}

function ofThree(
  spec: DrawingSpec,
  [first, second, third]: readonly [Place, Place, Place],
  scene: Scene,
  color: string,
): OverlayFigure[] {
  const stroke = (...places: readonly Place[]): OverlayFigure => line(places, color, spec.width, spec.dash)
  if (spec.kind === 'pitchfork')
    return [
      line([second, third], color, spec.width, 'dashed'),
      ...tines(first, second, third).map(([from, through]) => stroke(from, edge(from, through, scene.bounding))),
    ]
  if (spec.kind === 'parallelChannel') {
    const [from, to] = parallel(first, second, third)
    return [polygon([first, second, to, from], color, spec.fill, null), stroke(first, second), stroke(from, to)]
  }
  const [start, end, base] = spec.points
  const right = third.x + Math.max(40, Math.abs(second.x - first.x))
  return [
    line([first, second, third], scene.palette.muted, 1, 'dashed'),
    ...levelsOf(spec.kind, spec.levels).flatMap((level) => {
      const y = third.y + (second.y - first.y) * level
      const price =
        start === undefined || end === undefined || base === undefined
          ? 0
          : base.price + (end.price - start.price) * level
      const said = `${level} (${number(price, scene.priceDecimals)})`
      return [
        stroke({ x: third.x, y }, { x: right, y }),
        ...text(
          { x: third.x, y: y - above(spec) },
          said,
          color,
          { ...scene, size: spec.fontSize, gives: 'place' },
          'plain',
        ),
      ]
    }),
  ]
}

/** What a text says, line by line. */
function linesOf({ text: said, words }: DrawingSpec): readonly string[] {
  return (said === '' ? words.text : said).split('\n')
}

/** The words of a callout on a ground as wide as the longest line. */
function bubble(spec: DrawingSpec, { x, y }: Place, color: string, scene: Scene): OverlayFigure[] {
  const lines = linesOf(spec)
  const high = lineHeight(spec)
  // Measured in the size that words have at first.
  const width = (Math.max(...lines.map((one) => scene.widthOf(one))) * spec.fontSize) / TEXT_SIZE
  const height = lines.length * high
  const pressed = { ...scene, size: spec.fontSize, isPressed: true }
  return [
    {
      type: 'rect',
      attrs: { x, y: y - high / 2 - 2, width: width + 2 * TEXT_GAP, height: height + 4 },
      styles: { style: 'fill', color, borderRadius: 3, borderSize: 0 },
    },
    ...lines.flatMap((said, at) =>
      text({ x: x + TEXT_GAP, y: y + at * high }, said, scene.palette.onFill, pressed, 'plain'),
    ),
  ]
}

function measure(spec: DrawingSpec, first: Place, second: Place, scene: Scene): OverlayFigure[] {
  const [from, to] = spec.points
  if (from === undefined || to === undefined) return []
  const change = to.price - from.price
  const color = change >= 0 ? scene.palette.up : scene.palette.down
  const share = from.price === 0 ? 0 : (change / from.price) * 100
  const said = `${signed(change, scene.priceDecimals)} (${signed(share, 2)}%) · ${spec.words.bars(scene.bars)}${
    spec.kind === 'datePriceRange' ? ` · ${remainingText(Math.abs(to.timeMs - from.timeMs))}` : ''
  }`
  const middle = { x: (first.x + second.x) / 2, y: second.y < first.y ? second.y - 12 : second.y + 12 }
  return [area(first, second, color, true), ...text(middle, said, color, { ...scene, gives: 'way' }, 'label', 'center')]
}

function position(spec: DrawingSpec, entry: Place, target: Place, stop: Place, scene: Scene): OverlayFigure[] {
  const [at, aim, guard] = spec.points
  if (at === undefined || aim === undefined || guard === undefined) return []
  const right = Math.max(target.x, stop.x)
  const { up, down } = scene.palette
  const risk = Math.abs(at.price - guard.price)
  const ratio = risk === 0 ? 0 : Math.abs(aim.price - at.price) / risk
  const percent = (price: number): string =>
    at.price === 0 ? '' : ` (${signed(((price - at.price) / at.price) * 100, 2)}%)`
  const middle = (entry.x + right) / 2
  return [
    area(entry, { x: right, y: target.y }, up, false),
    area(entry, { x: right, y: stop.y }, down, false),
    line(
      [
        { x: entry.x, y: entry.y },
        { x: right, y: entry.y },
      ],
      scene.palette.text,
      spec.width,
    ),
    ...text(
      { x: middle, y: target.y + (target.y < entry.y ? -10 : 10) },
      `${spec.words.target} ${number(aim.price, scene.priceDecimals)}${percent(aim.price)}`,
      up,
      { ...scene, gives: 'way' },
      'label',
      'center',
    ),
    ...text(
      { x: middle, y: stop.y + (stop.y < entry.y ? -10 : 10) },
      `${spec.words.stop} ${number(guard.price, scene.priceDecimals)}${percent(guard.price)}`,
      down,
      { ...scene, gives: 'way' },
      'label',
      'center',
    ),
    ...text(
      { x: middle, y: entry.y - 9 },
      `${ratio.toFixed(2)} R`,
      scene.palette.text,
      { ...scene, gives: 'place' },
      'plain',
      'center',
    ),
  ]
}

/** A step of a text's lines, and how far a text stands above the line that it names, CSS pixels. */
function lineHeight({ fontSize }: DrawingSpec): number {
  return Math.round((fontSize * LINE_HEIGHT) / TEXT_SIZE)
}

function above({ fontSize }: DrawingSpec): number {
  return Math.round(fontSize / 2) + 1
}

function line(places: readonly Place[], color: string, size: number, dash: Dash = 'solid'): OverlayFigure {
  return { type: 'line', attrs: { coordinates: [...places] }, styles: { ...stroked(dash, size), color, size } }
}

/** The engine knows whole lines and dashed ones: dots are dashes as long as the line is wide. */
function stroked(dash: Dash, size: number): { readonly style: 'solid' | 'dashed'; readonly dashedValue: number[] } {
  return { style: dash === 'solid' ? 'solid' : 'dashed', dashedValue: dash === 'dotted' ? [size, 3 * size] : [4, 4] }
}

function corners(one: Place, other: Place): readonly Place[] {
  return [one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }]
}

function area(one: Place, other: Place, color: string, hasBorder: boolean): OverlayFigure {
  return polygon(corners(one, other), color, FAINT, hasBorder ? { width: 1, dash: 'solid' } : null)
}

/** @param fill how much of the color covers what lies below, per cent @param border `null` for none */
function polygon(
  coordinates: readonly Place[],
  color: string,
  fill: number,
  border: Pick<DrawingSpec, 'width' | 'dash'> | null,
): OverlayFigure {
  const share = Math.round((fill / 100) * 255)
  const { style: borderStyle, dashedValue: borderDashedValue } = stroked(border?.dash ?? 'solid', border?.width ?? 1)
  return {
    type: 'polygon',
    attrs: { coordinates: [...coordinates] },
    styles: {
      style: border === null ? 'fill' : 'stroke_fill',
      color: `${color}${share.toString(16).padStart(2, '0')}`,
      borderColor: color,
      borderSize: border?.width ?? 1,
      borderStyle,
      borderDashedValue,
    },
  }
}

function handle({ x, y }: Place, color: string, { background }: ChartPalette): OverlayFigure {
  const styles = { style: 'stroke_fill', color: background, borderColor: color, borderSize: 2 }
  // The engine has targets of its own at the points.
  return { type: 'circle', attrs: { x, y, r: HANDLE_RADIUS }, styles, ignoreEvent: true }
}

interface TextLook {
  /** Whether it is what its drawing is held by. */
  readonly isPressed?: boolean
  /** px */
  readonly size?: number
  /** Left out: it stays where it is, and others keep clear of it. */
  readonly gives?: Gives
}

function text(
  { x, y }: Place,
  said: string,
  color: string,
  { palette, family, isPressed = false, size = TEXT_SIZE, gives, widthOf, place }: Scene & TextLook,
  look: 'plain' | 'label',
  align: 'left' | 'center' = 'left',
): OverlayFigure[] {
  const isLabel = look === 'label'
  const width = (widthOf(said) * size) / TEXT_SIZE + (isLabel ? 2 * TEXT_GAP : 0)
  const half = size / 2 + (isLabel ? 3 : 0)
  const left = align === 'left' ? x : x - width / 2
  const box = { left, right: left + width, top: y - half, bottom: y + half }
  const by = place(box, gives)
  if (by === null) return []
  return [
    {
      type: 'text',
      attrs: { x, y: y + by, text: said, align, baseline: 'middle' },
      styles: {
        style: 'fill',
        color: isLabel ? palette.onFill : color,
        backgroundColor: isLabel ? color : 'transparent',
        borderSize: 0,
        borderRadius: 3,
        family,
        size,
        weight: '500',
        paddingLeft: isLabel ? TEXT_GAP : 0,
        paddingRight: isLabel ? TEXT_GAP : 0,
        paddingTop: isLabel ? 3 : 0,
        paddingBottom: isLabel ? 3 : 0,
      },
      // What is nothing but a text is chosen and moved by it.
      ignoreEvent: !isPressed,
    },
  ]
}

function priceText(spec: DrawingSpec, index: number, { priceDecimals }: Scene): string {
  return number(spec.points[index]?.price ?? 0, priceDecimals)
}

function number(value: number, decimals: number): string {
  return formatNumber(value.toFixed(decimals) as DecimalText, { decimals })
}

function signed(value: number, decimals: number): string {
  return formatNumber(value.toFixed(decimals) as DecimalText, { decimals, signed: true })
}
