import type { EngineRefusal, EngineResult } from './contract'

export function refuse(refusal: EngineRefusal): EngineResult {
  return { ok: false, refusal }
}
