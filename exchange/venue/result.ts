import type { EngineResult } from '../engine/result'
import type { VenueRefusal, VenueResult } from './venue-port'

export function refuse(refusal: VenueRefusal): VenueResult {
  return { ok: false, refusal }
}

/** What the engine said, where no order comes of it. */
export function outcome(result: EngineResult): VenueResult {
  return result.ok ? { ok: true } : refuse(result.refusal)
}
