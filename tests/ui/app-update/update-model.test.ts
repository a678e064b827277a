import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Module = typeof import('../../../src/ui/app-update/update-model')

const reload = vi.fn()

async function newModel(): Promise<Module['updateModel']> {
  vi.resetModules()
  return ((await import('../../../src/ui/app-update/update-model')) satisfies Module).updateModel
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockReset()
})

test('a press lets the new worker in, and the page reloads when that controls it', async () => {
  const model = await newModel()
  const activate = vi.fn()
  model.offer(activate)
  expect(model.phase.value).toBe('ready')
  model.accept()
  expect(activate).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  model.controllerChanged()
  expect(reload).toHaveBeenCalledOnce()
})

test('a worker that does not take over leaves no press without an effect', async () => {
  const model = await newModel()
  model.offer(() => undefined)
  model.accept()
  vi.advanceTimersByTime(4_999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('… but not under an order that was sent meanwhile', async () => {
  const model = await newModel()
  model.setBusyCheck(() => true)
  model.offer(() => undefined)
  model.accept()
  vi.advanceTimersByTime(5_000)
  expect(reload).not.toHaveBeenCalled()
  expect(model.phase.value).toBe('ready')
})

test('where another tab let it in, nothing reloads before the press, and the press reloads at once', async () => {
  const model = await newModel()
  model.offer(() => undefined)
  model.controllerChanged()
  expect(reload).not.toHaveBeenCalled()
  expect(model.phase.value).toBe('ready')
  model.accept()
  expect(reload).toHaveBeenCalledOnce()
})
