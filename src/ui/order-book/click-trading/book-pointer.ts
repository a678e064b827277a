import { rowAt } from '../book-rows'
import type { BookModel } from '../book-model'
import type { ClickTrading, LevelPlace } from './click-trading'

/**
 * Hands what pointers do on the drawn book to its trading.
 * @returns a function that lets go of everything
 */
export function mountBookPointer(canvas: HTMLCanvasElement, model: BookModel, trading: ClickTrading): () => void {
  const placeOf = (event: PointerEvent): LevelPlace | null => {
    const box = canvas.getBoundingClientRect()
    const isBeside = event.clientX < box.left || event.clientX >= box.right
    return isBeside ? null : rowAt(model.layout.peek(), event.clientY - box.top)
  }
  const onDown = (event: PointerEvent): void => {
    // Of several pointers the first counts, of a mouse the main button; a page's own script presses nothing.
    if (!event.isTrusted || event.button !== 0 || !event.isPrimary) return
    const place = placeOf(event)
    if (place === null) return
    trading.down(place, {
      atMs: event.timeStamp,
      isTouch: event.pointerType === 'touch',
      isOther: event.shiftKey,
    })
    canvas.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent): void => {
    if (!event.isPrimary) return
    const place = placeOf(event)
    if (event.pointerType !== 'touch') trading.hold('pointer', place !== null)
    trading.over(place)
  }
  const onUp = (event: PointerEvent): void => {
    if (!event.isPrimary) return
    trading.over(placeOf(event))
    trading.up(event.timeStamp)
  }
  const onLeave = (): void => {
    trading.hold('pointer', false)
    trading.over(null)
  }
  const onCancel = (): void => trading.cancel()
  canvas.addEventListener('pointerdown', onDown)
  canvas.addEventListener('pointermove', onMove)
  canvas.addEventListener('pointerup', onUp)
  canvas.addEventListener('pointerleave', onLeave)
  canvas.addEventListener('pointercancel', onCancel)
  return () => {
    canvas.removeEventListener('pointerdown', onDown)
    canvas.removeEventListener('pointermove', onMove)
    canvas.removeEventListener('pointerup', onUp)
    canvas.removeEventListener('pointerleave', onLeave)
    canvas.removeEventListener('pointercancel', onCancel)
    trading.hold('pointer', false)
  }
}
