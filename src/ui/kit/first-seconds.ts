import { signal, type ReadonlySignal } from '@preact/signals-react'

/** A page whose exchange answers is live within them, on a slow phone too. */
const FIRST_MS = 3_000

const over = signal(false)

setTimeout(() => (over.value = true), Math.max(0, FIRST_MS - performance.now()))

/**
 * Whether a page has had the time to come to life. What is said of that alone waits for it: a sentence that comes and goes
 * within a second moves what stands below it twice.
 */
export const areFirstSecondsOver: ReadonlySignal<boolean> = over
