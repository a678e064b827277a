import { effect } from '@preact/signals-react'
import { say } from '../../i18n/instance'
import { loadWords } from '../../i18n/use-translation'
import type { ChartPort, DrawingSpec } from '../port/chart-port'
import type { Drawing } from './drawing'
import { pressDrawingKey } from './drawing-keys'
import type { DrawingsModel } from './drawings-model'

interface Chart {
  readonly port: ChartPort
  readonly container: HTMLElement
  readonly tick: number
  readonly priceDecimals: number
  barMs(): number
}

/** Shows the drawings of a model on a chart, and takes what is done to them there. Their words come with the first. */
export function showDrawings(model: DrawingsModel, { port, container, tick, priceDecimals, barMs }: Chart): () => void {
  let hasWords = false
  let isStopped = false
  const show = (): void => {
    const selected = model.selected.peek()
    port.showDrawings(model.drawings.peek().map((one) => specOf(one, one.id === selected?.id)))
  }
  const arm = (): void => {
    const tool = model.tool.peek()
    port.draw(tool === null ? null : specOf(model.template(tool), false))
  }
  const withWords = (call: () => void): void => {
    if (hasWords) call()
    else
      void loadWords('drawings').then(() => {
        hasWords = true
        if (!isStopped) call()
      })
  }
  const round = (price: number): number => Number((Math.round(price / tick) * tick).toFixed(priceDecimals))
  const onKey = (event: KeyboardEvent): void => {
    // Buttons, and what lines are moved by, have keys of their own.
    if (event.target instanceof Element && event.target.closest('button, [role="slider"]') !== null) return
    if (!pressDrawingKey(model, event, { barMs: barMs(), tick, round })) return
    event.preventDefault()
    event.stopPropagation()
  }
  container.addEventListener('keydown', onKey, true)
  const stops = [
    effect(() => {
      if (model.drawings.value.length === 0 && !hasWords) return
      void model.selected.value
      withWords(show)
    }),
    effect(() => {
      if (model.tool.value === null && !hasWords) return
      withWords(arm)
    }),
    effect(() => port.setMagnet(model.options.value.magnet)),
    port.on('drawn', ({ kind, points }) => {
      model.add(kind, points)
      // The tool stays: the engine draws one at a time.
      if (model.tool.peek() !== null) arm()
    }),
    doubleClicked(container, () => {
      const chosen = model.selected.peek()
      if (chosen !== null) model.edit(chosen.id)
    }),
    port.on('drawingMoved', ({ id, points }) => {
      model.select(id)
      model.change(id, { points })
    }),
    port.on('drawingSelected', ({ id, isSelected }) => (isSelected ? model.select(id) : model.deselect(id))),
  ]
  return () => {
    isStopped = true
    container.removeEventListener('keydown', onKey, true)
    for (const stop of stops) stop()
  }
}

function doubleClicked(container: HTMLElement, call: () => void): () => void {
  container.addEventListener('dblclick', call)
  return () => container.removeEventListener('dblclick', call)
}

function specOf(drawing: Drawing, isSelected: boolean): DrawingSpec {
  const words = {
    target: say('drawings:target'),
    stop: say('drawings:stop'),
    text: say('drawings:kind.text'),
    bars: (count: number) => say('drawings:bars', { count }),
  }
  return { ...drawing, isSelected, words }
}
