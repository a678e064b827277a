import type { EngineRefusal } from '../../../exchange/engine/result'
import type { Dialect } from '../../../exchange/api/calls/shared/refusal-answer'
import { writeVenueRefusal } from '../../../exchange/api/calls/shared/refusals'

/** The return code that a refusal of the engine leaves with. */
export function codeOf(refusal: EngineRefusal, dialect: Dialect = 'v5'): number {
  return writeVenueRefusal(refusal, dialect, null, null).retCode
}
