import { PROTOCOL_VERSION } from '../../../src/base/protocol-version'
import type { FirstPicture } from '../../../src/domain/market/first-picture'
import { BEAT_MS, createApi, type ApiOptions } from '../../api/create-api'
import { NO_FAULTS, type Faults } from '../../api/faults'
import type { HostPorts } from '../../api/host-ports'
import { openKeySigner } from './files/key-signer'
import { textsIn } from './files/stored-texts'
import type { GatewayOptions, RunningGateway } from './gateway-options'
import { AddressCounts } from './http/address-counts'
import { CONNECTION_LIMITS } from './http/connection-limits'
import { hashToken } from './http/cookies'
import { openFront } from './http/http-front'
import { OriginRules } from './http/origins'
import { answerMetrics } from './metrics/answer-metrics'
import { Metrics } from './metrics/metrics'
import { MetricsReaders } from './metrics/metrics-reader'
import { StaticFiles } from './http/static-files'
import { textFrame } from './sockets/frame'
import { createUpgradeHandler } from './sockets/upgrade'

/** What the control module gives: faults to run on, and its own calls. */
interface ControlModule {
  readonly faults: Faults
  readonly addRoutes: NonNullable<ApiOptions['addControl']>
}

/** Opens REST, push, sessions and the app's files on one origin. Settles once the port is bound. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { journal, fanout, config, build } = options
  const limits = { ...CONNECTION_LIMITS, ...options.connectionLimits }
  const control = (options.control ?? config.control) ? await loadControl(options.setPace ?? null) : null
  const metrics = new Metrics()
  const said = options.trace ?? traceToStandardError
  const trace = (id: string, error: unknown): void => {
    metrics.faulted()
    said(id, error)
  }
  const allowedOrigins = config.allowedOrigins ?? []
  const origins = new OriginRules(config.host, allowedOrigins)
  const readers = new MetricsReaders(config.metricsToken ?? null, allowedOrigins.length > 0)
  const { historyBacklog } = options
  const api = await createApi({
    journal,
    fanout,
    ports: await openPorts(config.dataDir),
    origins,
    faults: control?.faults ?? NO_FAULTS,
    addControl: control?.addRoutes ?? null,
    build,
    region: config.region,
    trace,
  })

  const locales = config.locales ?? null
  const connect = [config.api, config.ws, locales].filter((one): one is string => one !== null && one !== '')
  const bootstrap = (hasChartLibrary: boolean) => ({
    build,
    protocol: PROTOCOL_VERSION,
    api: config.api ?? '',
    ws: config.ws ?? '',
    venue: config.venue ?? '',
    locales: locales ?? '',
    region: config.region,
    chartLibrary: hasChartLibrary && config.chartLibrary !== false,
    serviceWorker: config.serviceWorker !== false,
  })

  const beat = setInterval(() => api.beat(), BEAT_MS)
  const { addressSocketsMax, countsLoopback } = limits
  const upgrades = createUpgradeHandler(api, origins, new AddressCounts({ max: addressSocketsMax, countsLoopback }))
  const front = await openFront(
    {
      host: config.host,
      port: config.port,
      limits,
      origins,
      files: openApp(options, bootstrap, (path) => api.pictureOf(path)),
      connect,
      hasControl: control !== null,
      countRead: (work) => api.turns.count(work),
      takeRead: (read, isGone) => api.turns.take(read, isGone),
      trace,
      answered: (status) => metrics.answered(status),
      metrics: (request, connections) =>
        answerMetrics(readers.check(request), () =>
          metrics.text({
            build,
            journal,
            ...(historyBacklog === undefined ? {} : { historyBacklog }),
            counts: () => api.counts(),
            connections: () => connections,
          }),
        ),
    },
    {
      call: (request) => api.call(request),
      upgrade: (request, socket, head) => upgrades.handle(request, socket, head),
    },
  )

  return {
    port: front.port,
    async close() {
      clearInterval(beat)
      api.close()
      upgrades.close()
      await front.close()
      await api.flush()
    },
  }
}

/** @returns `null` for a gateway without the app */
function openApp(
  { staticDir, packedDir, config }: GatewayOptions,
  bootstrap: (hasChartLibrary: boolean) => unknown,
  pictureOf: (path: string) => FirstPicture | null,
): StaticFiles | null {
  if (staticDir === null) return null
  return new StaticFiles(staticDir, bootstrap, {
    packedFolder: packedDir ?? null,
    // A page that is to speak to another exchange has nothing of this one.
    ...(config.api == null && config.venue == null ? { pictureOf } : {}),
    inPlaceOf: config.serviceWorker === false ? { '/sw.js': '/sw-off.js' } : {},
  })
}

async function openPorts(dataDir: string | null): Promise<HostPorts> {
  const texts = dataDir === null ? null : textsIn(dataDir)
  return {
    texts,
    signer: await openKeySigner(texts),
    hashToken,
    nextTurn: (call) => void setImmediate(call),
    frame: textFrame,
  }
}

/** Loaded only with the switch: without it no code of the control module runs. */
async function loadControl(setPace: ((everyMs: number) => void) | null): Promise<ControlModule> {
  const { createControl } = await import('../../control/create-control')
  return createControl(setPace)
}

function traceToStandardError(id: string, error: unknown): void {
  process.stderr.write(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
