/**
 * Follows keys until the page has painted what they changed.
 *
 * @param afterPaint runs a call once what stands on the page has been painted
 * @returns whether a key was pressed whose frame is still to be painted
 */
export function followKeys(afterPaint: (call: () => void) => void): () => boolean {
  let isUnpainted = false
  addEventListener(
    'keydown',
    () => {
      if (isUnpainted) return
      isUnpainted = true
      afterPaint(() => (isUnpainted = false))
    },
    true,
  )
  return () => isUnpainted
}
