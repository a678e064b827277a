import { describe, expect, test } from 'vitest'
import { SnapshotSchedule } from '../../../exchange/journal/snapshot-schedule'
import { FakeClock } from './support'

const EVERY = 1_000

function inputs(schedule: SnapshotSchedule, count: number): void {
  for (let i = 0; i < count; i++) schedule.sawInput(true)
}

describe('when a snapshot is due', () => {
  test('after so many inputs, but not while the last one has cost more than a fiftieth of the time', () => {
    const clock = new FakeClock()
    const schedule = new SnapshotSchedule(clock, EVERY)
    schedule.began()
    schedule.spent(400)
    inputs(schedule, EVERY)
    // 50 × 400 ms.
    clock.monotonicMs += 19_999
    expect(schedule.isDue()).toBe(false)
    clock.monotonicMs += 1
    expect(schedule.isDue()).toBe(true)
  })

  test('60,000 inputs are worth one whatever it costs: a start after a kill replays them', () => {
    const schedule = new SnapshotSchedule(new FakeClock(), EVERY)
    schedule.began()
    schedule.spent(60_000)
    inputs(schedule, 59_999)
    expect(schedule.isDue()).toBe(false)
    inputs(schedule, 1)
    expect(schedule.isDue()).toBe(true)
  })

  test('nothing that has not changed is kept again', () => {
    const clock = new FakeClock()
    const schedule = new SnapshotSchedule(clock, EVERY)
    schedule.began()
    clock.monotonicMs += 3_600_000
    expect(schedule.isDue()).toBe(false)
  })
})
