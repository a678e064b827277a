/** Our own mistake, never the user's: caught by nobody but the outermost boundary. */
export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed'
}

/** @param condition states what should hold; `message` says the same in words */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message)
}

/** Closes a `switch` over a union, so that a new case is a compile error and not a silent default. */
export function assertNever(value: never): never {
  throw new AssertionFailed(`unhandled case: ${JSON.stringify(value)}`)
}
