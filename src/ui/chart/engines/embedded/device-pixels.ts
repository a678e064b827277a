/** Device pixels that may be missing or too many before a size counts as wrong: rounding at fractional ratios. */
const TOLERANCE = 2

/**
 * Runs the engine's start so that its canvases get the right number of pixels. The engine sizes them by the observer's
 * device-pixel box, which is exact on real screens but ignores the scale of an emulated device; there it is led to its
 * own other way, which multiplies by `devicePixelRatio`.
 */
export async function withTruePixels<T>(container: HTMLElement, start: () => T): Promise<T> {
  if (await isDevicePixelBoxTrue(container)) return start()
  const Native = globalThis.ResizeObserver
  globalThis.ResizeObserver = class extends Native {
    override observe(target: Element, options?: ResizeObserverOptions): void {
      if (options?.box === 'device-pixel-content-box') throw new TypeError('this box is not served')
      super.observe(target, options)
    }
  }
  try {
    // The engine looks once, while it starts.
    return start()
  } finally {
    globalThis.ResizeObserver = Native
  }
}

function isDevicePixelBoxTrue(element: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect()
      const box = entry?.devicePixelContentBoxSize?.[0]
      const wanted = (entry?.contentRect.width ?? 0) * devicePixelRatio
      resolve(box === undefined || Math.abs(box.inlineSize - wanted) <= TOLERANCE)
    })
    try {
      observer.observe(element, { box: 'device-pixel-content-box' })
    } catch {
      // A browser without that box: the engine notices by itself.
      resolve(true)
    }
  })
}
