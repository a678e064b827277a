import { effect, type ReadonlySignal } from '@preact/signals-react'

/**
 * Paints a canvas anew with each theme and with each face that arrives, and once at the beginning.
 * @returns a function that ends that
 */
export function followLook(theme: ReadonlySignal<unknown>, repaint: () => void): () => void {
  const stop = effect(() => {
    void theme.value
    // The attribute on <html> is set in the same step, so the new colours are read after it.
    queueMicrotask(repaint)
  })
  document.fonts.addEventListener('loadingdone', repaint)
  return () => {
    stop()
    document.fonts.removeEventListener('loadingdone', repaint)
  }
}

/** Reads custom properties of the page. What is stale has other colours while it is, and a canvas is greyed as a whole then. */
export function readLook(): (name: string) => string {
  const style = getComputedStyle(document.documentElement)
  return (name) => style.getPropertyValue(name).trim()
}

/** Figures of one width are a face of their own here: see `CanvasText`. */
export function figureFont(px: number, read: (name: string) => string): string {
  return `450 ${px}px 'Inter Tabular', ${read('--font')}`
}
