import type { Journal } from '../../journal/journal-port'
import type { ConnectionLimits } from './http/connection-limits'
import type { Fanout } from '../../journal/fanout'

/** Where and how the exchange meets the world (decisions 31). */
export interface GatewayConfig {
  /** Address to bind; loopback unless the operator says otherwise. */
  readonly host: string
  /** 0 lets the system pick. */
  readonly port: number
  /** Whether `/control/*` exists at all (decisions 35). */
  readonly control: boolean
  /** Folder of `sessions.json`; `null` keeps sessions in memory only. */
  readonly dataDir: string | null
  /** Other hosts the app is to call (`HALYARD_API`, `HALYARD_WS`), as origins. They enter the CSP. */
  readonly api: string | null
  readonly ws: string | null
  /** Which adapter of the app's hub speaks to them (`HALYARD_VENUE`); missing: that of this exchange. */
  readonly venue?: string | null
  /** Where translations come from when not from here (`HALYARD_LOCALES`). */
  readonly locales?: string | null
  readonly region: string
  /** Whether browsers may keep the app (`HALYARD_SERVICE_WORKER`); missing: they may. */
  readonly serviceWorker?: boolean
  /** Whether pages use `charting_library/` of the app's folder (`HALYARD_CHART_LIBRARY`); missing: they do. */
  readonly chartLibrary?: boolean
  /** What `/metrics` asks for (`HALYARD_METRICS_TOKEN`); without one it answers this computer only. */
  readonly metricsToken?: string | null
  /** Origins besides our own whose pages may call and connect: a development server, for instance. */
  readonly allowedOrigins?: readonly string[]
}

export interface GatewayOptions {
  readonly journal: Journal
  /** Publishes what the journal's inputs changed, once they are on disk. */
  readonly fanout: Pick<Fanout, 'subscribe'>
  readonly config: GatewayConfig
  /** Name of this build, shown in `/healthz` and in the page's bootstrap data. */
  readonly build: string
  /** Folder of the built app; `null` serves calls and push only. */
  readonly staticDir: string | null
  /** What the build compressed of it (`StaticFiles`). */
  readonly packedDir?: string
  /** Tests make them small. */
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** History rows that wait to be written, for `/metrics`. */
  readonly historyBacklog?: () => number
  /** Overrides `config.control`. */
  readonly control?: boolean
  /** How often the market steps from now on, for `/control/pace` (0: it stands still); missing where no market steps by itself. */
  readonly setPace?: (everyMs: number) => void
  /** Called with each fault that nobody foresaw, and the correlation id the client got; standard error when left out. */
  readonly trace?: (id: string, error: unknown) => void
}

export interface RunningGateway {
  readonly port: number
  close(): Promise<void>
}
