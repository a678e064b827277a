/** What the server says in the page itself (`docs/protocol.md`, Files): no request is made to learn it. */
export interface Bootstrap {
  /** Origins of another venue; `null` is where the page came from. */
  readonly api: string | null
  readonly ws: string | null
  /** Which adapter of the hub speaks to it; `null` is that of the sandbox exchange. */
  readonly venue: string | null
  /** Whose built-in lists of symbols stand in (`HALYARD_REGION`). */
  readonly region: 'global' | 'eu'
  /** `false` when the operator has switched it off: nothing is kept in the browser, and nothing registered. */
  readonly serviceWorker: boolean
  /** Whether the operator's chart library is there (decisions 29). */
  readonly chartLibrary: boolean
}

/** @returns all `null` where the server put nothing, as under the development server */
export function readBootstrap(page: ParentNode): Bootstrap {
  const data = read(page.querySelector('meta[name="halyard-bootstrap"]')?.getAttribute('content') ?? '')
  const { venue } = data
  return {
    api: origin(data['api'], ['http:', 'https:']),
    ws: origin(data['ws'], ['ws:', 'wss:']),
    venue: typeof venue === 'string' && venue !== '' ? venue : null,
    region: data['region'] === 'eu' ? 'eu' : 'global',
    serviceWorker: data['serviceWorker'] !== false,
    chartLibrary: data['chartLibrary'] === true,
  }
}

function read(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function origin(value: unknown, protocols: readonly string[]): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { protocol, host } = new URL(value)
  return protocols.includes(protocol) ? `${protocol}//${host}` : null
}
