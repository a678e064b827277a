/// <reference lib="webworker" />
import { expose } from 'comlink'
import { tabPort } from './hub/adapters'
import type { HubApi } from './hub-api'
import { hostHub } from './hub-host'

declare const self: SharedWorkerGlobalScope

const host = hostHub(self)

// Registered before anything is awaited: the first connect would be lost otherwise (B7).
self.addEventListener('connect', ({ ports }) => {
  const [port] = ports
  if (port === undefined) return
  const session = host.openTab()
  expose({ ...session, hello: (hello, batches) => session.hello(hello, tabPort(batches)) } satisfies HubApi, port)
})
