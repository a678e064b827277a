import styles from './IconButton.module.css'

const NAMESPACE = 'http://www.w3.org/2000/svg'

/**
 * `IconButton` for what draws without React: the same look, its mark hidden from assistive technology, and a name that
 * `nameIconButton` gives.
 * @param strokes on 16 by 16
 */
export function iconButtonElement(strokes: string): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = styles['icon'] ?? ''
  const svg = document.createElementNS(NAMESPACE, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(NAMESPACE, 'path')
  path.setAttribute('d', strokes)
  svg.append(path)
  element.append(svg)
  return element
}

/** Its name, which is also what a pointer over it reads. */
export function nameIconButton(element: HTMLElement, label: string): void {
  element.setAttribute('aria-label', label)
  element.title = label
}
