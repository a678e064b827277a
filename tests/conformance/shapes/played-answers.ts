import { createHmac } from 'node:crypto'
import { RealGateway } from '../../exchange/api/lib/real-gateway'
import type { Answer, Caller } from '../../exchange/api/lib/client'
import { Program } from '../../exchange/api/lib/program'
import { Signer } from '../../exchange/api/lib/signer'
import { playSpreads } from './played-spreads'

type Json = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, string>>

const HOUR_MS = 3_600_000
const KINDS = [
  { category: 'linear', symbol: 'BTCUSDT', qty: '0.01', more: '0.02', group: 'USDT' },
  { category: 'linear', symbol: 'BTCPERP', qty: '0.01', more: '0.02', group: 'USDC' },
  { category: 'inverse', symbol: 'BTCUSD', qty: '100', more: '200', group: 'inverse' },
] as const
type Kind = (typeof KINDS)[number]
/** Topics that are told apart by their second word. */
const LONG_TOPICS = ['execution.fast', 'spread.order', 'spread.execution']

/** What an exchange with every contract answered and pushed while one account traded a little of each kind. */
export interface Played {
  /** Successful answers by call, `GET /v5/market/time`. */
  readonly answers: ReadonlyMap<string, readonly Answer[]>
  /** Frames by the topic's first words: `orderbook`, `execution.fast`, `position`. */
  readonly frames: ReadonlyMap<string, readonly Json[]>
}

export async function playEverything(): Promise<Played> {
  const world = await RealGateway.open({ markets: 'all', families: ['spot', 'spread'] })
  const player = new Player(world, await world.caller())
  try {
    await player.play()
    return player
  } finally {
    player.hangUp()
    await world.close()
  }
}

class Player implements Played {
  readonly answers = new Map<string, Answer[]>()
  readonly frames = new Map<string, Json[]>()
  readonly #sockets: Program[] = []
  #signer!: Signer

  constructor(
    private readonly world: RealGateway,
    private readonly caller: Caller,
  ) {}

  async play(): Promise<void> {
    this.#signer = await Signer.of(this.caller, () => this.world.journal.now())
    await this.#listen()
    // Before anything inverse is held: then an account in isolated margin stays in it (spec §4).
    await this.#settings()
    for (const kind of KINDS) await this.#trade(kind)
    await this.#liquidate()
    const dated = await this.#contractOf('LinearFutures')
    await this.#post('order/create', { ...market(dated.symbol, 'Buy', '0.01'), category: 'linear' })
    await this.#endSession()
    await this.#market()
    await this.#account()
    await playSpreads({
      get: (path, query) => this.#get(path, query),
      post: (path, body) => this.#post(path, body),
      tick: (count) => this.world.tick(count),
    })
    await this.#portfolio(dated.symbol)
    await this.#deliver(dated)
    await this.#borrow()
    await this.#refused()
    await this.#tradeBySocket()
    await this.world.tick(30)
    for (const { frames } of this.#sockets) for (const frame of frames) this.#keep(frame)
  }

  hangUp(): void {
    for (const { socket } of this.#sockets) socket.terminate()
  }

  #keep(frame: Json): void {
    const { topic } = frame
    if (typeof topic !== 'string') return
    const kind = LONG_TOPICS.find((one) => topic.startsWith(one)) ?? topic.split('.')[0]!
    this.frames.set(kind, [...(this.frames.get(kind) ?? []), frame])
  }

  #note(call: string, answer: Answer): Answer {
    if (answer.retCode === 0) this.answers.set(call, [...(this.answers.get(call) ?? []), answer])
    return answer
  }

