import { signal } from '@preact/signals-react'
import { expect, test, vi } from 'vitest'
import { parseWorkerMessage } from '../../../src/sw/messages'
import { tellSymbolsChanged } from '../../../src/ui/app-update/tell-symbols-changed'

test('the service worker is told of each other version, not of the first, and not of a connection that comes back', () => {
  const postMessage = vi.fn()
  const version = signal<string | null>(null)
  tellSymbolsChanged(version, { controller: { postMessage } as unknown as ServiceWorker })
  version.value = 'v1'
  version.value = null
  version.value = 'v1'
  expect(postMessage).not.toHaveBeenCalled()
  version.value = null
  version.value = 'v2'
  expect(postMessage).toHaveBeenCalledOnce()
  // In the words that the worker reads.
  expect(parseWorkerMessage(postMessage.mock.calls[0]![0])).toEqual({ type: 'symbols-changed' })
})

test('a page without a service worker goes on', () => {
  const version = signal<string | null>('v1')
  tellSymbolsChanged(version, undefined)
  tellSymbolsChanged(version, { controller: null })
  version.value = 'v2'
  expect(version.value).toBe('v2')
})
