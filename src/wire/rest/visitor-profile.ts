import { asObject, readFlag, WireError } from '../json'
import { parseEnvelope } from './envelope'

export const VISITOR_PROFILE_PATH = '/contract/v5/settings/visitor-profile'

/**
 * @param body an answer as it came
 * @returns `result.isBanned` (spec §7)
 * @throws WireError where it is a refusal, or does not say it
 */
export function parseVisitorProfile(body: unknown): boolean {
  const envelope = parseEnvelope(body)
  if (envelope === null || envelope.retCode !== 0) throw new WireError('retCode', envelope?.retCode)
  return readFlag(asObject(envelope.result, 'result'), 'isBanned')
}
