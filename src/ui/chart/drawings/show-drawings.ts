import { effect, type ReadonlySignal } from '@preact/signals-react'
import { say } from '../../i18n/instance'
import { loadWords } from '../../i18n/use-translation'
import type { ChartPort, DrawingSpec, Resolution } from '../port/chart-port'
import { isSeenOn, type Drawing } from './drawing'
import { pressDrawingKey } from './drawing-keys'
import type { DrawingsModel } from './drawings-model'

interface Chart {
  readonly port: ChartPort
  readonly container: HTMLElement
  readonly resolution: ReadonlySignal<Resolution>
  /** What keys are pressed for. */
  readonly keys: Parameters<typeof pressDrawingKey>[2]
}

/** A pointer that went further has dragged, CSS pixels. */
const CLICK_PX = 5

/** Shows the drawings of a model on a chart, and takes what is done to them there. Their words come with the first. */
export function showDrawings(model: DrawingsModel, { port, container, resolution, keys }: Chart): () => void {
  let hasWords = false
  let isStopped = false
  const show = (): void => {
    const chosen = new Set(model.chosen.peek().map(({ id }) => id))
    const interval = resolution.peek()
    port.showDrawings(
      model.drawings.peek().map((one) => ({ ...specOf(one, chosen.has(one.id)), isHidden: !isSeenOn(one, interval) })),
    )
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
  const onKey = (event: KeyboardEvent): void => {
    // Buttons, fields, and what lines are moved by, have keys of their own.
    if (event.target instanceof Element && event.target.closest('button, input, textarea, [role="slider"]') !== null)
      return
    if (!pressDrawingKey(model, event, keys)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const press = followPress(container)
  container.addEventListener('keydown', onKey, true)
  const stops = [
    effect(() => {
      if (model.drawings.value.length === 0 && !hasWords) return
      void [model.chosen.value, resolution.value]
      withWords(show)
    }),
    effect(() => {
      if (model.tool.value === null && !hasWords) return
      withWords(arm)
    }),
    effect(() => port.setMagnet(model.options.value.magnet)),
    port.on('drawn', ({ kind, points }) => {
      press.meant()
      model.add(kind, points)
      // The tool stays: the engine draws one at a time.
      if (model.tool.peek() !== null) arm()
    }),
    port.on('drawingMoved', ({ id, points }) => {
      press.meant()
      model.take(id, points, keys.round)
    }),
    port.on('drawingSelected', ({ id, isSelected }) => {
      if (!isSelected) return press.isMore() ? undefined : model.deselect(id)
      press.meant()
      if (press.isMore()) model.toggle(id)
      // The menu of one of several is that of all.
      else if (!press.isMenu() || !model.chosen.peek().some((one) => one.id === id)) model.select(id)
    }),
    // The engine knows the last one alone that was pressed.
    press.onElsewhere(() => model.tool.peek() === null && model.select(null)),
    press.onTwice(() => model.selected.peek() !== null && model.edit(model.selected.peek()!.id)),
  ]
  return () => {
    isStopped = true
    press.stop()
    container.removeEventListener('keydown', onKey, true)
    for (const stop of stops) stop()
  }
}

/** What the pointer's last press was: with Shift, for the menu, and whether a drawing was meant by it. */
function followPress(container: HTMLElement) {
  const stop = new AbortController()
  const elsewhere = new Set<() => void>()
  const twice = new Set<() => void>()
  let down = { x: 0, y: 0, isMore: false, isMenu: false }
  let isMeant = false
  const { signal } = stop
  container.addEventListener(
    'pointerdown',
    ({ clientX, clientY, shiftKey, button }) => {
      down = { x: clientX, y: clientY, isMore: shiftKey && button === 0, isMenu: button === 2 }
      isMeant = false
    },
    { capture: true, signal },
  )
  container.addEventListener(
    'click',
    ({ clientX, clientY, target, isTrusted }) => {
      const isClick = Math.abs(clientX - down.x) + Math.abs(clientY - down.y) < CLICK_PX
      if (!isTrusted || !isClick || down.isMore || !(target instanceof HTMLCanvasElement)) return
      // The engine says in this very event what was pressed.
      setTimeout(() => {
        if (!isMeant && !signal.aborted) for (const call of elsewhere) call()
      })
    },
    { signal },
  )
  container.addEventListener('dblclick', () => twice.forEach((call) => call()), { signal })
  return {
    isMore: () => down.isMore,
    isMenu: () => down.isMenu,
    meant: () => void (isMeant = true),
    onElsewhere: (call: () => void) => listen(elsewhere, call),
    onTwice: (call: () => void) => listen(twice, call),
    stop: () => stop.abort(),
  }
}

function listen(calls: Set<() => void>, call: () => void): () => void {
  calls.add(call)
  return () => void calls.delete(call)
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
