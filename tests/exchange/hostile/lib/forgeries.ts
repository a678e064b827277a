import { createHmac } from 'node:crypto'
import { Exact, type DecimalText } from '../../../../src/domain/decimal'
import type { Contract } from '../../../../src/domain/instrument/contract'
import { CALLS, READS, type Call } from './corpus'
import { httpRequest } from './http-line'

/** Who a forged call comes from: one of many traders, so that none is over his rate, or whoever its headers name. */
export type Forger = 'trader' | 'nobody'

export interface Forgery {
  readonly name: string
  readonly from: Forger
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** HTTP statuses, or codes, one of which has to come. */
  readonly expected: readonly number[]
}

/** What the forger knows of the exchange. */
export interface Scene {
  readonly port: number
  readonly nowMs: number
  readonly instruments: readonly { readonly instrument: Contract; readonly bid: string }[]
  /** Of somebody else: an open order by both its names, a guard, a strategy, a key. */
  readonly victim: {
    readonly orderId: string
    readonly orderLinkId: string
    readonly guardId: string
    readonly strategyId: string
    readonly apiKey: string
  }
  /** Cookies that open nothing: made up, ended, idle for too long. */
  readonly deadCookies: readonly (readonly [what: string, cookie: string])[]
  /** Keys of the forger: one that may trade, one that may only read, one that was ended. */
  readonly keys: Readonly<Record<'trade' | 'read' | 'ended', { readonly apiKey: string; readonly apiSecret: string }>>
}

const JSON_TYPE = { 'content-type': 'application/json', 'x-requested-with': 'forger' }
const REFUSED_TYPE = [10001]
/** Calls that change orders: a term, a permission and a rate are asked for. */
const ORDER_CALLS = CALLS.filter(({ path }) => !/^\/(?:sandbox|user)\/|switch-isolated|spread/.test(path))

function post(
  name: string,
  { path, body }: Call,
  expected: readonly number[],
  headers: Readonly<Record<string, string>> = {},
): Forgery {
  return {
    name,
    from: 'trader',
    method: 'POST',
    path,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
    expected,
  }
}

const times = (text: string, factor: string): string => new Exact(text).times(factor).toFixed()
const onGrid = (text: string, step: string): string => new Exact(text).div(step).floor().times(step).toFixed()

