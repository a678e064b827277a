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

const awaited = new Map<LoadStep, (() => void)[]>()

/** Notes that a step is done: the first time counts, as a page loads once. */
export function markLoad(step: LoadStep): void {
  if (!isMarked(step)) performance.mark(MARK_PREFIX + step)
  for (const call of awaited.get(step) ?? []) call()
  awaited.delete(step)
}

export function isMarked(step: LoadStep): boolean {
  return performance.getEntriesByName(MARK_PREFIX + step, 'mark').length > 0
}

/** Settles once a step is done. */
export function whenMarked(step: LoadStep): Promise<void> {
  if (isMarked(step)) return Promise.resolve()
  return new Promise((resolve) => awaited.set(step, [...(awaited.get(step) ?? []), resolve]))
}

/** Milliseconds from the beginning of the page's navigation to each step that is done. */
export function loadTimes(): ReadonlyMap<LoadStep, number> {
  return new Map(
    LOAD_STEPS.flatMap((step) =>
      performance.getEntriesByName(MARK_PREFIX + step, 'mark').map(({ startTime }) => [step, startTime] as const),
    ),
  )
}
