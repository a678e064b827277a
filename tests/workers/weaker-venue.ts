import { SANDBOX_CAPABILITIES } from '../../src/workers/venue/sandbox/sandbox-venue'
import { WEAKER_CAPABILITIES } from '../../src/workers/venue/sandbox/weaker-capabilities'

/**
 * Whether the hub's tests run against an exchange that gives less (`npm run weaker-venue`): no sequence on rows or lists,
 * no checksums, a receive window for a deadline, ids that are refused the second time, and no first answers.
 */
export const IS_WEAKER = process.env['HALYARD_VENUE'] === 'sandbox-weaker'

export const VENUE_CAPABILITIES = IS_WEAKER ? WEAKER_CAPABILITIES : SANDBOX_CAPABILITIES

/** Time at which the first row changed, ms: that at which the tests' clock begins. */
const FIRST_CHANGE_MS = 1_700_000_000_000

/** What such an exchange leaves out of everything below an envelope: rows, lists and books. */
const LEFT_OUT: ReadonlySet<string> = new Set(['seq', 'rowSeq', 'crc'])

/** An answer's result, or the data of a frame, as the weaker venue gives it; the same where the venue is not weaker. */
export function asVenueGives(value: unknown): unknown {
  // Each change of a row has a time of its own, in the order of what the fixtures number.
  return given(value, (seq) => ({ updatedTime: String(FIRST_CHANGE_MS + seq) }))
}

/** The same of rows that bear the times of their changes already, of which two may share one. */
export function withoutSequences(value: unknown): unknown {
  return given(value, () => ({}))
}

function given(value: unknown, changed: (seq: number) => object): unknown {
  if (!IS_WEAKER || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => given(one, changed))
  const { seq } = value as { readonly seq?: unknown }
  const kept = Object.entries(value).flatMap(([key, one]) => (LEFT_OUT.has(key) ? [] : [[key, given(one, changed)]]))
  return { ...Object.fromEntries(kept), ...(typeof seq === 'number' ? changed(seq) : {}) } as object
}

/** A whole frame: the sequence of its topic stays, for it is the envelope's. */
export function frameAsVenueGives(text: string): string {
  if (!IS_WEAKER) return text
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    // A frame that is meant to be unreadable.
    return text
  }
  if (typeof frame !== 'object' || frame === null || !('data' in frame)) return text
  return JSON.stringify({ ...frame, data: asVenueGives(frame.data) })
}
