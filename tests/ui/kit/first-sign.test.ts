import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Of a page that was just loaded: what waits is the module's own. */
async function load() {
  vi.resetModules()
  const signs = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (name: string, call: () => void) => signs.set(name, call))
  vi.stubGlobal('removeEventListener', () => undefined)
  const kit = await import('../../../src/ui/kit/first-sign')
  return { ...kit, press: () => signs.get('pointerdown')?.() }
}

let idle: (() => void)[] = []
beforeEach(() => vi.stubGlobal('requestIdleCallback', (call: () => void) => idle.push(call)))
afterEach(() => {
  vi.unstubAllGlobals()
  idle = []
})

/** The page has nothing to do for a moment. */
async function rest(): Promise<void> {
  for (const call of idle.splice(0)) call()
  await new Promise((done) => setImmediate(done))
}

test('while nobody gives a sign parts come one at a time, each in a moment with nothing else to do', async () => {
  const { atFirstSign, bringWaiting } = await load()
  const asked: string[] = []
  for (const part of ['dialogs', 'orders', 'alerts']) atFirstSign(() => asked.push(part))
  void bringWaiting()
  expect(asked).toEqual([])
  await rest()
  expect(asked).toEqual(['dialogs'])
  await rest()
  expect(asked).toEqual(['dialogs', 'orders'])
})

test('at the sign all that is left comes at once, and nothing twice', async () => {
  const { atFirstSign, bringWaiting, press, hasSign } = await load()
  const asked: string[] = []
  for (const part of ['dialogs', 'orders', 'alerts']) atFirstSign(() => asked.push(part))
  void bringWaiting()
  await rest()
  press()
  expect(asked).toEqual(['dialogs', 'orders', 'alerts'])
  expect(hasSign.value).toBe(true)
  await rest()
  await rest()
  expect(asked).toHaveLength(3)
})
