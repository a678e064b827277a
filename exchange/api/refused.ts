import type { RetCode } from '../../src/wire/rest/codes'

/** A call that is refused with a code; the outer boundary writes the envelope. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly retCode: RetCode,
    message: string,
    readonly extMap: Readonly<Record<string, string>> = {},
  ) {
    // Nobody reads where a refusal came from, and finding that out costs more than most of what is refused.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}
