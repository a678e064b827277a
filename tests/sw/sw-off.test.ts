import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { FakeBrowser, makeBuild } from './lib/fake-browser'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../public/sw-off.js'), 'utf8')

test('the worker that an operator serves instead drops every cache and unregisters, without waiting for a press', async () => {
  const browser = new FakeBrowser()
  const build = makeBuild('a', { app: 'app' })
  browser.served = build
  await browser.letIn(await browser.install(build))
  await browser.storage.open('halyard-spot-lists')
  const listeners = new Map<string, (event: { waitUntil(work: Promise<unknown>): void }) => void>()
  const skipWaiting = vi.fn()
  const unregister = vi.fn(() => {
    // Last: a worker that is gone may be stopped.
    expect(browser.storage.caches.size).toBe(0)
    return Promise.resolve(true)
  })
  const self = {
    addEventListener: (type: string, call: (event: { waitUntil(work: Promise<unknown>): void }) => void) =>
      listeners.set(type, call),
    skipWaiting,
    registration: { unregister },
  }
  runInNewContext(SCRIPT, { self, caches: browser.storage })
  // It answers nothing: whatever a page asks for goes to the network.
  expect([...listeners.keys()]).toEqual(['install', 'activate'])
  listeners.get('install')!({ waitUntil: () => undefined })
  expect(skipWaiting).toHaveBeenCalledOnce()
  let work: Promise<unknown> = Promise.resolve()
  listeners.get('activate')!({ waitUntil: (one) => (work = one) })
  await work
  expect(unregister).toHaveBeenCalledOnce()
})
