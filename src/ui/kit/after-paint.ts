/** A frame's callbacks run before it is painted, a task that they ask for behind it. */
export function afterPaint(call: () => void): void {
  requestAnimationFrame(() => void setTimeout(call))
}
