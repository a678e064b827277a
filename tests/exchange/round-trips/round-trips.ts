import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HttpLine } from '../../laws/lib/http'
import { num, type Num } from '../../laws/lib/numbers'
import { RestReader } from '../../laws/lib/rest'
import { faultsOf, readAccountLog } from './account-log'
import { readListed, type Listed, type ListedKind } from './listed'
import { roundTrip, untilTaken } from './trade'

/** Decisions 21: what an account begins with. */
const FIRST_CREDIT = { USDT: '100000', USDC: '100000', BTC: '2', ETH: '20' } as const
/** What contracts settle in and pairs are paid with besides. */
const FAUCET = { SOL: '50', XRP: '5000', EOS: '5000', DOT: '5000', EUR: '5000' } as const

export interface RoundTripReport {
  /** How many of each kind were bought and sold back. */
  readonly traded: ReadonlyMap<ListedKind, number>
  readonly fills: number
  readonly logRows: number
  readonly coins: readonly string[]
  /** Pairs that nobody may buy, sold from what the account was given. */
  readonly soldOnly: readonly string[]
  /** Pairs that nobody may sell: bought, and held. */
  readonly boughtOnly: readonly string[]
  /** Options that are worth less than their first price: bought, and held. */
  readonly noBids: readonly string[]
  readonly faults: readonly string[]
}

export interface RoundTripOptions {
  readonly port: number
  /** The exchange's own, whose ledger is read. */
  readonly dataDir: string
  /** Which of the listed; all unless it says otherwise. */
  readonly wants?: (listed: Listed, place: number) => boolean
  readonly onProgress?: (done: number, of: number) => void
}

/**
 * Buys every listed instrument at market and sells it back, through the native dialect of a running exchange, then holds
 * the account's log against the ledger.
 * @see the specification's decisions 25
 */
export async function runRoundTrips(options: RoundTripOptions): Promise<RoundTripReport> {
  const line = new HttpLine(options.port)
  try {
    return await run(new RestReader(line), options)
  } finally {
    line.close()
  }
}

async function run(rest: RestReader, options: RoundTripOptions): Promise<RoundTripReport> {
  await rest.signIn()
  const given = new Map<string, Num>(
    Object.entries({ ...FIRST_CREDIT, ...FAUCET }).map(([coin, of]) => [coin, num(of)]),
  )
  for (const [coin, amount] of Object.entries(FAUCET))
    await untilTaken(() => rest.post('/sandbox/faucet', { coin, amount }))
  const all = await readListed(rest)
  const chosen = all.filter(options.wants ?? (() => true))
  const traded = new Map<ListedKind, number>()
  const faults: string[] = []
  const soldOnly: string[] = []
  const boughtOnly: string[] = []
  const noBids: string[] = []
  for (const [place, listed] of chosen.entries()) {
    const trip = await roundTrip(rest, listed, `rt-${place}`)
    if (trip.end === 'back') traded.set(listed.kind, (traded.get(listed.kind) ?? 0) + 1)
    else if (trip.end === 'soldOnly') soldOnly.push(listed.symbol)
    else if (trip.end === 'boughtOnly') boughtOnly.push(listed.symbol)
    else if (trip.end === 'noBids') noBids.push(listed.symbol)
    else faults.push(`${listed.symbol}: ${trip.fault}`)
    options.onProgress?.(place + 1, chosen.length)
  }
  faults.push(...(await openFaults(rest, new Set(noBids))))
  const log = await readAccountLog(rest, readFileSync(join(options.dataDir, 'ledger.jsonl'), 'utf8'))
  faults.push(...faultsOf(log, all, given))
  const { fills, transactions, balances } = log
  const counts = { fills: fills.length, logRows: transactions.length, coins: [...balances.keys()] }
  return { traded, ...counts, soldOnly, boughtOnly, noBids, faults }
}

/** Nothing is held any more, and nothing waits. */
async function openFaults(rest: RestReader, kept: ReadonlySet<string>): Promise<readonly string[]> {
  const faults: string[] = []
  for (const query of [
    'category=linear&settleCoin=USDT',
    'category=linear&settleCoin=USDC',
    'category=inverse',
    'category=option',
  ]) {
    const { list } = await rest.get<{ readonly list: readonly { readonly symbol: string; readonly size: string }[] }>(
      `/v5/position/list?${query}&limit=200`,
    )
    for (const { symbol, size } of list)
      if (!num(size).isZero() && !kept.has(symbol)) faults.push(`${symbol}: ${size} is still held`)
  }
  return faults
}
