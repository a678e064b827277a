import { effect, type ReadonlySignal } from '@preact/signals-react'

/**
 * Passes on to the service worker that the exchange named another version of its symbols (`public.symbol.notify`): the
 * list that it keeps is old, and the next call asks the network first. The hub cannot: a shared worker is not given the
 * service worker that stands before it.
 *
 * @param version in force; `null` while nobody is connected
 */
export function tellSymbolsChanged(
  version: ReadonlySignal<string | null>,
  workers: Pick<ServiceWorkerContainer, 'controller'> | undefined,
): void {
  let last: string | null = null
  effect(() => {
    const now = version.value
    if (now === null) return
    if (last !== null && last !== now) workers?.controller?.postMessage({ type: 'symbols-changed' })
    last = now
  })
}
