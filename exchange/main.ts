import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig, type ExchangeConfig } from './config'
import { openFeed } from './feed-reader'
import { startGateway } from './host/node/start-gateway'
import { openJournal } from './host/node/journal/open-journal'
import type { Genesis } from './journal/recovery'
import { LISTED_FAMILIES } from './listings/families'
import { MarketSteps } from './market-steps'
import { blameVariable, openedFeed, sayForOperator } from './operator-errors'
import { TICK_MS } from './simulation/reference-process'
import { systemClock } from './system-clock'
import { readArguments } from './usage'
import { restoreVenue, venueOf } from './venue/create-venue'
import { PRESENT_GENESIS } from './venue/venue-state'

/** Set by the build: a hash of its sources. */
declare const __HALYARD_BUILD__: string

const say = (text: string): void => console.log(text)
const warn = (text: string): void => console.error(`halyard: ${text}`)

function fail(error: unknown): never {
  warn(sayForOperator(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))
  process.exit(1)
}

process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

const asked = readArguments(process.argv.slice(2))
if (asked === null) await start().catch(fail)
else {
  const out = asked.code === 0 ? process.stdout : process.stderr
  out.write(asked.text)
  process.exitCode = asked.code
}

async function start(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  await run(config).catch((error: unknown) => {
    throw blameVariable(error, config)
  })
}

async function run(config: ExchangeConfig): Promise<void> {
  const { feedPath, speed } = config
  const feed = feedPath === null ? null : await openedFeed(feedPath, () => openFeed(feedPath, speed))
  const wanted = {
    type: 'genesis' as const,
    seed: config.seed,
    region: config.region,
    ...(config.markets === 'linear' ? {} : { markets: config.markets }),
    ...(config.listsFamilies ? { families: LISTED_FAMILIES } : {}),
    feedSymbol: feed?.symbol ?? null,
    ...PRESENT_GENESIS,
  }
  const journal = await openJournal({
    dataDir: config.dataDir,
    genesis: wanted,
    clock: systemClock,
    createVenue: venueOf,
    restoreVenue,
    warn,
    onBroken(error) {
      warn(error.message)
      // The gateway still answers those who wait that their outcome is unknown; then a restart recovers from the ledger.
      setTimeout(() => process.exit(1), 200)
    },
  })
  sayRecovery(journal.recovery, wanted)

  const staticDir = fileURLToPath(new URL('../app/', import.meta.url))
  const market = new MarketSteps({ journal, clock: systemClock, everyMs: TICK_MS, feed })
  const gateway = await startGateway({
    journal,
    fanout: journal.fanout,
    historyBacklog: () => journal.historyBacklog(),
    config,
    build: __HALYARD_BUILD__,
    staticDir: existsSync(staticDir) ? staticDir : null,
    packedDir: fileURLToPath(new URL('../packed/', import.meta.url)),
    control: config.control,
    setPace: (everyMs) => market.setPace(everyMs),
  })
  market.start()

  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await market.stop()
    await gateway.close()
    await journal.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop().catch(fail))
  process.on('SIGINT', () => void stop().catch(fail))

  const name = config.host === '127.0.0.1' ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  say(`Halyard is ready at http://${name}:${gateway.port}`)
}

function sayRecovery(
  { isNew, replayedInputs, mismatches, genesis }: Awaited<ReturnType<typeof openJournal>>['recovery'],
  wanted: Genesis,
): void {
  if (isNew) return
  if (mismatches > 0) warn(`${mismatches} of ${replayedInputs} replayed inputs differ from the ledger`)
  const differs = (['seed', 'region', 'feedSymbol', 'markets'] as const).filter(
    (name) => genesis[name] !== wanted[name],
  )
  for (const name of differs)
    warn(`this ledger began with ${name} ${String(genesis[name])} and keeps it (${String(wanted[name])} was asked for)`)
}
