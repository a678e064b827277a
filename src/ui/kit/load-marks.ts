/** Steps of a page's first load, in the order in which they come about. `docs/figures.md` measures to each of them. */
export const LOAD_STEPS = [
  'script',
  'hub',
  'watch',
  'welcome',
  'batch',
  'app',
  'words',
  'aged',
  'live',
  'chart',
] as const
export type LoadStep = (typeof LOAD_STEPS)[number]

/** Before the step's name in the browser's own timeline, where `npm run bench load` and a profiler read it. */
export const MARK_PREFIX = 'halyard:'

/** Notes that a step is done: the first time counts, as a page loads once. */
export function markLoad(step: LoadStep): void {
  const name = MARK_PREFIX + step
  if (performance.getEntriesByName(name, 'mark').length === 0) performance.mark(name)
}

/** Settles when a step is done, also where it was before. */
export function whenMarked(step: LoadStep): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName(MARK_PREFIX + step).length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'mark', buffered: true })
  })
}

/** Milliseconds from the beginning of the page's navigation to each step that is done. */
export function loadTimes(): ReadonlyMap<LoadStep, number> {
  return new Map(
    LOAD_STEPS.flatMap((step) =>
      performance.getEntriesByName(MARK_PREFIX + step, 'mark').map(({ startTime }) => [step, startTime] as const),
    ),
  )
}
