/**
 * How a refusal is handled, whichever call got it: the rows of spec §8 "Global toast handler". A code of no row says
 * "code: message", or our words for it where we have any.
 */
export type RefusalKind =
  /** Nobody is signed in any more: the session is cleared, and that is said. */
  | 'endsSession'
  /** A dialog explains what the rules forbid; no message beside it. */
  | 'complianceWall'
  /** Said once in ten seconds at most. */
  | 'throttled'
  /** `requestTimeOut`, beside the word that the result is unknown (decisions 9). */
  | 'timeOut'
  /** Nothing is said. */
  | 'silent'
  /** Whoever sent the call has words of its own, as of a split order (39303); where it has none, as a code of no row. */
  | 'ownWords'
  /** Our words, where the answer brings the figures that they name. */
  | 'figures'
  /** The price that a trigger watches stands in the words. */
  | 'triggerBasis'
  /** "code: message", whatever words there are. */
  | 'codeAndMessage'

type Range = number | readonly [from: number, to: number]

/** Bounds of a range count. Grid-bot codes come as `status_code` of a result (`successCode`). */
const KINDS: Readonly<Record<RefusalKind, readonly Range[]>> = {
  endsSession: [10007, 10009, 33003],
  complianceWall: [10024],
  throttled: [10006],
  timeOut: [9000001],
  silent: [30099, 30177],
  ownWords: [39303, 30164, 30175, 30187, 30185, 10042, 10043, 10047, 10048],
  figures: [30162, 30031, 110090, [400, 503]],
  triggerBasis: [[30027, 30030], 30074, 30075],
  codeAndMessage: [[39401, 39440], [12001, 12009], 90015, 90016, [90063, 90067], 12054],
}

/** @returns `null` for a code that no row names */
export function refusalKind(code: number | null): RefusalKind | null {
  if (code === null) return null
  for (const [kind, ranges] of Object.entries(KINDS) as [RefusalKind, readonly Range[]][])
    for (const range of ranges) {
      const [from, to] = typeof range === 'number' ? [range, range] : range
      if (code >= from && code <= to) return kind
    }
  return null
}
