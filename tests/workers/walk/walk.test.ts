import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Order } from '../../../src/domain/order/order'
import { FAULTS, type Fault } from './ledger-exchange'
import { WalkWorld } from './walk-world'

/** Steps of this run, and where it begins: `npm run walk` takes many more. A failure prints the seed that replays it. */
const STEPS = Number(process.env['HALYARD_WALK_STEPS'] ?? 2_000)
const SEED = Number(process.env['HALYARD_WALK_SEED'] ?? 20_261_121)
/** Commands of one walk at most; half of them on the average. */
const WALK_MAX = 80

let steps = 0

type Model = Record<never, never>

/** A step of the walk: does something to the world, and looks whether everything still holds. */
class Step implements fc.AsyncCommand<Model, WalkWorld> {
  constructor(
    private readonly name: string,
    private readonly act: (world: WalkWorld) => void | Promise<void>,
  ) {}

  check(): boolean {
    return true
  }

  async run(_: Model, world: WalkWorld): Promise<void> {
    steps++
    await this.act(world)
    await world.look()
  }

  toString(): string {
    return this.name
  }
}

function pick(world: WalkWorld, at: number): Order | undefined {
  const open = world.exchange.openOrders()
  return open[at % Math.max(1, open.length)]
}

const at = fc.nat(100)
const arbitraries = [
  fc.constant(new Step('press', (world) => world.press())),
  at.map((n) => new Step(`cancel ${n}`, (world) => change(world, n, 'cancel'))),
  at.map((n) => new Step(`amend ${n}`, (world) => change(world, n, 'amend'))),
  fc.tuple(at, fc.constantFrom('0.01', '0.02', '0.03')).map(
    ([n, qty]) =>
      new Step(`fill ${n} ${qty}`, (world) => {
        const order = pick(world, n)
        if (order !== undefined) world.exchange.fill(order, qty)
      }),
  ),
  fc
    .constantFrom(...FAULTS)
    .map((fault: Fault) => new Step(`fault ${fault}`, (world) => void world.exchange.faults.push(fault))),
  fc.constant(new Step('drop a push', (world) => void world.exchange.drops++)),
  fc.constant(new Step('repeat a push', (world) => void world.exchange.repeats++)),
  fc.constant(new Step('cut sockets', (world) => world.exchange.cutSockets())),
  fc.boolean().map(
    (isDown) =>
      new Step(isDown ? 'network down' : 'network up', (world) => {
        world.exchange.isDown = isDown
        if (isDown) world.exchange.cutSockets()
      }),
  ),
  fc.constant(new Step('kill the hub', (world) => world.killHub())),
  fc.constantFrom(10, 100, 700, 2_000).map((ms) => new Step(`wait ${ms}`, (world) => world.pass(ms))),
  fc.constantFrom(10, 100, 700, 2_000, 6_000).map((ms) => new Step(`wait ${ms}`, (world) => world.pass(ms))),
]

function change(world: WalkWorld, n: number, what: 'cancel' | 'amend'): void {
  const order = pick(world, n)
  if (order !== undefined) world[what](order)
}

test('a walk through presses, lost answers, dropped pushes and dead hubs never leaves the ledger (I1, I2, I3, I8, I9)', async () => {
  const walks = Math.max(1, Math.round(STEPS / (WALK_MAX / 2)))
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.commands(arbitraries, { maxCommands: WALK_MAX, size: 'max' }),
      async (seed, commands) => {
        const world = new WalkWorld(seed)
        await world.start()
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await world.end()
      },
    ),
    { numRuns: walks, seed: SEED },
  )
  expect(steps).toBeGreaterThan(STEPS / 2)
}, 3_600_000)
