/** A chart that is lower says what is written over its bars to a pointer alone: it is one of several, CSS pixels. */
const LOW_CHART = 230

/** CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export function sizeOf({ container }: { readonly container: HTMLElement }): Size {
  return { width: container.clientWidth, height: container.clientHeight }
}

export function isLow({ height }: Size): boolean {
  // Without a height it is not laid out yet.
  return height > 0 && height < LOW_CHART
}
