const ORDER_ID_PREFIX = '00000000-0000-4000-8000-'
const EXEC_ID_PREFIX = '00000000-0000-4000-9000-'
const COUNTER_DIGITS = 12
/** The prefix and its zeros, by the digits that follow: every order and every fill makes such an id. */
const ORDER_ID_STARTS = startsOf(ORDER_ID_PREFIX)
const EXEC_ID_STARTS = startsOf(EXEC_ID_PREFIX)

function startsOf(prefix: string): readonly string[] {
  return Array.from({ length: COUNTER_DIGITS + 1 }, (_, digits) => prefix + '0'.repeat(COUNTER_DIGITS - digits))
}

/** Ids look like UUIDs and count up: the same commands give the same ids. */
export function orderIdOf(number: number): string {
  const digits = number.toString(16)
  return ORDER_ID_STARTS[digits.length]! + digits
}

/** @returns `NaN` for a text that is no order id */
export function orderNumberOf(id: string): number {
  // 12 digits of 4 bits stay below 2^53.
  return id.length === ORDER_ID_PREFIX.length + COUNTER_DIGITS && id.startsWith(ORDER_ID_PREFIX)
    ? Number.parseInt(id.slice(ORDER_ID_PREFIX.length), 16)
    : Number.NaN
}

export function execIdOf(number: number): string {
  const digits = number.toString(16)
  return EXEC_ID_STARTS[digits.length]! + digits
}
