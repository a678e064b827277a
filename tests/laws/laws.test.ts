import { expect, it } from 'vitest'
import { runLaws, type LawsReport } from './lib/run-laws'

/**
 * The accountant: random commands over REST, and every figure of every answer recomputed by the published rules alone
 * (`lib/figures`). The gate takes a slice that is always the same, so that it
 * says of a change what the change did; `npm run laws` takes the whole, from a seed that it prints.
 */
const FIXED_SEED = 20
const SLICE = 600
/** The whole run is this many exchanges one after the other: what grows with time (ledger, records) stays bounded. */
const CHUNK = 5000

const commands = Number(process.env['HALYARD_LAWS_COMMANDS'] ?? 0)
const firstSeed = Number(process.env['HALYARD_LAWS_SEED'] ?? Date.now() % 2 ** 31)

async function slice(count: number, seed: number): Promise<LawsReport> {
  const report = await runLaws(count, seed)
  process.stdout.write(`\nlaws: ${describe(report)}\n`)
  expect(report.laws.differences, `seed ${seed}`).toEqual([])
  expect(report.traces).toEqual([])
  return report
}

function describe({ seed, commands: sent, accepted, executions, liquidations, laws, elapsedMs }: LawsReport): string {
  const checks = [...laws.checks.values()].reduce((total, one) => total + one, 0)
  const broken = [...laws.broken.values()].reduce((total, one) => total + one, 0)
  const parts = [
    `seed ${seed}`,
    `${sent} commands (${accepted} accepted)`,
    `${executions} executions (${liquidations} of liquidations)`,
    `${checks} checks`,
    `${broken} differences`,
    `${(elapsedMs / 1000).toFixed(0)} s`,
  ]
  return parts.join(', ')
}

if (commands === 0)
  it('hold over a slice of commands that is always the same', { timeout: 600_000 }, async () => {
    const { laws, liquidations } = await slice(SLICE, FIXED_SEED)
    // A walk in which nothing happens proves nothing.
    expect(liquidations).toBeGreaterThan(0)
    for (const law of ['UPL by fills', 'position MM', 'order IM', 'cashBalance chain', 'liquidation price'])
      expect(laws.checks.get(law), law).toBeGreaterThan(500)
  })
else it('hold over as many commands as were asked for', { timeout: 86_400_000 }, wholeRun)

async function wholeRun(): Promise<void> {
  const checks = new Map<string, number>()
  const broken = new Map<string, number>()
  const told: string[] = []
  for (let done = 0; done < commands; done += CHUNK) {
    const report = await runLaws(Math.min(CHUNK, commands - done), firstSeed + done / CHUNK)
    process.stdout.write(`${describe(report)}\n`)
    add(checks, report.laws.checks)
    add(broken, report.laws.broken)
    told.push(...report.laws.told(report.seed))
    expect(report.traces).toEqual([])
  }
  for (const [law, count] of checks)
    process.stdout.write(
      `${law.padEnd(56)} ${String(count).padStart(10)} checks ${String(broken.get(law) ?? 0).padStart(6)} differences\n`,
    )
  process.stdout.write(told.map((text) => `${text}\n`).join(''))
  expect([...broken]).toEqual([])
}

function add(to: Map<string, number>, from: ReadonlyMap<string, number>): void {
  for (const [law, count] of from) to.set(law, (to.get(law) ?? 0) + count)
}
