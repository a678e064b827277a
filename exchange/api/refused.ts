import type { RetCode } from '../../src/wire/rest/codes'

/** V8's setting of how much of a stack to keep; elsewhere nobody reads it. */
const STACKS = Error as unknown as { stackTraceLimit: number | undefined }

/** A call that is refused with a code; the outer boundary writes the envelope. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly retCode: RetCode,
    message: string,
    readonly extMap: Readonly<Record<string, string>> = {},
    /** Where the call's refusals have a result. */
    readonly result: Readonly<Record<string, unknown>> = {},
  ) {
    // Nobody reads where a refusal came from, and finding that out costs more than most of what is refused.
    const { stackTraceLimit } = STACKS
    STACKS.stackTraceLimit = 0
    super(message)
    STACKS.stackTraceLimit = stackTraceLimit
  }
}
