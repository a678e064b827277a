/** What a page or the hub may tell the service worker. */
export type WorkerMessage = { readonly type: 'SKIP_WAITING' } | { readonly type: 'symbols-changed' }

/** @returns `null` for anything that is not one of ours */
export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type } = data as { readonly type?: unknown }
  return type === 'SKIP_WAITING' || type === 'symbols-changed' ? { type } : null
}
