/** What came from outside (an exchange, a disk, a socket) is not what it has to be. Beyond our control: an error, no refusal. */
export class Unreadable extends Error {
  override readonly name: string = 'Unreadable'
  /** Whether nothing stood there. */
  readonly isMissing: boolean
  /** @param field path of the offending field; @param found what stood there, shortened */
  constructor(
    readonly field: string,
    found: unknown,
  ) {
    super(`${field}: unexpected ${quoted(found)}`)
    this.isMissing = found === undefined || found === null || found === ''
  }
}

/** Characters that a reason quotes of what was found. */
const SHOWN_MAX = 80

/**
 * What was found, short and in plain characters: a reason is read by somebody, and neither a letter that only looks like
 * another nor one that turns the line around may pass for what it is not (I15).
 */
export function quoted(found: unknown): string {
  const part = typeof found === 'string' ? found.slice(0, SHOWN_MAX) : found
  let text: string
  try {
    text = JSON.stringify(part) ?? String(part)
  } catch {
    // Nested deeper than the stack is high.
    text = typeof found
  }
  return text
    .slice(0, SHOWN_MAX)
    .replaceAll(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
