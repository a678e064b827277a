import type { ChartPalette } from './port/chart-port'

/** Reads the theme's colours. Fills are the specification's; text on the axis uses the readable siblings. */
export function readChartPalette(element: HTMLElement): ChartPalette {
  const style = getComputedStyle(element)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  return {
    background: read('--surface-1'),
    grid: read('--line'),
    axisText: read('--text-3'),
    text: read('--text-2'),
    up: read('--fill-long'),
    down: read('--fill-short'),
    accent: read('--accent'),
    crosshair: read('--text-3'),
    crosshairLabel: read('--surface-3'),
    onFill: read('--button-text'),
    buy: read('--fill-long'),
    sell: read('--fill-short'),
    profit: read('--long'),
    loss: read('--short'),
    warn: read('--fill-warn'),
    info: read('--position-line'),
    muted: read('--text-3'),
    blue: read('--accent'),
    amber: read('--warn'),
    violet: read('--violet'),
    grey: read('--text-2'),
    green: read('--long'),
    red: read('--short'),
  }
}
