import { signal, type ReadonlySignal } from '@preact/signals-react'
import { barStart, nextBarStart } from '../../../domain/market/interval'
import type { Resolution } from '../port/chart-port'
import { PART_OF } from './bar-parts'
import type { ReplayFeed } from './replay-feed'

/** Bars a second. */
export const REPLAY_SPEEDS = [0.5, 1, 2, 5, 10] as const
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number]

/** Pictures closer to each other are not told apart, ms; faster speeds show several parts at once. */
const PICTURE_MS = 50

export type ReplayPhase = 'off' | 'choosing' | 'on'

interface Hooks {
  readonly feed: Pick<ReplayFeed, 'untilMs' | 'setUntil' | 'step'>
  readonly symbol: string
  resolution(): Resolution
  nowMs(): number
  after(delayMs: number, call: () => void): () => void
  /** Reads the history anew, and shows its end. */
  show(): void
  /** Orders are refused until it is let go. @returns a function that lets go */
  hold(): () => void
  /** Leaves a trace of a read that fails. */
  trace(message: string): void
}

/** Shows the past bar by bar: begins at a chosen one with what came before it, and plays, steps and jumps from there. */
export class BarReplay {
  readonly #phase = signal<ReplayPhase>('off')
  readonly #untilMs = signal<number | null>(null)
  readonly #isPlaying = signal(false)
  readonly #isAtEnd = signal(false)
  readonly #speed = signal<ReplaySpeed>(1)
  /** Rises with each thing that ends what ran before. */
  #run = 0
  #letGo: (() => void) | null = null
  #cancelWait: (() => void) | null = null

  readonly phase: ReadonlySignal<ReplayPhase> = this.#phase
  /** What began before it is shown, ms UTC; `null` while nothing is replayed. */
  readonly untilMs: ReadonlySignal<number | null> = this.#untilMs
  readonly isPlaying: ReadonlySignal<boolean> = this.#isPlaying
  /** Whether it has caught up with now. */
  readonly isAtEnd: ReadonlySignal<boolean> = this.#isAtEnd
  readonly speed: ReadonlySignal<ReplaySpeed> = this.#speed

  constructor(private readonly hooks: Hooks) {}

  /** Asks for a bar to begin with. */
  choose(): void {
    if (this.#phase.peek() === 'off') this.#phase.value = 'choosing'
  }

  /** Shows the bar that holds a moment, whole, and what came before it: at first, and to jump. Of what is to come, the last closed bar. */
  goTo(timeMs: number): void {
    const { resolution, nowMs, feed } = this.hooks
    const startMs = Math.min(barStart(resolution(), timeMs), barStart(resolution(), nowMs()) - 1)
    this.#halt()
    feed.setUntil(nextBarStart(resolution(), barStart(resolution(), startMs)))
    this.#letGo ??= this.hooks.hold()
    this.#isAtEnd.value = false
    this.#phase.value = 'on'
    this.#tell()
    this.hooks.show()
  }

  /** Back to the market as it is. */
  close(): void {
    this.#halt()
    const wasOn = this.#phase.peek() === 'on'
    this.#phase.value = 'off'
    this.#letGo?.()
    this.#letGo = null
    this.hooks.feed.setUntil(null)
    this.#tell()
    if (wasOn) this.hooks.show()
  }

  /** It ends with its chart: what it held is let go, and nothing is read. */
  stop(): void {
    this.#halt()
    this.#letGo?.()
    this.#letGo = null
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#speed.value = speed
  }

  toggle(): void {
    if (this.#phase.peek() !== 'on') return
    if (this.#isPlaying.peek()) {
      this.#halt()
      return
    }
    this.#isPlaying.value = true
    void this.#play(++this.#run)
  }

  /** To the close of the bar that forms, or of the next one. */
  async stepBar(): Promise<void> {
    if (this.#phase.peek() !== 'on') return
    this.#halt()
    const run = ++this.#run
    const target = this.#nextClose()
    while (run === this.#run && (this.hooks.feed.untilMs ?? Infinity) < target) if (!(await this.#step())) return
  }

  async #play(run: number): Promise<void> {
    while (run === this.#run) {
      const { parts, delayMs } = this.#pace()
      for (let at = 0; at < parts && run === this.#run; at++) if (!(await this.#step())) return
      await new Promise<void>((resolve) => {
        this.#cancelWait = this.hooks.after(delayMs, resolve)
      })
    }
  }

  /** Parts of one picture, and the time until the next. */
  #pace(): { readonly parts: number; readonly delayMs: number } {
    const resolution = this.hooks.resolution()
    const partsInBar = Math.max(1, Math.round(nextBarStart(resolution, 0) / nextBarStart(PART_OF[resolution], 0)))
    const partMs = 1000 / (this.#speed.peek() * partsInBar)
    const parts = Math.max(1, Math.round(PICTURE_MS / partMs))
    return { parts, delayMs: parts * partMs }
  }

  /** @returns whether there is more */
  async #step(): Promise<boolean> {
    try {
      const result = await this.hooks.feed.step(this.hooks.symbol, this.hooks.resolution())
      this.#tell()
      if (result === 'moved') return true
      this.#isAtEnd.value = true
    } catch (error) {
      this.hooks.trace(`replay: ${error instanceof Error ? error.message : String(error)}`)
    }
    this.#halt()
    return false
  }

  #nextClose(): number {
    const resolution = this.hooks.resolution()
    return nextBarStart(resolution, barStart(resolution, this.hooks.feed.untilMs ?? 0))
  }

  #halt(): void {
    this.#run++
    this.#cancelWait?.()
    this.#cancelWait = null
    this.#isPlaying.value = false
  }

  #tell(): void {
    this.#untilMs.value = this.hooks.feed.untilMs
  }
}
