import type { Chart } from 'klinecharts'

/**
 * Answers the engine from what it wrote. It asks the elements of its panes for their sizes with every bar, between two
 * frames, which lays the whole page out; what it asks for is what it gave them itself.
 *
 * @returns what stops it for panes to come
 */
export function tellKnownSizes(chart: Chart): () => void {
  const panes = chart.getDom()
  if (panes === null) return () => {}
  const tell = (): void => {
    for (const pane of panes.children) for (const element of [pane, ...pane.children]) tellSize(element)
  }
  const observer = new MutationObserver(tell)
  observer.observe(panes, { childList: true, subtree: true })
  tell()
  return () => observer.disconnect()
}

function tellSize(element: Element): void {
  if (!(element instanceof HTMLElement) || Object.hasOwn(element, 'clientHeight')) return
  const of = (name: 'clientWidth' | 'clientHeight', side: 'width' | 'height'): PropertyDescriptor => ({
    get: () => {
      const given = element.style[side]
      return given.endsWith('px') ? Number.parseFloat(given) : Reflect.get(HTMLElement.prototype, name, element)
    },
  })
  Object.defineProperties(element, {
    clientWidth: of('clientWidth', 'width'),
    clientHeight: of('clientHeight', 'height'),
  })
}
