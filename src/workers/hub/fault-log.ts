import type { Clock } from '../../base/clock'
import type { Fault } from '../hub-api'

/** Faults kept; the oldest is forgotten first. */
export const FAULTS_MAX = 100
/** Characters kept of what a fault says of itself. */
const TEXT_MAX = 300

/** The default sink of the trace port (decisions 30): errors that nobody sees, newest last, repeats counted. */
export class FaultLog {
  #faults: Fault[] = []

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  list(): readonly Fault[] {
    return this.#faults
  }

  readonly add = (what: string, error: unknown): void => {
    const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, TEXT_MAX)
    const atMs = this.clock.now()
    const last = this.#faults.at(-1)
    if (last?.what === what && last.message === message)
      this.#faults[this.#faults.length - 1] = { ...last, atMs, count: last.count + 1 }
    else this.#faults = [...this.#faults, { atMs, what: what.slice(0, TEXT_MAX), message, count: 1 }].slice(-FAULTS_MAX)
  }
}
