import { iconButtonElement, nameIconButton } from '../../../kit/icon-button-element'
import type { StudyAction, StudySpec } from '../../port/chart-port'

/** Strokes on 16 by 16. */
const MARKS = {
  move: 'M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01',
  settings: 'M2 5h6M12 5h2M2 11h2M8 11h6M8 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  remove: 'M4 4l8 8M12 4l-8 8',
} as const

interface Hooks {
  onAction(action: StudyAction): void
  /** Which way the pane would go that is dragged to a height of the chart, px; `null` where it stays. */
  wayTo(y: number): 'up' | 'down' | null
}

/** The buttons at the corner of an indicator's own pane: what it is dragged by, its settings, and away with it. */
export class PaneBar {
  readonly element = document.createElement('div')
  readonly #buttons: Readonly<Record<keyof typeof MARKS, HTMLButtonElement>>

  constructor(
    private readonly container: HTMLElement,
    private readonly hooks: Hooks,
  ) {
    this.element.dataset['studyBar'] = ''
    this.#buttons = { move: button('move'), settings: button('settings'), remove: button('remove') }
    const { move, settings, remove } = this.#buttons
    this.element.append(move, settings, remove)
    settings.addEventListener('click', () => hooks.onAction('settings'))
    remove.addEventListener('click', () => hooks.onAction('remove'))
    move.setAttribute('aria-keyshortcuts', 'ArrowUp ArrowDown')
    move.addEventListener('keydown', this.#onKey)
    move.addEventListener('pointerdown', this.#onDown)
  }

  write({ settings, remove, move }: StudySpec['actionLabels']): void {
    nameIconButton(this.#buttons.settings, settings)
    nameIconButton(this.#buttons.remove, remove)
    nameIconButton(this.#buttons.move, move ?? '')
    this.#buttons.move.hidden = move === null
  }

  #onKey = (event: KeyboardEvent): void => {
    const action = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null
    if (action === null) return
    event.preventDefault()
    event.stopPropagation()
    this.hooks.onAction(action)
  }

  /** The pane changes places as soon as it is over the middle of the one beside it. */
  #onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return
    const { move } = this.#buttons
    const over = new AbortController()
    const { signal } = over
    move.setPointerCapture(event.pointerId)
    move.dataset['dragged'] = ''
    const end = (): void => {
      over.abort()
      delete move.dataset['dragged']
    }
    move.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const way = this.hooks.wayTo(clientY - this.container.getBoundingClientRect().top)
        if (way !== null) this.hooks.onAction(way)
      },
      { signal },
    )
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      move.addEventListener(type, end, { signal })
  }
}

function button(mark: keyof typeof MARKS): HTMLButtonElement {
  const element = iconButtonElement(MARKS[mark])
  element.dataset['studyAction'] = mark
  return element
}
