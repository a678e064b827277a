import type { EngineCommand } from '../../../../exchange/engine/commands'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCoin } from '../../../../exchange/engine/lending/engine-coin'
import type { EngineOutcome, MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { INSTRUMENTS } from './portfolio-fixture'

export const stateOf = (engine: MatchingEngine): string => JSON.stringify(engine.snapshot())

export const restored = (state: string, coins: readonly EngineCoin[] = []): MatchingEngine =>
  restoreEngine(INSTRUMENTS, JSON.parse(state) as unknown, coins)

/**
 * An engine that is killed before each input: what answers it comes from the snapshot of the moment before. The one that
 * was never killed answers the same input beside it.
 */
export class KilledAtEachInput {
  #beside: MatchingEngine
  #state: string

  constructor(
    private readonly engine: MatchingEngine,
    private readonly coins: readonly EngineCoin[] = [],
  ) {
    this.#state = stateOf(engine)
    this.#beside = restored(this.#state, this.coins)
  }

  /** As a snapshot has it after the last input. */
  get state(): string {
    return this.#state
  }

  /** @throws where an answer, what is told or the state after it differ */
  handle(command: EngineCommand, nowMs: number): EngineOutcome {
    const outcome = this.engine.handle(command, nowMs)
    const after = stateOf(this.engine)
    const said = this.#beside.handle(command, nowMs)
    if (JSON.stringify(said) !== JSON.stringify(outcome))
      throw new Error(`${JSON.stringify(command)} is answered otherwise: ${JSON.stringify(said)}`)
    if (stateOf(this.#beside) !== after) throw new Error(`${JSON.stringify(command)} comes to another state`)
    this.#state = after
    this.#beside = restored(after, this.coins)
    return outcome
  }
}