/** Ticks, lots, limits, sides and modes that are wrong, for each contract and in both dialects. */
function* wrongNumbers({ instruments }: Scene): Generator<Forgery> {
  for (const { instrument, bid } of instruments) {
    const { symbol, tickSize, lotSize, minQty, maxLimitQty, maxMarketQty, maxPrice, maxLeverage } = instrument
    const price = onGrid(times(bid, '0.999'), tickSize)
    const qty = onGrid(new Exact(minQty).plus(new Exact(20).div(bid)).toFixed(), lotSize)
    const limit = { category: 'linear', symbol, side: 'Buy', orderType: 'Limit', qty, price, timeInForce: 'GTC' }
    const market = { category: 'linear', symbol, side: 'Buy', orderType: 'Market', qty }
    const more = (text: string, step: DecimalText | string): string => new Exact(text).plus(step).toFixed()
    const orders: readonly (readonly [string, object, readonly number[]])[] = [
      ['a price off the tick', { ...limit, price: more(price, times(tickSize, '0.5')) }, [110003]],
      ['a price of nothing', { ...limit, price: '0' }, [110003]],
      ['a price below nothing', { ...limit, price: `-${price}` }, [110003, 10001]],
      ['a price beyond the contract’s', { ...limit, price: more(maxPrice, tickSize) }, [110003]],
      ['a quantity off the lot', { ...limit, qty: more(qty, times(lotSize, '0.5')) }, [10001, 110095]],
      ['a quantity of nothing', { ...limit, qty: '0' }, [10001, 110095]],
      ['a quantity below nothing', { ...limit, qty: `-${qty}` }, [10001, 110095]],
      ['a quantity above the largest', { ...limit, qty: more(maxLimitQty, lotSize) }, [10001, 110095]],
      ['a market quantity above the largest', { ...market, qty: more(maxMarketQty, lotSize) }, [10001, 110095]],
      ['more than the account holds', { ...limit, qty: maxLimitQty }, [110007, 30031, 110090, 30162]],
      ['reduce-only without a position', { ...limit, reduceOnly: true }, [110017]],
      ['a side of the other position mode', { ...limit, positionIdx: 1 }, [10001]],
      ['a take-profit below a long', { ...limit, takeProfit: onGrid(times(bid, '0.9'), tickSize) }, [30027]],
      ['a stop-loss above a long', { ...limit, stopLoss: onGrid(times(bid, '1.2'), tickSize) }, [30028]],
      [
        'a rise to a price that is passed',
        { ...market, triggerPrice: onGrid(times(bid, '0.8'), tickSize), triggerDirection: 1, triggerBy: 'MarkPrice' },
        [110092, 30074],
      ],
      [
        'a fall to a price that is passed',
        { ...market, triggerPrice: onGrid(times(bid, '1.2'), tickSize), triggerDirection: 2, triggerBy: 'MarkPrice' },
        [110093, 30075],
      ],
      [
        'slippage below nothing',
        { ...market, slippageToleranceType: 'TickSize', slippageTolerance: '-1' },
        [110108, 10001],
      ],
      [
        'slippage of too many ticks',
        { ...market, slippageToleranceType: 'TickSize', slippageTolerance: '10001' },
        [110108],
      ],
      ['slippage of too little', { ...market, slippageToleranceType: 'Percent', slippageTolerance: '0.009' }, [110109]],
      ['slippage of too much', { ...market, slippageToleranceType: 'Percent', slippageTolerance: '10.01' }, [110109]],
    ]
    // Not every contract’s largest order is more than ten times what an account begins with.
    const isTooMuch = new Exact(maxLimitQty).times(bid).gt(5_000_000)
    for (const [what, body, expected] of orders.filter(([what]) => isTooMuch || !what.startsWith('more than')))
      for (const path of ['/v5/order/create', '/contract/v5/order/create'])
        yield post(`${what} of ${symbol}, ${path}`, { path, body: body as Call['body'] }, expected)
    const short = { ...limit, side: 'Sell', price: onGrid(times(bid, '1.001'), tickSize) }
    for (const [field, factor, code] of [
      ['takeProfit', '1.2', 30030],
      ['stopLoss', '0.8', 30029],
    ] as const)
      for (const path of ['/v5/order/create', '/contract/v5/order/create'])
        yield post(
          `a ${field} of a short on the wrong side, ${symbol}, ${path}`,
          { path, body: { ...short, [field]: onGrid(times(bid, factor), tickSize) } },
          [code],
        )
    const leverages = ['0', '0.99', '-1', times(maxLeverage, '1.01'), '1000000']
    for (const leverage of leverages)
      yield post(
        `leverage ${leverage} of ${symbol}`,
        {
          path: '/v5/position/set-leverage',
          body: { symbol, category: 'linear', buyLeverage: leverage, sellLeverage: leverage },
        },
        [110013, 10001],
      )
  }
}

const JUNK: readonly unknown[] = [
  { valueOf: 1 },
  [['1']],
  '0.1.2',
  '--1',
  '1 or 1=1',
  '∞',
  -1e308,

  {},
  [],
  true,
  1.5,
  'NaN',
  '1e5',
  ' 1',
  '+1',
  '0x1',
  '١',
  '1_0',
  '9'.repeat(100),
  '\u0000',
  '1;DROP',
]
/** Fields that every call of their path needs, by path. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '/v5/order/create': ['symbol', 'side', 'orderType', 'qty', 'price'],
  '/contract/v5/order/create': [
    'symbol',
    'side',
    'orderType',
    'qtyX',
    'timeInForce',
    'reduceOnly',
    'closeOnTrigger',
    'positionIdx',
  ],
  '/contract/v5/order/replace': ['symbol', 'orderId', 'price', 'qtyX'],
  '/v5/order/cancel': ['symbol', 'orderId'],
  '/v5/order/create-batch': ['request'],
  '/v5/order/amend-batch': ['request'],
  '/v5/order/cancel-batch': ['request'],
  '/v5/position/set-leverage': ['symbol', 'buyLeverage', 'sellLeverage'],
  '/v5/account/set-margin-mode': ['setMarginMode'],
  '/v5/position/switch-mode': ['symbol', 'mode'],
  '/v5/position/add-margin': ['symbol', 'margin', 'positionIdx'],
  '/v5/position/set-auto-add-margin': ['symbol', 'autoAddMargin'],
  '/v5/position/trading-stop': ['symbol', 'takeProfit', 'stopLoss', 'positionIdx'],
  '/contract/v5/position/set-tp-sl-ts': ['symbol', 'takeProfit', 'tpSizeX', 'trailingStop'],
  '/contract/v5/order/cancel-totally': ['symbol', 'type'],
  '/contract/v5/private/position/set-auto-add-margin': ['symbol', 'newAutoAddMargin'],
  '/contract/v5/private/position/add-margin': ['symbol', 'addToPositionBalanceE8'],
  '/contract/v5/private/position/pre-add-margin': ['symbol', 'addToPositionBalanceE8'],
  '/contract/v5/twap/create': ['symbol', 'side', 'strategyType'],
  '/contract/v5/twap/cancel': ['strategyId'],
  '/sandbox/faucet': ['coin', 'amount'],
}
/** Junk that is text may be an id, or a symbol, that nobody has. */
const NOT_FOUND = [110001, 110015, 110017, 110033, 110043, 110076]

