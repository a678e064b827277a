import { beforeEach, expect, test, vi } from 'vitest'
import type { ChartPort, ChartPortOptions } from '../../../../src/ui/chart/port/chart-port'

const embedded = { engine: { name: 'klinecharts' } } as ChartPort
const library = { engine: { name: 'tv' } } as ChartPort
const traces: string[] = []
const options = { trace: (message: string) => traces.push(message) } as unknown as ChartPortOptions
const openEmbedded = async () => embedded

/** As a page begins: nothing was given up. */
async function fresh() {
  vi.resetModules()
  return (await import('../../../../src/ui/chart/engines/open-engine')).openEngine
}

beforeEach(() => traces.splice(0))

test('the operator’s library draws where there is one, the embedded engine where there is none', async () => {
  const openEngine = await fresh()
  expect(await openEngine(options, { openEmbedded })).toEqual({ port: embedded, refusal: null })
  expect(await openEngine(options, { openEmbedded, openLibrary: async () => library })).toEqual({
    port: library,
    refusal: null,
  })
})

test('a library that does not start leaves a trace once, and later charts do not wait for it', async () => {
  const openEngine = await fresh()
  const openLibrary = vi.fn(() => Promise.reject(new Error('library files failed to load: gone')))
  const wanted = { port: embedded, refusal: 'library files failed to load: gone' }
  expect(await openEngine(options, { openEmbedded, openLibrary })).toEqual(wanted)
  expect(await openEngine(options, { openEmbedded, openLibrary })).toEqual(wanted)
  expect(openLibrary).toHaveBeenCalledTimes(1)
  expect(traces).toEqual(['the embedded chart engine draws: library files failed to load: gone'])
})
