import { beforeEach, expect, test, vi } from 'vitest'
import { ChartModel } from '../../../src/ui/chart/chart-model'
import type { App } from '../../../src/ui/state/app-context'
import { deskOf } from '../fixtures'

const engine = vi.hoisted(() => ({
  openings: 0,
  sessions: 0,
  failures: 0,
  resolutions: [] as string[],
  faults: [] as string[],
}))

vi.mock('../../../src/ui/chart/chart-session', () => ({
  openChart: async () => {
    engine.openings++
    if (engine.openings <= engine.failures) throw new Error('the engine did not come')
    const port = { setResolution: (one: string) => engine.resolutions.push(one), resetData: () => undefined }
    return { port, feed: null }
  },
  ChartSession: class {
    constructor() {
      engine.sessions++
    }

    stop(): void {}
  },
}))

beforeEach(() => Object.assign(engine, { openings: 0, sessions: 0, failures: 0, resolutions: [], faults: [] }))

function chart() {
  const hub = {
    api: {
      reportFault: async (what: string, message: string) => engine.faults.push(`${what}: ${message}`),
      candles: async () => ({ hasError: false, value: [], asOfMs: 0, fromCache: false }),
    },
  }
  const desk = { ...deskOf(), hub }
  const model = new ChartModel(desk as unknown as App, desk.market, async () => ({
    lines: [],
    executions: () => [],
    toTicket() {},
    menu: async () => [],
    stop() {},
  }))
  return { model, mount: () => model.mount({ dataset: {} } as HTMLElement, 'en') }
}

test('"Try again" starts an engine that did not come', async () => {
  engine.failures = 1
  const { model, mount } = chart()
  const stop = mount()
  await vi.waitFor(() => expect(model.phase.value).toBe('error'))
  expect(engine.faults).toEqual(['chart: start: the engine did not come'])
  model.retry()
  expect(model.phase.value).toBe('loading')
  await vi.waitFor(() => expect(engine.openings).toBe(2))
  stop()
})

test('an interval is asked for once, and no bar of the one before is told under its name', async () => {
  const { model, mount } = chart()
  const stop = mount()
  await vi.waitFor(() => expect(engine.sessions).toBe(1))
  model.setResolution('240')
  model.setResolution('240')
  expect(engine.resolutions).toEqual(['240'])
  expect(model.bar.value).toBeNull()
  stop()
})
