/** Digits of the counter at the end of an execution's id. */
const COUNTER_DIGITS = 12

/**
 * The execution ids of the legs of a spread's fill: the two after the spread's own, in the order of the legs
 * (`exchange/engine/orders/spread-sweep.ts`).
 */
export function legExecIds(execId: string): readonly [first: string, second: string] {
  return [idAfter(execId, 1), idAfter(execId, 2)]
}

/** The spread's own id, of the execution of a leg at a place. */
export function parentExecId(execId: string, place: 0 | 1): string {
  return idAfter(execId, -1 - place)
}

function idAfter(execId: string, by: number): string {
  const start = execId.slice(0, -COUNTER_DIGITS)
  const number = Number.parseInt(execId.slice(-COUNTER_DIGITS), 16) + by
  return start + number.toString(16).padStart(COUNTER_DIGITS, '0')
}