function* wrongTypes(): Generator<Forgery> {
  for (const call of CALLS)
    for (const field of NEEDED[call.path] ?? [])
      for (const [i, junk] of JUNK.entries()) {
        // A market order’s price is not read.
        if (!(field in call.body) || (field === 'price' && call.body['orderType'] === 'Market')) continue
        if (typeof junk === 'boolean' && typeof call.body[field] === 'boolean') continue
        // v5's decimals may be numbers.
        if (junk === 1.5 && call.path.startsWith('/v5/') && /^\d+(\.\d+)?$/.test(String(call.body[field]))) continue
        // A whole number of another spelling is one all the same where the field is a count.
        const body = { ...call.body, [field]: junk } as Call['body']
        yield post(`${field} of ${call.path} as junk ${i}`, { ...call, body }, [...REFUSED_TYPE, ...NOT_FOUND])
      }
}

/** Bodies, types of bodies, keys and methods that no call of ours has. */
function* wrongBodies(): Generator<Forgery> {
  for (const { path, body } of byPath(CALLS)) {
    const good = JSON.stringify(body)
    const raw = (
      name: string,
      text: string,
      expected: readonly number[],
      headers: Readonly<Record<string, string>> = {},
      method = 'POST',
    ): Forgery => ({
      name: `${name}, ${path}`,
      from: 'trader',
      method,
      path,
      headers: { ...JSON_TYPE, ...headers },
      body: text,
      expected,
    })
    const key = Object.keys(body)[0]
    // These do not read a body before they say no, or at all.
    const isRead = !/\/ott$|^\/fapi|spread|switch-isolated/.test(path)
    if (isRead) {
      yield raw('a body of 64 KiB and a byte', JSON.stringify({ ...body, more: 'x'.repeat(65_536) }), [413])
      yield raw('33 levels', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`, [400])
      yield raw('a list', `[${good}]`, [400])
      yield raw('a text', '"x"', [400])
      yield raw('nothing', 'null', [400])
      yield raw('half of it', good.slice(0, -1), [400])
      yield raw('a comma too many', `${good.slice(0, -1)},}`, [400])
      yield raw('a prototype', `{"__proto__":{"account":"x"},${good.slice(1)}`, [400])
      if (key !== undefined) {
        yield raw('an equal key', `{${JSON.stringify(key)}:"x",${good.slice(1)}`, [400])
        const spelled = `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`
        yield raw('an equal key, spelled otherwise', `{"${spelled}":"x",${good.slice(1)}`, [400])
      }
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/json',
    ])
      yield raw(`a body of ${type}`, good, [403], { 'content-type': type })
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'LOCK'])
      yield raw(`the method ${method}`, good, [405, 400], {}, method)
    yield raw('the method DELETE', good, [404], {}, 'DELETE')
  }
}

/** Pages of other origins, forms, and calls without the header that no form can send. */
function* foreignOrigins({ port }: Scene): Generator<Forgery> {
  const own = `http://127.0.0.1:${port}`
  const origins = [
    'http://evil.example',
    'null',
    '',
    'http://127.0.0.1',
    `http://127.0.0.1:${port + 1}`,
    `${own}.evil.example`,
    `${own}@evil.example`,
    `http://localhost:${port}`,
    `ws://127.0.0.1:${port}`,
    `${own}/`,
  ]
  for (const call of byPath(CALLS)) {
    for (const origin of origins) yield post(`from origin ${origin}, ${call.path}`, call, [403], { origin })
    yield post(`across sites, ${call.path}`, call, [403], { 'sec-fetch-site': 'cross-site' })
    const { 'x-requested-with': _without, ...plain } = JSON_TYPE
    yield { ...post(`without the header, ${call.path}`, call, [403]), headers: plain }
    yield post(`by another name, ${call.path}`, call, [403], { host: 'evil.example' })
  }
}

/** Sessions that are none, or none any more. */
function* deadSessions({ deadCookies }: Scene): Generator<Forgery> {
  for (const [what, cookie] of deadCookies) {
    for (const call of byPath(CALLS)) {
      if (call.path.includes('spread')) continue
      yield { ...post(`${what}, ${call.path}`, call, [10007], { cookie }), from: 'nobody' }
    }
    for (const read of READS) {
      if (!/order\/|execution|position\/(?:list|closed)|account|twap|visitor|sandbox/.test(read)) continue
      const headers = { cookie }
      // The profile is everybody's; it says who nobody is.
      const expected = read.includes('visitor') ? [10007, 0] : [10007]
      yield { name: `${what}, ${read}`, from: 'nobody', method: 'GET', path: read, headers, body: '', expected }
    }
  }
}

/** Signatures that were not made by who holds the secret, or not for this, or not now. */
function* signatures({ keys, nowMs }: Scene): Generator<Forgery> {
  const order: Call = CALLS[0]!
  const text = JSON.stringify(order.body)
  const sign = (secret: string, payload: string): string => createHmac('sha256', secret).update(payload).digest('hex')
  const forged = (
    name: string,
    expected: readonly number[],
    change: {
      key?: string
      secret?: string
      stamp?: string
      window?: string
      signed?: string
      sign?: string
      path?: string
      body?: string
    } = {},
    leave: readonly string[] = [],
  ): Forgery => {
    const key = change.key ?? keys.trade.apiKey
    const stamp = change.stamp ?? String(nowMs)
    const window = change.window ?? '60000'
    const body = change.body ?? text
    const signature =
      change.sign ?? sign(change.secret ?? keys.trade.apiSecret, change.signed ?? stamp + key + window + body)
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-bapi-api-key': key,
      'x-bapi-timestamp': stamp,
      'x-bapi-recv-window': window,
      'x-bapi-sign': signature,
    }
    for (const header of leave) delete headers[header]
    return { name, from: 'nobody', method: 'POST', path: change.path ?? order.path, headers, body, expected }
  }
  const right = sign(keys.trade.apiSecret, `${nowMs}${keys.trade.apiKey}60000${text}`)
  for (let at = 0; at < right.length; at++) {
    const other = (Number.parseInt(right[at]!, 16) ^ 1).toString(16)
    yield forged(`digit ${at} of the signature`, [10004], { sign: right.slice(0, at) + other + right.slice(at + 1) })
  }
  for (const length of [0, 1, 32, 63])
    yield forged(`${length} digits of the signature`, [10004], { sign: right.slice(0, length) })
  yield forged('a signature and a digit', [10004], { sign: `${right}0` })
  yield forged('a signature in base64', [10004], { sign: Buffer.from(right, 'hex').toString('base64') })
  for (const word of ['', 'x', 'undefined', '0'.repeat(64), 'f'.repeat(64), 'g'.repeat(64), '٠'.repeat(21)])
    yield forged(`the signature ${JSON.stringify(word)}`, [10004, 400], {
      sign: word.replaceAll(/[^\u0020-\u007e]/g, '?'),
    })
  for (const secret of [
    '',
    ' ',
    keys.read.apiSecret,
    keys.ended.apiSecret,
    keys.trade.apiKey,
    keys.trade.apiSecret.slice(1),
  ])
    yield forged(`a secret that is another one (${secret.length} letters)`, [10004], { secret })
  for (const body of [
    `${text} `,
    ` ${text}`,
    text.replace('"0.01"', '"0.02"'),
    text.replace('Buy', 'Sell'),
    text.replaceAll(',', ', '),
  ])
    yield forged(`a body that was not the one signed: ${body}`, [10004], {
      body,
      signed: `${nowMs}${keys.trade.apiKey}60000${text}`,
    })
  for (const stamp of [nowMs - 60_001, nowMs - 3_600_000, nowMs + 1_000, nowMs + 60_000, nowMs + 86_400_000].map(
    String,
  ))
    yield forged(`signed at ${Number(stamp) - nowMs} ms`, [10002], { stamp })
  for (const stamp of ['', '0', 'now', '-1', '1e12', '1800000000.5', '99999999999999', ' 1800000000000x'])
    yield forged(`the timestamp ${JSON.stringify(stamp)}`, [10001, 10002], { stamp })
  for (const window of ['0', '-1', '60001', '1e3', '99999999999', 'x', '5000.5'])
    yield forged(`the window ${JSON.stringify(window)}`, [10001], { window })
  for (const signed of [
    '',
    text,
    `${nowMs}${text}`,
    `${keys.trade.apiKey}${nowMs}60000${text}`,
    `GET/realtime${nowMs}`,
  ])
    yield forged(`something else that was signed: ${signed.slice(0, 30)}`, [10004], { signed })
  for (const key of [
    '',
    'x',
    '__proto__',
    'constructor',
    keys.ended.apiKey,
    keys.trade.apiKey.toLowerCase(),
    `${keys.trade.apiKey}x`,
  ])
    yield forged(`the key ${key}`, key === '' ? [10003] : [10003, 10004], { key })
  for (const name of ['x-bapi-timestamp', 'x-bapi-sign']) yield forged(`without ${name}`, [10001, 10004], {}, [name])
  // A key that may only read, on every call that changes something.
  for (const { path, body } of byPath(ORDER_CALLS)) {
    if (!path.startsWith('/v5/')) continue
    yield forged(`a key that may only read, ${path}`, [10005], {
      key: keys.read.apiKey,
      secret: keys.read.apiSecret,
      path,
      body: JSON.stringify(body),
    })
    yield forged(`a key that was ended, ${path}`, [10003], {
      key: keys.ended.apiKey,
      secret: keys.ended.apiSecret,
      path,
      body: JSON.stringify(body),
    })
    yield forged(`the signature of another call’s body, ${path}`, path === order.path ? [10004] : [10004], {
      path,
      body: JSON.stringify({ ...body, x: 1 }),
      signed: `${nowMs}${keys.trade.apiKey}60000${text}`,
    })
  }
  // What only a visitor may: money, sessions and keys. A key is not looked at there, and there is no cookie.
  for (const path of [
    '/sandbox/faucet',
    '/sandbox/api-keys',
    '/user/private/ott',
    '/contract/v5/order/create',
    '/contract/v5/twap/create',
  ])
    yield forged(`a key where a session is asked for, ${path}`, [10007], { path })
}

/** Terms that another writer has overtaken, and terms that are none. The trader's is 9 by then. */
function* wrongTerms(): Generator<Forgery> {
  for (const call of byPath(ORDER_CALLS)) {
    for (const term of ['1', '5', '8', '08'])
      yield post(`term ${term}, ${call.path}`, call, [10001, 10005], { 'hub-term': term })
    for (const term of ['-1', '1.5', 'x', '1e3', '9'.repeat(16), '0x9'])
      yield post(`term ${term}, ${call.path}`, call, [400, 10005], { 'hub-term': term })
  }
}

/** Names of somebody else's things: answered as names of nothing. */
export function* otherAccounts({ victim }: Scene): Generator<readonly [theirs: Forgery, nobodys: Forgery]> {
  const linear = { category: 'linear', symbol: 'BTCUSDT' }
  const by = (build: (orderId: string, linkId: string) => Call): readonly [Forgery, Forgery] => {
    const pair = [
      build(victim.orderId, victim.orderLinkId),
      build('00000000-0000-4000-8000-00000000ffff', 'no-such-press'),
    ] as const
    const [theirs, nobodys] = pair.map((call) => post(`another account’s, ${call.path}`, call, [110001]))
    return [theirs!, nobodys!]
  }
  const house = { symbol: 'BTCUSDT' }
  yield by((orderId) => ({ path: '/v5/order/cancel', body: { ...linear, orderId } }))
  yield by((_, orderLinkId) => ({ path: '/v5/order/cancel', body: { ...linear, orderLinkId } }))
  yield by((orderId) => ({ path: '/v5/order/amend', body: { ...linear, orderId, qty: '0.02' } }))
  yield by((_, orderLinkId) => ({ path: '/v5/order/amend', body: { ...linear, orderLinkId, price: '51000' } }))
  yield by((orderId) => ({ path: '/contract/v5/order/cancel', body: { ...house, orderId } }))
  yield by((orderId) => ({ path: '/contract/v5/order/cancel', body: { ...house, orderId, type: 'TpSlOcoStopOrder' } }))
  yield by((orderId) => ({ path: '/contract/v5/order/replace', body: { ...house, orderId, price: '51000' } }))
  yield by((_, orderLinkId) => ({
    path: '/contract/v5/order/replace',
    body: { ...house, orderLinkId, qtyX: '2000000' },
  }))
  const guards = [victim.guardId, '00000000-0000-4000-8000-00000000fffe'].map((orderId) =>
    post('another account’s guard', { path: '/v5/order/cancel', body: { ...linear, orderId } }, [110001]),
  )
  yield [guards[0]!, guards[1]!]
  const strategies = [victim.strategyId, 'no-such-strategy'].map((strategyId) =>
    post('another account’s strategy', { path: '/contract/v5/twap/cancel', body: { strategyId } }, [110001]),
  )
  yield [strategies[0]!, strategies[1]!]
  const keys = [victim.apiKey, 'no-such-key'].map((apiKey): Forgery => ({
    ...post('another account’s key', { path: '/sandbox/api-keys', body: { apiKey } }, [10001]),
    method: 'DELETE',
  }))
  yield [keys[0]!, keys[1]!]
  const lists = [
    (id: string, link: string) => `/v5/order/realtime?category=linear&orderId=${id}&x=${link}`,
    (_id: string, link: string) => `/v5/order/realtime?category=linear&orderLinkId=${link}`,
    (id: string) => `/v5/order/history?category=linear&orderId=${id}`,
    (id: string) => `/v5/execution/list?category=linear&orderId=${id}`,
    (id: string) => `/contract/v5/execution/trade-list?orderId=${id}`,
  ]
  for (const list of lists) {
    const [theirs, nobodys] = [
      list(victim.orderId, victim.orderLinkId),
      list('00000000-0000-4000-8000-00000000ffff', 'no-such-press'),
    ].map((path): Forgery => ({
      name: `another account’s, ${path}`,
      from: 'trader',
      method: 'GET',
      path,
      headers: {},
      body: '',
      expected: [0],
    }))
    yield [theirs!, nobodys!]
  }
  const orderLists = [victim.strategyId, 'no-such-strategy'].map((id): Forgery => ({
    name: 'another account’s strategy',
    from: 'trader',
    method: 'GET',
    path: `/contract/v5/twap/order-list?strategyId=${id}`,
    headers: {},
    body: '',
    expected: [110001],
  }))
  yield [orderLists[0]!, orderLists[1]!]
}

/** Calls that are not there: control without its switch, files that are none, paths that climb. */
function* nowhere(): Generator<Forgery> {
  const actions =
    'price funding fee-tier tick-size expire hold reject http-status partial drop duplicate reorder corrupt mute swallow-subscribe delay token-fault disconnect advance clock reset-sequence flags dcp reset'
  for (const action of ['state', '', ...actions.split(' ')])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      yield {
        name: `control ${action} by ${method}`,
        from: 'nobody',
        method,
        path: `/control/${action}`,
        headers: JSON_TYPE,
        body: method === 'POST' ? '{}' : '',
        expected: [404],
      }
  for (const path of [
    '/v5/order/createx',
    '/v5/order//create',
    '/contract/v5/order',
    '/sandbox',
    '/sandbox/',
    '/sandbox/ledger',
    '/v5',
    '/ledger.jsonl',
    '/sessions.json',
    '/api-key.root',
    '/../ledger.jsonl',
    '/assets/../../ledger.jsonl',
    '/%2e%2e/ledger.jsonl',
    '/.git/config',
    '/.env',
  ])
    yield { name: `nothing at ${path}`, from: 'nobody', method: 'GET', path, headers: {}, body: '', expected: [404] }
}

function byPath(calls: readonly Call[]): readonly Call[] {
  return [...new Map(calls.map((call) => [call.path, call])).values()]
}

/** All of them, by family. */
export function forgeries(scene: Scene): Readonly<Record<string, readonly Forgery[]>> {
  return {
    'ticks, lots, limits, sides and modes': [...wrongNumbers(scene)],
    'types of fields': [...wrongTypes()],
    'bodies, keys and methods': [...wrongBodies()],
    'foreign origins and forms (X5)': [...foreignOrigins(scene)],
    'sessions that are none': [...deadSessions(scene)],
    signatures: [...signatures(scene)],
    terms: [...wrongTerms()],
    'what is not there': [...nowhere()],
  }
}

export function requestOf(forgery: Forgery, port: number, cookie: string): Buffer {
  const { method, path, headers, body, from } = forgery
  const common = { host: `127.0.0.1:${port}`, ...(from === 'trader' ? { cookie } : {}) }
  return httpRequest(method, path, { ...common, ...headers }, body)
}
