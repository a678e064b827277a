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

test('… but not under an order that was sent meanwhile, neither then nor by a worker that comes later', async () => {
  const model = await newModel()
  model.setBusyCheck(() => true)
  model.offer(() => undefined)
  model.accept()
  vi.advanceTimersByTime(5_000)
  expect(reload).not.toHaveBeenCalled()
  expect(model.phase.value).toBe('ready')
  model.controllerChanged()
  expect(reload).not.toHaveBeenCalled()
  expect(model.phase.value).toBe('ready')
})

test('a press is noted before anything else, and holds for the page that was loaded before it had its effect', async () => {
  const pressed = await newModel()
  const noted = vi.fn()
  pressed.setMemory(noted)
  pressed.offer(() => expect(noted).toHaveBeenCalledOnce())
  pressed.accept()
  vi.clearAllTimers()
  // The worker still waits: it is let in as soon as it is told of.
  const waiting = await newModel()
  const activate = vi.fn()
  waiting.resume(false)
  waiting.offer(activate)
  expect(activate).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  waiting.controllerChanged()
  expect(reload).toHaveBeenCalledOnce()
  // It has taken over before this page could listen.
  const late = await newModel()
  late.resume(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('… for five seconds: then the page is loaded once more, and is of the new build (src/sw/shell-pages.ts)', async () => {
  const model = await newModel()
  const saved = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => saved.set(key, value),
  })
  const noted = vi.fn()
  model.setMemory(noted)
  model.resume(false)
  vi.advanceTimersByTime(4_999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(noted).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
  // Once: no page loads itself over and over.
  const again = await newModel()
  again.resume(false)
  vi.advanceTimersByTime(5_000)
  expect(reload).toHaveBeenCalledOnce()
})

test('… but not under an order: later the user is asked again', async () => {
  const model = await newModel()
  model.setBusyCheck(() => true)
  model.resume(false)
  vi.advanceTimersByTime(5_000)
  const activate = vi.fn()
  model.offer(activate)
  model.controllerChanged()
  expect(activate).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
  expect(model.phase.value).toBe('ready')
})

test('a part that is missing after the press reloads nothing: the press does', async () => {
  const model = await newModel()
  model.offer(() => undefined)
  model.accept()
  await model.partMissing()
  expect(reload).not.toHaveBeenCalled()
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
