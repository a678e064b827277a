import type { Obstacle } from './keep-clear'

/** Between two labels, px. */
const AIR = 2
/** Further from its line the label of a level would name another one, px. */
const NEAR = 14

/** What becomes of a label where another one lies: it goes up or down as far as it must, or is left out beyond `NEAR`. */
export type Gives = 'way' | 'place'

/**
 * Where the labels of drawings lie, in the order in which the engine draws them: each keeps clear of the legend and of
 * those before it. A drawing of the whole pane is one step of the page, so that what comes after it begins anew.
 */
export class LabelRoom {
  readonly #boxes = new Map<string, Obstacle[]>()
  #legends: readonly Obstacle[] = []
  #isDrawn = true

  constructor(private readonly legends: () => readonly Obstacle[]) {}

  /** All labels as they were drawn last, for whoever writes there too. */
  boxes(): readonly Obstacle[] {
    return [...this.#boxes.values()].flat()
  }

  /** Others are drawn from now on. */
  clear(): void {
    this.#boxes.clear()
  }

  /** A drawing is about to say where its labels belong. */
  begin(id: string): void {
    if (this.#isDrawn) {
      this.#isDrawn = false
      this.#boxes.clear()
      this.#legends = this.legends()
      queueMicrotask(() => (this.#isDrawn = true))
    }
    this.#boxes.set(id, [])
  }

  /**
   * @param box where a label belongs
   * @returns how far it goes, px downwards; `null` for one that gives its place up
   */
  place(id: string, box: Obstacle, gives: Gives | undefined): number | null {
    const taken = [...this.#legends, ...this.boxes()].filter((one) => one.left < box.right && box.left < one.right)
    const most = gives === 'way' ? Infinity : gives === 'place' ? NEAR : 0
    const by = clearOf(box, taken, most) ?? (gives === 'place' ? null : 0)
    if (by !== null) this.#boxes.get(id)?.push({ ...box, top: box.top + by, bottom: box.bottom + by })
    return by
  }
}

/** @returns `null` where nothing is free so near */
function clearOf(box: Obstacle, taken: readonly Obstacle[], most: number): number | null {
  const isFree = (by: number): boolean => taken.every((one) => one.bottom <= box.top + by || one.top >= box.bottom + by)
  if (isFree(0)) return 0
  return (
    taken
      .flatMap((one) => [one.top - AIR - box.bottom, one.bottom + AIR - box.top])
      // Upwards not out of the pane.
      .filter((by) => Math.abs(by) <= most && (by > 0 || box.top + by >= 0))
      .toSorted((a, b) => Math.abs(a) - Math.abs(b))
      .find(isFree) ?? null
  )
}
