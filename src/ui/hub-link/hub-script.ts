// oxlint-disable import/default -- the bundler makes these modules, of an address each
import dedicatedHub from '../../workers/hub.dedicated.ts?worker&url'
import sharedHub from '../../workers/hub.shared.ts?sharedworker&url'
// oxlint-enable import/default

const SCRIPTS = { shared: sharedHub, dedicated: dedicatedHub } as const
/** The service worker of the second address: it handles nothing. */
const ASIDE_WORKER = '/sw-aside.js'
const ASIDE = '?aside'

/**
 * Where the script of a generation's hub is. A hub that hangs may have been stopped with its process, and the service
 * worker with it, as it lives in the process of some page: every request that waits for that worker then waits until the
 * process goes on. So each second generation has its script at an address for which another worker is registered, one
 * that handles nothing: the browser asks the network at once, for the script and for all that this hub asks for. Only
 * the first address works offline, and symbol lists are kept by the worker that stands before it; should a generation
 * not come up, the next one has the other address.
 */
export function hubScript(kind: keyof typeof SCRIPTS, generation: number): string {
  return generation % 2 === 1 && import.meta.env.PROD ? SCRIPTS[kind] + ASIDE : SCRIPTS[kind]
}

/** Registers the worker of the second addresses of this build, and lets go of those of builds before it. */
export async function keepHubsAside(workers: ServiceWorkerContainer): Promise<void> {
  const scopes = Object.values(SCRIPTS).map((script) => new URL(script + ASIDE, location.href).href)
  for (const registration of await workers.getRegistrations())
    if (registration.scope.endsWith(ASIDE) && !scopes.includes(registration.scope)) await registration.unregister()
  for (const scope of scopes) await workers.register(ASIDE_WORKER, { scope })
}
