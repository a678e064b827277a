import { Standstill } from '../../base/standstill'
import type { Page } from './page'

/** How often a page looks whether it stood still. */
const BEAT_MS = 500
/** What no press can have been made on: nothing that was drawn counts. */
const UNSEEN = -1

type ViewPage = Pick<Page, 'now' | 'monotonic' | 'after' | 'afterPaint' | 'isVisible' | 'onFreeze' | 'onPress'>

export interface ViewPorts {
  /** There is a new view: the hub has to make a batch for it. */
  renewed(): void
  /** It was painted. */
  drawn(view: number): void
  /** `isDrawn` may be another now. */
  changed(): void
}

/**
 * Whether what stands on the page is what its hub made since the page was last away (decisions 44). Each time the page
 * goes (hidden, frozen, cached, stood still, left by its hub) and each time it comes back a new view begins. The hub
 * names in each batch the view that it knew when it made it, so only a batch that was made after the return carries the
 * view of now, and the view is drawn when such a batch has been painted. The first view is drawn from the start: a page
 * that was never away shows nothing from before.
 */
export class View {
  #number = 0
  #drawn = 0
  #isAway = false
  #isStopped = false
  /** What was drawn when the press began that is under way; `null` without one. */
  #pressedOn: number | null = null
  readonly #standstill: Standstill

  constructor(
    private readonly page: ViewPage,
    private readonly ports: ViewPorts,
  ) {
    this.#standstill = new Standstill(page)
    if (!page.isVisible()) this.leave()
    page.onFreeze((isFrozen) => {
      if (isFrozen) this.leave()
      else if (page.isVisible()) this.comeBack()
    })
    page.onPress(
      (isSeen) => {
        this.look()
        this.#pressedOn = isSeen && this.isDrawn ? this.#number : UNSEEN
      },
      () => (this.#pressedOn = null),
    )
    this.#beat()
  }

  /** Of now; it goes to the hub with each word about the page's visibility. */
  get number(): number {
    return this.#number
  }

  /** Whether what stands on the page may be called current. */
  get isDrawn(): boolean {
    return !this.#isAway && this.#drawn === this.#number
  }

  /** Whether a press that is handled now was made on what is current, from its beginning on. */
  isPressCurrent(): boolean {
    this.look()
    return this.isDrawn && (this.#pressedOn === null || this.#pressedOn === this.#number)
  }

  leave(): void {
    if (this.#isAway) return
    this.#isAway = true
    this.#begin()
  }

  comeBack(): void {
    if (!this.#isAway) return
    this.#isAway = false
    // The time it was away is no standstill besides.
    this.#standstill.note()
    this.#begin()
  }

  /** Another hub: what the last one said is from before. */
  renew(): void {
    this.#begin()
  }

  /** A batch is in the models, and on the page with the next frame. @param view that the hub made it for */
  applied(view: number): void {
    if (this.#isAway || view !== this.#number || this.isDrawn) return
    this.page.afterPaint(() => {
      if (this.#isAway || view !== this.#number || this.isDrawn) return
      this.#drawn = view
      this.ports.drawn(view)
      this.ports.changed()
    })
  }

  /** Finds out whether the page stood still since it last looked: before anything else is done with what it shows. */
  look(): void {
    const stoodStill = this.#standstill.wasOne()
    this.#standstill.note()
    if (!stoodStill || this.#isAway) return
    this.leave()
    this.comeBack()
  }

  stop(): void {
    this.#isStopped = true
  }

  #beat(): void {
    this.page.after(BEAT_MS, () => {
      if (this.#isStopped) return
      this.look()
      this.#beat()
    })
  }

  #begin(): void {
    this.#number += 1
    this.ports.renewed()
    this.ports.changed()
  }
}
