import { signal } from '@preact/signals-react'
import { expect, test, vi } from 'vitest'
import { chooseBar } from '../../../../src/ui/chart/bar-replay/choose-bar'

type Phase = Parameters<typeof chooseBar>[0]['phase']['value']

/** A chart on which a replay asks for its first bar, under a finger that points at the bar of 60 s. */
function scene() {
  const container = new EventTarget() as HTMLElement
  const phase = signal<Phase>('choosing')
  const goTo = vi.fn<(timeMs: number) => void>()
  const pointedMs = signal<number | null>(null)
  const stop = chooseBar({ phase, goTo, close: () => undefined }, container, pointedMs)
  const finger = (type: string, clientX: number) => {
    const at = [{ clientX, clientY: 100 }]
    container.dispatchEvent(Object.assign(new Event(type), { touches: at, changedTouches: at }))
  }
  const tap = async (from: number, to: number) => {
    finger('touchstart', from)
    finger('touchend', to)
    // The engine hears the end of a touch behind the chart.
    pointedMs.value = 60_000
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { container, phase, goTo, pointedMs, stop, tap }
}

test('a tap begins a replay with its bar', async () => {
  const { goTo, tap } = scene()
  await tap(50, 52)
  expect(goTo.mock.calls).toEqual([[60_000]])
})

test('a finger that scrolls, one that taps later, and one on a chart that is gone choose none', async () => {
  const { goTo, phase, stop, tap } = scene()
  await tap(50, 90)
  phase.value = 'off'
  await tap(50, 50)
  phase.value = 'choosing'
  stop()
  await tap(50, 50)
  expect(goTo).not.toHaveBeenCalled()
})

test('a click takes the bar that the pointer is over', () => {
  const { container, goTo, pointedMs } = scene()
  pointedMs.value = 120_000
  container.dispatchEvent(new Event('click'))
  expect(goTo.mock.calls).toEqual([[120_000]])
})
