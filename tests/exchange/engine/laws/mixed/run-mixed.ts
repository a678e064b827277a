import { createRandom } from '../../../../../src/base/random'
import type { EngineCommand } from '../../../../../exchange/engine/commands'
import { restoreEngine } from '../../../../../exchange/engine/create-engine'
import type { EngineOutcome, MatchingEngine } from '../../../../../exchange/engine/matching-engine'
import { law } from '../witness'
import { MixedLaws } from './mixed-laws'
import { MixedWalk } from './mixed-walk'
import { COLLATERAL, MARKETS, openMixedWorld } from './mixed-world'

/** How often everything is looked at, a snapshot is taken, and the engine is killed, on the mean. */
const ALL_EVERY = 100
const SNAPSHOT_EVERY = 400
const KILL_EVERY = 1_500

export interface MixedReport {
  readonly kills: number
  /** What the walk met, by name. */
  readonly seen: ReadonlyMap<string, number>
}

/** What is on disk: a snapshot, and every command since it with its answer. */
interface Stored {
  readonly snapshot: string
  readonly lines: { readonly command: EngineCommand; readonly nowMs: number; readonly said: string }[]
}

/**
 * One walk over every product with the laws held to each command, in what it touched, and in everything now and then, at each
 * kill and at the end. Now and then the engine is thrown away: what goes on is
 * one that was restored from the last snapshot and given the commands since, each of which it has to answer as before.
 * @throws LawBroken naming seed, step and command; the same seed breaks it again
 */
export function runMixed(seed: number, steps: number): MixedReport {
  let engine = openMixedWorld()
  const walk = new MixedWalk(seed)
  const when = createRandom(seed + 0.5)
  const laws = new MixedLaws()
  const seen = new Map<string, number>()
  let stored = storedOf(engine)
  let kills = 0
  for (let step = 0; step < steps; step++) {
    const nowMs = 1_000 + step * 2_000
    const command = walk.next(engine)
    try {
      const outcome = engine.handle(command, nowMs)
      stored.lines.push({ command, nowMs, said: JSON.stringify(outcome) })
      count(seen, command, outcome, engine)
      laws.sent(command, outcome.events)
      laws.read(outcome.events)
      laws.expect(engine, command, outcome.events, nowMs)
      if (step % ALL_EVERY === 0) laws.expectAll(engine)
      if (when.next() < 1 / KILL_EVERY) {
        laws.expectAll(engine)
        engine = recovered(stored, engine)
        kills += 1
      } else if (when.next() < 1 / SNAPSHOT_EVERY) stored = storedOf(engine)
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${JSON.stringify(command)}`, { cause: error })
    }
  }
  laws.expectAll(engine)
  return { kills, seen }
}

function storedOf(engine: MatchingEngine): Stored {
  return { snapshot: JSON.stringify(engine.snapshot()), lines: [] }
}

/** @param lost what it has to be the same as */
function recovered({ snapshot, lines }: Stored, lost: MatchingEngine): MatchingEngine {
  const engine = restoreEngine(MARKETS, JSON.parse(snapshot) as unknown, COLLATERAL)
  for (const { command, nowMs, said } of lines)
    law(JSON.stringify(engine.handle(command, nowMs)) === said, () => `the replay answers otherwise: ${said}`)
  law(JSON.stringify(engine.snapshot()) === JSON.stringify(lost.snapshot()), () => 'the replay comes to another state')
  return engine
}

function count(
  seen: Map<string, number>,
  command: EngineCommand,
  { result, events }: EngineOutcome,
  engine: MatchingEngine,
): void {
  const note = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1)
  note(result.ok ? `${command.type} taken` : `refused ${result.refusal.kind}`)
  for (const event of events) {
    const isPortfolio = (account: string): boolean => engine.marginMode(account) === 'portfolio'
    if (event.type === 'execution' && isPortfolio(event.execution.account)) note('portfolio fill')
    if (event.type === 'liquidation' && isPortfolio(event.account)) note(`portfolio ${event.stage}`)
    if (event.type === 'loan') note(`${event.move}${isPortfolio(event.account) ? ' with portfolio margin' : ''}`)
    if (event.type === 'order' && event.order.cancelType !== null) note(event.order.cancelType)
    if (event.type === 'trade') note(`trade ${event.symbol}`)
    else if (event.type === 'liquidation') note(`${event.stage} ${event.symbol}`)
    else if (event.type === 'execution' && event.execution.execType !== 'Trade')
      note(`${event.execution.execType} ${event.execution.symbol}`)
  }
}
