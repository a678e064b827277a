import type { OrderId, Side } from '../../domain/order/order'
import type { LadderModel } from './ladder-model'
import { TOUCH_HOLD_MS, type PriceTarget } from '../trading-kit/one-press/price-press'

/** How far a finger moves before it scrolls the rows, CSS pixels. */
const PAN_FROM = 10

type Under = PriceTarget | { readonly kind: 'row'; readonly ticks: number }

/**
 * Hands what pointers do in the rows of a ladder to its model. Rows say in their attributes what they show: what is
 * pressed is what is drawn, whatever the model knows by then.
 * @param rows the element around the rows, which are all `rowHeight` CSS pixels high
 * @returns a function that lets go of everything
 */
export function mountLadderPointer(rows: HTMLElement, model: LadderModel, rowHeight: number): () => void {
  /** A finger that is down: where, when, and how far it has scrolled. */
  let finger: { startY: number; atMs: number; rows: number; isPanning: boolean } | null = null

  const onEnter = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') model.window.hold('pointer', true)
  }
  const onLeave = (): void => model.window.hold('pointer', false)
  const onDown = (event: PointerEvent): void => {
    // Of several pointers the first counts, of a mouse the main button; a page's own script presses nothing.
    if (!event.isTrusted || event.button !== 0 || !event.isPrimary) return
    const isTouch = event.pointerType === 'touch'
    const under = underPoint(event.target, rows)
    if (isTouch) finger = { startY: event.clientY, atMs: event.timeStamp, rows: 0, isPanning: false }
    if (under !== null && under.kind !== 'row') model.down(under, { atMs: event.timeStamp, isTouch })
    rows.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent): void => {
    if (!event.isPrimary || (finger !== null && pan(event, finger))) return
    if (model.press.state.peek() === null) return
    model.press.over(underPoint(document.elementFromPoint(event.clientX, event.clientY), rows))
  }
  const onUp = (event: PointerEvent): void => {
    if (!event.isPrimary) return
    finger = null
    model.press.over(underPoint(document.elementFromPoint(event.clientX, event.clientY), rows))
    model.up(event.timeStamp)
  }
  const onCancel = (): void => {
    finger = null
    model.press.cancel()
  }
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) return
    event.preventDefault()
    if (event.deltaY !== 0) model.window.scroll(event.deltaY < 0 ? 1 : -1)
  }

  /** @returns whether the finger scrolls: it moved before it rested long enough to press */
  function pan(event: PointerEvent, down: NonNullable<typeof finger>): boolean {
    const moved = event.clientY - down.startY
    if (!down.isPanning) {
      if (Math.abs(moved) < PAN_FROM || event.timeStamp - down.atMs >= TOUCH_HOLD_MS) return false
      down.isPanning = true
      model.press.cancel()
    }
    const by = Math.trunc(moved / rowHeight)
    if (by !== down.rows) model.window.scroll(by - down.rows)
    down.rows = by
    return true
  }

  rows.addEventListener('pointerenter', onEnter)
  rows.addEventListener('pointerleave', onLeave)
  rows.addEventListener('pointerdown', onDown)
  rows.addEventListener('pointermove', onMove)
  rows.addEventListener('pointerup', onUp)
  rows.addEventListener('pointercancel', onCancel)
  rows.addEventListener('wheel', onWheel, { passive: false })
  return () => {
    rows.removeEventListener('pointerenter', onEnter)
    rows.removeEventListener('pointerleave', onLeave)
    rows.removeEventListener('pointerdown', onDown)
    rows.removeEventListener('pointermove', onMove)
    rows.removeEventListener('pointerup', onUp)
    rows.removeEventListener('pointercancel', onCancel)
    rows.removeEventListener('wheel', onWheel)
    model.press.cancel()
    model.window.hold('pointer', false)
  }
}

/** What the drawn row at a place says of itself. */
function underPoint(target: EventTarget | null, rows: HTMLElement): Under | null {
  if (!(target instanceof Element) || !rows.contains(target)) return null
  const ticks = Number(target.closest<HTMLElement>('[data-ticks]')?.dataset['ticks'] ?? Number.NaN)
  if (!Number.isSafeInteger(ticks)) return null
  const own = target.closest<HTMLElement>('[data-own]')
  if (own !== null) {
    const orders = (own.dataset['orders'] ?? '').split(' ').filter((id) => id !== '') as OrderId[]
    return { kind: 'own', side: sideOf(own.dataset['own']), ticks, orders }
  }
  const cell = target.closest<HTMLElement>('[data-press]')
  return cell === null ? { kind: 'row', ticks } : { kind: 'cell', side: sideOf(cell.dataset['press']), ticks }
}

function sideOf(word: string | undefined): Side {
  return word === 'buy' ? 'buy' : 'sell'
}
