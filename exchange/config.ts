import { resolve } from 'node:path'
import type { Markets } from './listings/catalogue'

/** The environment of decisions 31, read and checked once. */
export interface ExchangeConfig {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Market seed of a new ledger; an existing one keeps its own. */
  readonly seed: number
  /** Recorded feed to replay, or `null` for the seeded market alone. */
  readonly feedPath: string | null
  /** How much faster than recorded the feed runs. */
  readonly speed: number
  readonly region: 'global' | 'eu'
  /** What a new ledger lists: linear USDT perpetuals alone, or every kind of contract. */
  readonly markets: Markets
  /** Whether it lists options, spot pairs and spreads, too. */
  readonly listsFamilies: boolean
  /** Other hosts the app is to call, as origins; `null` is this one. */
  readonly api: string | null
  readonly ws: string | null
  /** What the app takes that host for, by the name of an adapter of its hub; `null` is this exchange. */
  readonly venue: string | null
  readonly locales: string | null
  /** Origins besides our own whose pages may call and connect: those of a proxy in front (`HALYARD_ORIGINS`). */
  readonly allowedOrigins: readonly string[]
  /** What `/metrics` asks for; without one it answers this computer only. */
  readonly metricsToken: string | null
  readonly control: boolean
  /** Whether browsers may keep the app: `false` makes their service workers drop everything and unregister. */
  readonly serviceWorker: boolean
  /** Whether pages use the chart library that an operator put beside the app's files. */
  readonly chartLibrary: boolean
}

/** A variable has a value it cannot have. The message names the variable, the rule and what was found. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1'])
/** Words of `HALYARD_MARKETS`. */
const MARKETS: Readonly<Record<string, Pick<ExchangeConfig, 'markets' | 'listsFamilies'>>> = {
  linear: { markets: 'linear', listsFamilies: false },
  contracts: { markets: 'all', listsFamilies: false },
  all: { markets: 'all', listsFamilies: true },
}
/** Adapters of the hub; the second takes this exchange for one that gives less than it does (`npm run weaker-venue`). */
const VENUES: readonly string[] = ['sandbox', 'sandbox-weaker']
const REGIONS: Readonly<Record<string, ExchangeConfig['region']>> = { global: 'global', eu: 'eu' }

/** @throws ConfigError for the first variable that is wrong */
export function readConfig(env: Readonly<Record<string, string | undefined>>, workingDir: string): ExchangeConfig {
  const text = (name: string): string | null => {
    const value = env[name]?.trim() ?? ''
    return value === '' ? null : value
  }
  const number = (name: string, fallback: number, rule: { min: number; max: number; whole: boolean }): number => {
    const found = text(name)
    if (found === null) return fallback
    const value = /^\d+(\.\d+)?$/.test(found) ? Number(found) : Number.NaN
    if (!(value >= rule.min && value <= rule.max) || (rule.whole && !Number.isInteger(value)))
      throw new ConfigError(
        `${name} must be a ${rule.whole ? 'whole ' : ''}number from ${rule.min} to ${rule.max}; it is "${found}"`,
      )
    return value
  }
  const origin = (name: string, protocols: readonly string[]): string | null => {
    const found = text(name)
    if (found === null) return null
    const url = URL.canParse(found) ? new URL(found) : null
    if (url === null || !protocols.includes(url.protocol))
      throw new ConfigError(
        `${name} must be an address that begins with ${protocols.join('// or ')}//; it is "${found}"`,
      )
    return `${url.protocol}//${url.host}`
  }
  const origins = (name: string): readonly string[] => {
    const list = (text(name) ?? '').split(',').map((one) => one.trim())
    return list
      .filter((one) => one !== '')
      .map((one) => {
        const url = URL.canParse(one) ? new URL(one) : null
        if (url === null || !/^https?:$/.test(url.protocol) || (one !== url.origin && one !== `${url.origin}/`))
          throw new ConfigError(
            `${name} must be origins with commas between them, such as https://trade.example.com; it has "${one}"`,
          )
        return url.origin
      })
  }
  const flag = (name: string, otherwise: '0' | '1' = '0'): boolean => {
    const found = text(name) ?? otherwise
    if (found !== '0' && found !== '1') throw new ConfigError(`${name} must be 0 or 1; it is "${found}"`)
    return found === '1'
  }

  const host = text('HOST') ?? '127.0.0.1'
  const control = flag('HALYARD_CONTROL')
  if (control && !LOOPBACK.has(host))
    throw new ConfigError(`HALYARD_CONTROL=1 works on loopback only; HOST is "${host}"`)
  const allowedOrigins = origins('HALYARD_ORIGINS')
  // What such a proxy passes on comes from loopback, whoever sent it.
  if (control && allowedOrigins.some((one) => !LOOPBACK.has(new URL(one).hostname)))
    throw new ConfigError(`HALYARD_CONTROL=1 works on loopback only; HALYARD_ORIGINS is "${allowedOrigins.join(',')}"`)
  const regionText = text('HALYARD_REGION') ?? 'global'
  const region = Object.hasOwn(REGIONS, regionText) ? REGIONS[regionText] : undefined
  if (region === undefined) throw new ConfigError(`HALYARD_REGION must be global or eu; it is "${regionText}"`)
  const marketsText = text('HALYARD_MARKETS') ?? 'all'
  const markets = Object.hasOwn(MARKETS, marketsText) ? MARKETS[marketsText] : undefined
  if (markets === undefined)
    throw new ConfigError(`HALYARD_MARKETS must be linear, contracts or all; it is "${marketsText}"`)
  const venue = text('HALYARD_VENUE')
  if (venue !== null && !VENUES.includes(venue))
    throw new ConfigError(`HALYARD_VENUE must be ${VENUES.join(' or ')}; it is "${venue}"`)
  const metricsToken = text('HALYARD_METRICS_TOKEN')
  // A secret: what was found is not said.
  if (metricsToken !== null && !/^[\x21-\x7e]{16,256}$/.test(metricsToken))
    throw new ConfigError('HALYARD_METRICS_TOKEN must be 16 to 256 letters, digits and signs, without spaces')
  const feed = text('HALYARD_FEED')
  return {
    port: number('PORT', 4173, { min: 0, max: 65_535, whole: true }),
    host,
    dataDir: resolve(workingDir, text('HALYARD_DATA_DIR') ?? '.halyard'),
    seed: number('HALYARD_SEED', 1, { min: 0, max: 4_294_967_295, whole: true }),
    feedPath: feed === null ? null : resolve(workingDir, feed),
    speed: number('HALYARD_SPEED', 1, { min: 0.01, max: 1_000, whole: false }),
    region,
    ...markets,
    api: origin('HALYARD_API', ['http:', 'https:']),
    ws: origin('HALYARD_WS', ['ws:', 'wss:']),
    venue,
    locales: origin('HALYARD_LOCALES', ['http:', 'https:']),
    allowedOrigins,
    metricsToken,
    control,
    serviceWorker: flag('HALYARD_SERVICE_WORKER', '1'),
    chartLibrary: flag('HALYARD_CHART_LIBRARY', '1'),
  }
}
