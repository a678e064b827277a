/** What the server says in the page itself (`docs/protocol.md`, Files): no request is made to learn it. */
export interface Bootstrap {
  /** Origins of another venue; `null` is where the page came from. */
  readonly api: string | null
  readonly ws: string | null
  /** Which adapter of the hub speaks to it; `null` is that of the sandbox exchange. */
  readonly venue: string | null
  /** Where the words of languages come from that the build has none of (`HALYARD_LOCALES`); `null` for nowhere. */
  readonly locales: string | null
  /** Whose built-in lists of symbols stand in (`HALYARD_REGION`). */
  readonly region: 'global' | 'eu'
  /** `false` when the operator has switched it off: nothing is kept in the browser, and nothing registered. */
  readonly serviceWorker: boolean
  /** Whether the operator's chart library is there (decisions 29). */
  readonly chartLibrary: boolean
  /** Names and values that are not understood, and stand for nothing: for the log of faults. */
  readonly refused: readonly string[]
}

const REGIONS = ['global', 'eu'] as const
const HTTP = ['http:', 'https:']

/** @returns all `null` where the server put nothing, as under the development server */
export function readBootstrap(page: ParentNode): Bootstrap {
  const data = read(page.querySelector('meta[name="halyard-bootstrap"]')?.getAttribute('content') ?? '')
  const refused: string[] = []
  /** What is not said, or said to be nothing, is no fault. */
  const known = <T>(name: string, take: (value: unknown) => T | null): T | null => {
    const value = data[name]
    if (value === undefined || value === null || value === '') return null
    const taken = take(value)
    if (taken === null) refused.push(`${name}: ${(JSON.stringify(value) ?? '').slice(0, SHOWN_MAX)}`)
    return taken
  }
  const flag = (name: string, otherwise: boolean): boolean =>
    known(name, (value) => (typeof value === 'boolean' ? value : null)) ?? otherwise
  return {
    api: known('api', (value) => origin(value, HTTP)),
    ws: known('ws', (value) => origin(value, ['ws:', 'wss:'])),
    venue: known('venue', (value) => (typeof value === 'string' ? value : null)),
    locales: known('locales', (value) => origin(value, HTTP)),
    region: known('region', (value) => REGIONS.find((one) => one === value) ?? null) ?? 'global',
    serviceWorker: flag('serviceWorker', true),
    chartLibrary: flag('chartLibrary', false),
    refused,
  }
}

/** Characters of a refused value that are said. */
const SHOWN_MAX = 80

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
