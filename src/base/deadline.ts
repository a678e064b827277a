import type { Clock } from './clock'

/** Settles as `work` does, or rejects with what `late` makes once the deadline has passed. The work itself goes on. */
export function withDeadline<T>(
  clock: Pick<Clock, 'after'>,
  deadlineMs: number,
  work: PromiseLike<T>,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(deadlineMs, () => reject(late()))
    work.then(
      (value) => {
        cancel()
        resolve(value)
      },
      (error: unknown) => {
        cancel()
        reject(error)
      },
    )
  })
}