  async #get(path: string, query = ''): Promise<Answer> {
    const answer = await this.caller.get(`/v5/${path}${query === '' ? '' : `?${query}`}`)
    if (answer.retCode !== 0) throw new Error(`GET /v5/${path}?${query}: ${answer.retCode} ${answer.retMsg}`)
    return this.#note(`GET /v5/${path}`, answer)
  }

  async #post(path: string, body: unknown, mayFail = false): Promise<Answer> {
    const answer = await this.caller.post(`/v5/${path}`, body)
    if (answer.retCode !== 0 && !mayFail)
      throw new Error(`POST /v5/${path} ${JSON.stringify(body)}: ${answer.retCode} ${answer.retMsg}`)
    return this.#note(`POST /v5/${path}`, answer)
  }

  async #rows(path: string, query: string): Promise<readonly Row[]> {
    return (await this.#get(path, query)).result['list'] as Row[]
  }

  async #contractOf(contractType: string): Promise<{ readonly symbol: string; readonly deliveryMs: number }> {
    const rows = await this.#rows('market/instruments-info', 'category=linear&limit=1000')
    const found = rows
      .filter((one) => one['contractType'] === contractType && one['settleCoin'] === 'USDT')
      .toSorted((a, b) => Number(a['deliveryTime']) - Number(b['deliveryTime']))[0]!
    return { symbol: found['symbol']!, deliveryMs: Number(found['deliveryTime']) }
  }

  async #listen(): Promise<void> {
    for (const { category, symbol, group } of KINDS) {
      const topics = [
        'orderbook.1',
        'orderbook.50',
        'publicTrade',
        'tickers',
        'kline.1',
        'allLiquidation',
        'priceLimit',
      ]
      const args = [...topics.map((one) => `${one}.${symbol}`), `insurance.${group}`, `adlAlert.${group}`]
      await this.#subscribe(await this.#open(`public/${category}`), args)
    }
    const { symbol } = await this.#contractOf('LinearFutures')
    const before = (await this.#rows('market/instruments-info', 'category=linear&status=PreLaunch'))[0]!['symbol']!
    await this.#subscribe(await this.#open('public/linear'), [`tickers.${symbol}`, `tickers.${before}`])
    const own = await this.#open('private')
    await own.ask(this.#auth())
    await this.#subscribe(own, [
      'order',
      'execution',
      'execution.fast',
      'position',
      'wallet',
      'spread.order',
      'spread.execution',
    ])
  }

  async #open(road: string): Promise<Program> {
    const program = await Program.open(this.caller.base, road)
    this.#sockets.push(program)
    return program
  }

  async #subscribe(program: Program, args: readonly string[]): Promise<void> {
    const reply = await program.ask({ op: 'subscribe', args, req_id: 'r' })
    if (reply['success'] !== true) throw new Error(JSON.stringify(reply))
    this.frames.set('subscribe', [...(this.frames.get('subscribe') ?? []), reply])
  }

  #auth(): Json {
    const expires = this.world.journal.now() + 30_000
    const signature = createHmac('sha256', this.#signer.apiSecret).update(`GET/realtime${expires}`).digest('hex')
    return { op: 'auth', args: [this.#signer.apiKey, expires, signature] }
  }

  /** Rests, waits, changes, fills, guards, closes; what is left rests or waits. */
  async #trade({ category, symbol, qty, more }: Kind): Promise<void> {
    await this.#post('position/set-leverage', { category, symbol, buyLeverage: '7', sellLeverage: '7' })
    const [ticker] = await this.#rows('market/tickers', `category=${category}&symbol=${symbol}`)
    const price = (factor: number) => String(Math.round(Number(ticker!['markPrice']) * factor))
    const resting = { category, symbol, side: 'Buy', orderType: 'Limit', qty, price: price(0.98) }
    await this.#post('order/pre-check', resting)
    const { orderId } = (await this.#post('order/create', { ...resting, orderLinkId: `rest-${symbol}` })).result
    await this.#post('order/amend', { category, symbol, orderId, qty: more })
    await this.#post('order/cancel', { category, symbol, orderId })
    const bought = await this.#post('order/create', { category, ...market(symbol, 'Buy', more) })
    const guards = { takeProfit: price(1.2), stopLoss: price(0.8), tpslMode: 'Full', positionIdx: 0 }
    await this.#post('position/trading-stop', { category, symbol, ...guards })
    // One part is closed by an order that rests first: it has a result and goes on.
    await this.#post('order/create', { category, ...market(symbol, 'Sell', qty), reduceOnly: true })
    await this.#post('order/create', { ...resting, takeProfit: price(1.1), stopLoss: price(0.9) })
    const stop = { side: 'Sell', triggerPrice: price(0.7), triggerDirection: 2, reduceOnly: true }
    await this.#post('order/create', { category, ...market(symbol, 'Sell', qty), ...stop })
    const items = [
      { ...resting, orderLinkId: `a-${symbol}` },
      { ...resting, orderLinkId: `b-${symbol}` },
    ]
    const placed = (await this.#post('order/create-batch', { category, request: items })).result['list'] as Row[]
    const one = (at: number) => ({ symbol, orderId: placed[at]!['orderId'] })
    await this.#post('order/amend-batch', { category, request: [{ ...one(0), qty: more }] })
    await this.#post('order/cancel-batch', { category, request: [one(0)] })
    await this.#get('order/realtime', `category=${category}&symbol=${symbol}`)
    await this.#get(
      'order/history',
      `category=${category}&symbol=${symbol}&orderId=${String(bought.result['orderId'])}`,
    )
    await this.#get('position/list', `category=${category}&symbol=${symbol}`)
  }

  async #settings(): Promise<void> {
    const [category, symbol] = ['linear', 'ETHUSDT']
    for (const mode of [3, 0]) await this.#post('position/switch-mode', { category, symbol, mode })
    await this.#post('account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
    await this.#post('order/create', { category, ...market(symbol, 'Buy', '0.1') })
    await this.#post('position/add-margin', { category, symbol, margin: '5' })
    await this.#post('position/set-auto-add-margin', { category, symbol, autoAddMargin: 1 })
    await this.#post('position/set-risk-limit', { category, symbol, riskId: 1 })
    await this.#post('position/set-tpsl-mode', { category, symbol, tpSlMode: 'Full' })
    await this.#post('position/confirm-pending-mmr', { category, symbol })
    await this.#post('account/set-hedging-mode', { setHedgingMode: 'OFF' })
    await this.#post('order/create', { category, ...market(symbol, 'Sell', '0.1'), reduceOnly: true })
    await this.#post('account/set-margin-mode', { setMarginMode: 'REGULAR_MARGIN' })
    await this.#post('account/set-margin-mode', { setMarginMode: 'REGULAR_MARGIN' })
  }

  /** Somebody else loses a position of high leverage. */
  async #liquidate(): Promise<void> {
    const other = await this.world.caller()
    const [category, symbol] = ['linear', 'SOLUSDT']
    await this.#subscribe(await this.#open('public/linear'), [`allLiquidation.${symbol}`])
    await other.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
    await other.post('/v5/position/set-leverage', { category, symbol, buyLeverage: '50', sellLeverage: '50' })
    await other.post('/v5/order/create', { category, ...market(symbol, 'Buy', '10') })
    const [ticker] = await this.#rows('market/tickers', `category=${category}&symbol=${symbol}`)
    const price = (Number(ticker!['indexPrice']) * 0.95).toFixed(2)
    await other.raw('POST', '/control/price', { symbol, index: price, last: price })
    await this.world.tick(20)
  }

  /** Fundings, and the session of USDC contracts. */
  async #endSession(): Promise<void> {
    await this.world.advance(8 * HOUR_MS)
    await this.world.tick(60)
  }

  async #deliver({ symbol, deliveryMs }: { readonly symbol: string; readonly deliveryMs: number }): Promise<void> {
    await this.world.advance(deliveryMs - this.world.journal.now() - 600_000)
    await this.world.tick(20)
    await this.#get('market/tickers', `category=linear&symbol=${symbol}`)
    await this.world.advance(660_000)
    await this.world.tick(30)
    await this.#get('market/delivery-price', 'category=linear')
    await this.#get('asset/delivery-record', 'category=linear')
    await this.#get('position/closed-pnl', 'category=linear')
    await this.#get('account/transaction-log', 'type=DELIVERY')
    await this.#get('execution/list', 'category=linear&execType=Delivery')
  }

  async #market(): Promise<void> {
    await this.#get('market/time')
    await this.#get('system/status')
    await this.#get('market/insurance')
    await this.#get('market/adlAlert')
    await this.#get('market/fee-group-info')
    await this.#get('market/index-price-components', 'indexName=BTCUSDT')
    await this.#get('market/instruments-info', 'category=linear&status=PreLaunch')
    await this.#get('market/historical-volatility', 'category=option')
    for (const { category, symbol } of KINDS) {
      const one = `category=${category}&symbol=${symbol}`
      await this.#get('market/instruments-info', `category=${category}&limit=1000`)
      await this.#get('market/tickers', `category=${category}`)
      await this.#get('market/risk-limit', one)
      for (const name of ['orderbook', 'rpi_orderbook', 'price-limit', 'recent-trade', 'funding/history'])
        await this.#get(`market/${name}`, one)
      for (const name of ['kline', 'mark-price-kline', 'index-price-kline', 'premium-index-price-kline'])
        await this.#get(`market/${name}`, `${one}&interval=5&limit=5`)
      await this.#get('market/open-interest', `${one}&intervalTime=5min`)
      await this.#get('market/account-ratio', `${one}&period=5min`)
    }
  }

  async #account(): Promise<void> {
    await this.#get('asset/coin-greeks')
    await this.#get('account/mmp-state', 'baseCoin=BTC')
    for (const category of ['linear', 'inverse']) {
      const filter = category === 'linear' ? `category=${category}&settleCoin=USDT` : `category=${category}`
      await this.#get('order/realtime', filter)
      await this.#get('order/history', `category=${category}`)
      await this.#get('execution/list', `category=${category}`)
      await this.#get('position/list', filter)
      await this.#get('position/closed-pnl', `category=${category}`)
      await this.#get('position/symbol-info', `category=${category}`)
      await this.#get('account/instruments-info', `category=${category}`)
    }
    for (const category of ['spot', 'option'])
      for (const name of ['order/realtime', 'order/history', 'execution/list'])
        await this.#get(name, `category=${category}`)
    await this.#get('account/wallet-balance', 'accountType=UNIFIED')
    await this.#get('account/transaction-log')
    await this.#get('account/fee-rate', 'category=linear')
    await this.#get('asset/settlement-record', 'category=linear')
    await this.#get('asset/transfer/query-account-coins-balance', 'accountType=UNIFIED')
    await this.#get('asset/transfer/query-account-coin-balance', 'accountType=UNIFIED&coin=BTC')
    await this.#get('account/withdrawal', 'coinName=BTC')
    await this.#get('asset/coin/query-info')
    for (const name of [
      'info',
      'collateral-info',
      'query-dcp-info',
      'smp-group',
      'user-setting-config',
      'borrow-history',
    ])
      await this.#get(`account/${name}`)
    await this.#get('position/move-history')
    await this.#get('user/get-member-type')
    this.#note('GET /v5/user/query-api', await this.#signer.get('/v5/user/query-api'))
    await this.#post('order/cancel-all', { category: 'linear', symbol: 'BTCUSDT' })
  }

  /** Another account, margined by scenarios, holds a perpetual against a future. */
  async #portfolio(future: string): Promise<void> {
    const pm = await this.world.caller('pm')
    for (const [symbol, side] of [
      ['BTCUSDT', 'Buy'],
      [future, 'Sell'],
    ] as const)
      await pm.post('/v5/order/create', { category: 'linear', ...market(symbol, side, '0.1') })
    this.#note('GET /v5/asset/portfolio-margin', await pm.get('/v5/asset/portfolio-margin'))
  }

  /** A coin that the account does not have is sold on margin, owed for an hour, and bought back. */
  async #borrow(): Promise<void> {
    await this.#post('account/set-collateral-switch', { coin: 'BTC', collateralSwitch: 'ON' })
    const request = [{ coin: 'ETH', collateralSwitch: 'ON' }]
    await this.#post('account/set-collateral-switch-batch', { request })
    await this.#post('spot-margin-trade/switch-mode', { spotMarginMode: '1' })
    await this.#post('spot-margin-trade/set-leverage', { leverage: '4' })
    const sale = { category: 'spot', symbol: 'SOLUSDT', orderType: 'Market', qty: '1', isLeverage: 1 }
    await this.#post('order/create', { ...sale, side: 'Sell' })
    await this.world.advance(HOUR_MS)
    await this.world.tick(5)
    await this.#post('spot-margin-trade/set-auto-repay-mode', { autoRepayMode: '1' })
    for (const name of ['state', 'coinstate', 'data', 'collateral', 'position-tiers', 'get-auto-repay-mode'])
      await this.#get(`spot-margin-trade/${name}`)
    await this.#get('order/spot-borrow-check', 'category=spot&symbol=SOLUSDT&side=Sell')
    await this.#post('account/borrow', { coin: 'SOL', amount: '0.2' })
    await this.#post('account/no-convert-repay', { coin: 'SOL', amount: '0.1' })
    for (const name of ['max-borrowable', 'repayment-available-amount', 'interest-rate-history'])
      await this.#get(`spot-margin-trade/${name}`, 'currency=SOL')
    await this.#get('account/borrow-history')
    await this.#get('account/collateral-info', 'currency=SOL')
    await this.#get('account/wallet-balance', 'accountType=UNIFIED')
    await this.#post('account/repay', { coin: 'SOL', amount: '0.1' })
    await this.#post('account/quick-repayment', { coin: 'SOL' })
  }

  async #refused(): Promise<void> {
    await this.#post('position/switch-isolated', { symbol: 'BTCUSDT' }, true)
    await this.#post('order/disconnected-cancel-all', { timeWindow: 10 }, true)
    await this.caller.get('/v5/account/contract-transaction-log')
  }

  async #tradeBySocket(): Promise<void> {
    const program = await this.#open('trade')
    await program.ask(this.#auth())
    const header = { 'X-BAPI-TIMESTAMP': String(this.world.journal.now()) }
    const args = [{ category: 'linear', ...market('BTCUSDT', 'Buy', '0.01') }]
    const reply = await program.ask({ reqId: '1', op: 'order.create', header, args })
    this.frames.set('order.create', [reply])
    const batch = [{ category: 'linear', request: [market('BTCUSDT', 'Sell', '0.01')] }]
    this.frames.set('order.create-batch', [
      await program.ask({ reqId: '2', op: 'order.create-batch', header, args: batch }),
    ])
  }
}

const market = (symbol: string, side: 'Buy' | 'Sell', qty: string) => ({ symbol, side, orderType: 'Market', qty })
