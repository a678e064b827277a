import { parseDecimalText, type DecimalText, type Qty } from '../../src/domain/decimal'
import type { EngineCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import { UNTIL_RESET } from '../engine/protection/maker-protection'
import type { EngineResult } from '../engine/result'
import { E8 } from './engine-view'
import type { ProtectionChange, ProtectionInForce } from './protection-change'
import { outcome, refuse } from './result'
import type { VenueResult } from './venue-port'

export interface ProtectionPorts {
  readonly engine: MatchingEngine
  /** Runs a command and lets the venue read its events before it returns. */
  handle(command: EngineCommand): EngineResult
  nowMs(): number
}

/** Market-maker protection between the venue's decimals and the engine's whole numbers. */
export class MakerProtections {
  readonly #ports: ProtectionPorts

  constructor(ports: ProtectionPorts) {
    this.#ports = ports
  }

  change(account: string, change: ProtectionChange): VenueResult {
    const { kind, coin } = change
    if (kind === 'reset') return outcome(this.#ports.handle({ type: 'resetMakerProtection', account, coin }))
    const { windowMs, frozenMs } = change
    const qtyLimitE8 = countOf(change.qtyLimit)
    const deltaLimitE8 = countOf(change.deltaLimit)
    if (qtyLimitE8 === null || deltaLimitE8 === null) return refuse({ kind: 'protectionRefused', why: 'terms' })
    const terms = { windowMs, frozenMs, qtyLimitE8, deltaLimitE8 }
    return outcome(this.#ports.handle({ type: 'setMakerProtection', account, coin, ...terms }))
  }

  /** `null` where nothing is set. */
  of(account: string, coin: string): ProtectionInForce | null {
    const { terms = null, frozenUntilMs = 0 } = this.#ports.engine.makerProtection(account, coin) ?? {}
    if (terms === null) return null
    const { windowMs, frozenMs } = terms
    return {
      windowMs,
      frozenMs,
      qtyLimit: E8.toText<Qty>(terms.qtyLimitE8),
      deltaLimit: E8.toText<Qty>(terms.deltaLimitE8),
      frozenUntilMs: frozenUntilMs === UNTIL_RESET ? 'reset' : this.#ports.nowMs() < frozenUntilMs ? frozenUntilMs : 0,
    }
  }
}

/** Up to two decimals, as v5 has them. */
function countOf(limit: string): number | null {
  const text = parseDecimalText(limit)
  return text === null || (text.split('.')[1]?.length ?? 0) > 2 ? null : E8.toCount(text as DecimalText)
}
