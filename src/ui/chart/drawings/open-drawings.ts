import type { ReadonlySignal } from '@preact/signals-react'
import { nextBarStart } from '../../../domain/market/interval'
import { say } from '../../i18n/instance'
import { loadWords } from '../../i18n/use-translation'
import type { ChartMenuItem } from '../../trading-kit/chart-line'
import type { ChartStore } from '../layout-store/chart-store'
import type { ChartPort, Resolution } from '../port/chart-port'
import { CopiedDrawings, pasted } from './copied-drawings'
import type { DrawingKind } from './drawing-kind'
import { pressDrawingKey } from './drawing-keys'
import { DrawingStylesModel } from './drawing-styles'
import { DrawingsModel } from './drawings-model'
import { drawingNews, drawingsName, keepDrawings } from './keep-drawings'
import { showDrawings } from './show-drawings'

/** Name of what is stored: how somebody draws. */
const DRAWING_OPTIONS = 'drawing-options'

interface Chart {
  readonly store: ChartStore
  readonly symbol: string
  readonly port: ChartPort
  readonly container: HTMLElement
  readonly resolution: ReadonlySignal<Resolution>
  readonly tick: number
  readonly priceDecimals: number
}

/** How the drawings of a chart are worked with. */
export interface DrawingTools {
  readonly model: DrawingsModel
  readonly styles: DrawingStylesModel
  /** Where a drawing lies, for what is shown at it. */
  readonly follow: ChartPort['followDrawing']
  /** Draws in the middle of what is in view, for whoever has no pointer, and leads the focus to the chart. */
  drawInView(kind: DrawingKind): void
  /** Copies the chosen ones. */
  copy(): void
  paste(): Promise<void>
  /** Does what a key means that was pressed beside the bars. @returns whether it was meant for the drawings */
  press(event: Parameters<typeof pressDrawingKey>[1]): boolean
}

/** The drawings of a chart: kept for the account with those of other tabs, shown by the engine, copied and pasted. */
export function openDrawings({ store, symbol, port, container, resolution, tick, priceDecimals }: Chart) {
  const news = drawingNews()
  const kept = keepDrawings(drawingsName(symbol), store, news, () => model)
  const styles = new DrawingStylesModel(store, () => crypto.randomUUID())
  const model: DrawingsModel = new DrawingsModel({
    keep: (set) => kept.keep(set),
    keepOptions: (options) => store.save(DRAWING_OPTIONS, options),
    newId: () => crypto.randomUUID(),
    tab: crypto.randomUUID(),
    styleOf: (kind) => styles.of(kind),
  })
  const copied = new CopiedDrawings(symbol, store)
  const barMs = (): number => nextBarStart(resolution.peek(), 0)
  const round = (price: number): number => Number((Math.round(price / tick) * tick).toFixed(priceDecimals))
  const copy = (): void => copied.copy(model.chosen.peek())
  const paste = async (): Promise<void> => {
    const found = await copied.read()
    if (found === null) return
    const view = port.pointsInView('rectangle')
    model.addCopies(pasted(found, { symbol, barMs: barMs(), view, round }))
  }
  const keys = {
    get barMs() {
      return barMs()
    },
    tick,
    round,
    copy,
    paste: () => void paste(),
  }
  const stops = [kept.follow(), showDrawings(model, { port, container, resolution, keys }), () => news.close()]
  const tools: DrawingTools = {
    model,
    styles,
    follow: (id, tell) => port.followDrawing(id, tell),
    drawInView(kind) {
      model.add(kind, port.pointsInView(kind))
      container.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    },
    copy,
    paste,
    press: (event) => pressDrawingKey(model, event, keys),
  }
  return {
    tools,
    /** The account is another one, or known for the first time. */
    load(): void {
      copied.forget()
      void kept.load()
      void styles.load()
      void store.read(DRAWING_OPTIONS).then((stored) => model.loadOptions(stored))
    },
    /** What the menu of the chart offers for them. */
    async menu(): Promise<readonly ChartMenuItem[]> {
      const [found] = await Promise.all([copied.read(), loadWords('drawings')])
      const [count, all] = [model.chosen.peek().length, model.drawings.peek().length]
      return [
        ...(count === 0
          ? []
          : [
              { id: 'copyDrawings', text: say('drawings:copy', { count }), run: copy },
              { id: 'removeDrawings', text: say('drawings:removeChosen', { count }), run: () => model.removeChosen() },
            ]),
        ...(found === null
          ? []
          : [
              {
                id: 'pasteDrawings',
                text: say('drawings:paste', { count: found.drawings.length }),
                run: () => void paste(),
              },
            ]),
        ...(all === 0 || count === all
          ? []
          : [{ id: 'chooseDrawings', text: say('drawings:chooseAll'), run: () => model.selectAll() }]),
      ]
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
