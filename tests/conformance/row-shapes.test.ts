import { beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../exchange/api/calls/routes'
import type { JsonObject } from '../../src/wire/json'
import { NAUTILUS_FIELDS, missingFields, valuesAt } from './shapes/nautilus-fields'
import { playEverything, type Played } from './shapes/played-answers'
import { LIBRARY_VERSION, PublishedTypes, methodsOfLibrary } from './shapes/published-types'

/*
 * Every answer that this exchange serves under a v5 name, and every message of its v5 sockets, against the types that
 * bybit-api publishes (read from the package itself) and against the fields that nautilus_trader cannot do without.
 */

const CALLS = ROUTES.filter(({ path }) => path.startsWith('/v5/')).map(({ method, path }) => `${method} ${path}`)

/** Where the library's method has several answers, the one that is of contracts. */
const OF_CONTRACTS: Readonly<Record<string, string>> = {
  'GET /v5/market/tickers': "Answer<lib.CategoryListV5<lib.TickerLinearInverseV5[], 'linear' | 'inverse'>>",
  'GET /v5/market/instruments-info': "Answer<lib.InstrumentInfoResponseV5<'linear'>>",
  'GET /v5/account/instruments-info': "Answer<lib.AccountInstrumentInfoResponseV5<'linear'>>",
  'GET /v5/market/delivery-price': "Result<'getDeliveryPrice'>",
  'GET /v5/asset/transfer/query-account-coins-balance': "Result<'getAllCoinsBalance'>",
}

/** Calls that v5 documents and the library has no method for, with the answer as its page has it. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  'GET /v5/spot-margin-trade/collateral':
    'lib.APIResponseV3WithTime<{ list: { currency: string; collateralRatioList: { minQty: string; maxQty: string; collateralRatio: string }[] }[] }>',
}

/** Topics and what the library says of their messages; `wsKey` is added to them by the library itself. */
const TOPICS: Readonly<Record<string, string>> = {
  orderbook: "Omit<ws.WSOrderbookEventV5, 'wsKey'>",
  publicTrade: "Omit<ws.WSTradeEventV5, 'wsKey' | 'cts'>",
  tickers: "Omit<ws.WSPublicTopicEventV5<string, 'snapshot' | 'delta', ws.WSTickerV5>, 'wsKey' | 'cts'>",
  'tickers delta':
    "Omit<ws.WSPublicTopicEventV5<string, 'delta', Partial<ws.WSTickerV5> & { symbol: string }>, 'wsKey' | 'cts'>",
  kline: "Omit<ws.WSKlineEventV5, 'wsKey' | 'cts'>",
  allLiquidation: "Omit<ws.WSLiquidationEventV5, 'wsKey' | 'cts'>",
  insurance: "Omit<ws.WSInsuranceEventV5, 'wsKey' | 'cts'>",
  adlAlert: "Omit<ws.WSADLAlertEventV5, 'wsKey' | 'cts'>",
  // Recorded messages of this topic have no type.
  priceLimit: "Omit<ws.WSPriceLimitEventV5, 'wsKey' | 'cts' | 'type'>",
  order: "Omit<ws.WSAccountOrderEventV5, 'wsKey'>",
  execution: "Omit<ws.WSExecutionEventV5, 'wsKey'>",
  'execution.fast': "Omit<ws.WSExecutionFastEventV5, 'wsKey'>",
  position: "Omit<ws.WSPositionEventV5, 'wsKey'>",
  wallet: 'WalletFrame',
  'spread.order': "Omit<ws.WSSpreadOrderEventV5, 'wsKey'>",
  'spread.execution': "Omit<ws.WSSpreadExecutionEventV5, 'wsKey'>",
  subscribe: 'lib.WebsocketTopicSubscriptionConfirmationEvent',
  'order.create': "Omit<WsAPIOperationResponseMap['order.create'], 'wsKey'>",
  'order.create-batch': "Omit<WsAPIOperationResponseMap['order.create-batch'], 'wsKey'>",
}

/** Calls that are refused in this world in every case: there is no answer to look at. */
const REFUSED: Readonly<Record<string, string>> = {
  'POST /v5/order/disconnected-cancel-all': 'disconnect protection is for institutions',
  'GET /v5/account/contract-transaction-log': 'accounts here are unified ones',
  'POST /v5/position/switch-isolated': 'accounts here are unified ones',
  'POST /v5/account/mmp-modify': 'no option is listed there',
  'POST /v5/account/mmp-reset': 'no option is listed there',
}

/** Lists that are always empty here: their rows are nobody's to judge. */
const EMPTY: Readonly<Record<string, string>> = {
  'POST /v5/account/set-margin-mode result.reasons': 'they are those of a refusal',
  'GET /v5/system/status result.list': 'no maintenance is planned',
  'GET /v5/asset/coin-greeks result.list': 'no option is listed there',
  'GET /v5/market/fee-group-info result.list': 'fees go by the account’s tier alone',
  'GET /v5/account/query-dcp-info result.dcpInfos': 'disconnect protection is for institutions',
  'GET /v5/account/borrow-history result.list': 'nothing is lent',
  'GET /v5/position/move-history result.list': 'accounts stand alone',
}

/** Where the library's type says otherwise than v5 itself: the place, and who says what v5 sends. */
const PUBLISHED_OTHERWISE: readonly (readonly [place: RegExp, source: string])[] = [
  [
    /^GET \/v5\/market\/risk-limit .*\.(maintenanceMargin|initialMargin) is "[\d.]+" and no number$/,
    'recorded replies of BTCUSDT and BTCUSD have text',
  ],
  [/^GET \/v5\/market\/risk-limit .*\.section is missing$/, 'the same replies have no section'],
  [
    /^(GET \/v5\/order\/(realtime|history)|order) .*\.smpGroup is 0 and no string$/,
    'recorded orders, REST and pushed, have a number; nautilus reads an integer',
  ],
  [/^GET \/v5\/account\/smp-group .*\.smpGroup is 0 and no string$/, 'v5 documents: smpGroup, integer'],
  [/^GET \/v5\/account\/fee-rate \.result\.category is missing$/, 'v5 documents: derivatives do not have this field'],
  [
    /^GET \/v5\/asset\/settlement-record .*\.size is "[\d.]+" and no number$/,
    'the documented reply has text ("size": "1.5")',
  ],
  [
    /^GET \/v5\/market\/historical-volatility \.result is \[.* and no object$/,
    'the documented reply has the list as its result',
  ],
]

/** Words that v5 documents and nautilus's closed sets do not have: what it cannot read it would not read of v5 either. */
const NAUTILUS_LACKS: readonly (readonly [fault: RegExp, source: string])[] = [
  [/\.execType is the word "FutureSpread"$/, 'v5 documents: execType, FutureSpread, of the legs of a spread'],
]

let played: Played
let types: PublishedTypes
beforeAll(async () => {
  const methods = methodsOfLibrary()
  const expressions = CALLS.flatMap((call): readonly (readonly [string, string])[] => {
    const [method] = methods.get(call) ?? []
    const said = OF_CONTRACTS[call] ?? DOCUMENTED[call] ?? (method === undefined ? null : `Result<'${method}'>`)
    return said === null ? [] : [[call, said]]
  })
  types = new PublishedTypes(new Map([...expressions, ...Object.entries(TOPICS)]))
  played = await playEverything()
}, 180_000)

/** What was answered to a call, or pushed under a topic. */
function saidOf(name: string): readonly unknown[] {
  const answers = played.answers.get(name)
  if (answers !== undefined) return answers
  const frames = played.frames.get(name.split(' ')[0]!) ?? []
  if (!name.startsWith('tickers')) return frames
  return frames.filter((frame) => (frame.type === 'delta') === name.endsWith('delta') && !isOfEnded(frame))
}

/** Of a contract that ended there is a symbol and no ticker (ADR-1105); the published types know no end. */
function isOfEnded({ type, data }: JsonObject): boolean {
  return type === 'snapshot' && Object.keys(data as JsonObject).join() === 'symbol'
}

const known = (fault: string): boolean => PUBLISHED_OTHERWISE.some(([place]) => place.test(fault))

describe(`bybit-api ${LIBRARY_VERSION}: its published types`, () => {
  it('say something of every call that is served here', () => {
    const methods = methodsOfLibrary()
    expect(CALLS.filter((call) => !methods.has(call))).toEqual(Object.keys(DOCUMENTED))
    expect([...CALLS, ...Object.keys(TOPICS)].filter((name) => !types.saysSomething(name))).toEqual([])
  })

  it('were held against an answer of every call, and a message of every topic', () => {
    expect(CALLS.filter((call) => !played.answers.has(call))).toEqual(CALLS.filter((call) => call in REFUSED))
    expect(Object.keys(REFUSED).filter((call) => !CALLS.includes(call))).toEqual([])
    expect(Object.keys(TOPICS).filter((topic) => saidOf(topic).length === 0)).toEqual([])
    expect([...played.frames.keys()].filter((topic) => !(topic in TOPICS))).toEqual([])
  })

  it.each(CALLS.filter((call) => !(call in REFUSED)))('%s', (call) => {
    const places = new Set<string>()
    const faults = saidOf(call).flatMap((one) => types.faults(call, one, (place) => places.add(place)))
    const told = new Set(faults.map((fault) => `${call} ${fault}`).filter((fault) => !known(fault)))
    expect([...told]).toEqual([])
    // A list without a row proves nothing of its rows.
    const unseen = emptyLists(saidOf(call)).filter((place) => !(`${call} ${place}` in EMPTY))
    expect(unseen).toEqual([])
  })

  it.each(Object.keys(TOPICS))('%s', (topic) => {
    const faults = saidOf(topic).flatMap((one) => types.faults(topic, one))
    expect([...new Set(faults)].filter((fault) => !known(`${topic} ${fault}`))).toEqual([])
  })

  it('are contradicted where v5 itself does, and nowhere else', () => {
    const all = [...CALLS, ...Object.keys(TOPICS)].flatMap((name) =>
      saidOf(name).flatMap((one) => types.faults(name, one).map((fault) => `${name} ${fault}`)),
    )
    expect(PUBLISHED_OTHERWISE.filter(([place]) => !all.some((fault) => place.test(fault)))).toEqual([])
  })
})

describe('nautilus_trader: the fields that its structs need', () => {
  it.each(Object.entries(NAUTILUS_FIELDS))('%s', (name, required) => {
    const said = [...saidOf(name), ...(name === 'tickers' ? saidOf('tickers delta') : [])]
    expect(said.length).toBeGreaterThan(0)
    const faults = new Set(said.flatMap((one) => missingFields(required, one)))
    expect([...faults].filter((fault) => !NAUTILUS_LACKS.some(([lack]) => lack.test(fault)))).toEqual([])
    for (const { at } of required) expect(said.flatMap((one) => valuesAt(one, at)).length, at).toBeGreaterThan(0)
  })
})

/** Lists of an answer's result that held nothing in any of the answers, `result.list`. */
function emptyLists(answers: readonly unknown[]): readonly string[] {
  const most = new Map<string, number>()
  for (const answer of answers) {
    const { result } = answer as { readonly result: unknown }
    const lists = Array.isArray(result)
      ? [['result', result] as const]
      : Object.entries(result ?? {}).flatMap(([name, one]) =>
          Array.isArray(one) ? [[`result.${name}`, one] as const] : [],
        )
    for (const [place, list] of lists) most.set(place, Math.max(most.get(place) ?? 0, list.length))
  }
  return [...most].filter(([, rows]) => rows === 0).map(([place]) => place)
}
