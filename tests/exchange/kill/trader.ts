import type { Random } from '../../../src/base/random'
import type { Caller } from '../api/lib/client'

/** What the client knows of one press. `unknown`: it was sent, and no answer came. */
export interface Press {
  readonly linkId: string
  readonly body: Readonly<Record<string, unknown>>
  outcome: 'taken' | 'refused' | 'unknown'
  orderId: string | null
  /** A cancel of it was answered as done. */
  isCanceled: boolean
}

interface OrderRow {
  readonly orderId: string
  readonly orderLinkId: string
  readonly orderStatus: string
  readonly cumExecQty: string
}

const CALL_EVERY_MS = 20
const OPEN: ReadonlySet<string> = new Set(['New', 'PartiallyFilled', 'Untriggered'])
const LOTS = 1_000

/** A client under load that writes down what it was answered, and compares after the crash. */
export class Trader {
  readonly presses = new Map<string, Press>()
  /** Since the last look. */
  #fresh: Press[] = []
  #executions = new Map<string, number>()
  #count = 0
  #isRunning = false

  constructor(
    readonly name: string,
    private readonly caller: Caller,
    private readonly random: Random,
  ) {}

  /** Sends until it is stopped or the exchange is gone. */
  async run(price: number): Promise<void> {
    this.#isRunning = true
    const lane = async (): Promise<void> => {
      while (this.#isRunning) {
        await this.#step(price)
        await new Promise((resolve) => setTimeout(resolve, CALL_EVERY_MS))
      }
    }
    await Promise.all([lane(), lane()])
  }

  stop(): void {
    this.#isRunning = false
  }

  async #step(price: number): Promise<void> {
    const dice = this.random.next()
    const resting = this.#fresh.find(
      (one) => one.outcome === 'taken' && one.body['orderType'] === 'Limit' && !one.isCanceled,
    )
    if (dice < 0.2 && resting !== undefined) return this.#cancel(resting)
    this.#count++
    const side = this.#count % 2 === 0 ? 'Buy' : 'Sell'
    const common = { category: 'linear', symbol: 'BTCUSDT', side, qty: '0.002' }
    const rests = (side === 'Buy' ? price * 0.99 : price * 1.01).toFixed(1)
    await this.#create(
      dice < 0.5 ? { ...common, orderType: 'Limit', price: rests } : { ...common, orderType: 'Market' },
    )
  }

  async #create(order: Readonly<Record<string, unknown>>): Promise<void> {
    const linkId = `${this.name}-${this.#count}`
    const press: Press = {
      linkId,
      body: { ...order, orderLinkId: linkId },
      outcome: 'unknown',
      orderId: null,
      isCanceled: false,
    }
    this.presses.set(linkId, press)
    this.#fresh.push(press)
    const answer = await this.#post('/v5/order/create', press.body)
    if (answer === null) return
    press.outcome = answer.retCode === 0 ? 'taken' : 'refused'
    press.orderId = answer.retCode === 0 ? (answer.result['orderId'] as string) : null
  }

  async #cancel(press: Press): Promise<void> {
    const answer = await this.#post('/v5/order/cancel', {
      category: 'linear',
      symbol: 'BTCUSDT',
      orderId: press.orderId,
    })
    if (answer?.retCode === 0) press.isCanceled = true
  }

  /** @returns `null` where no answer came: the outcome is unknown */
  async #post(path: string, body: unknown) {
    try {
      return await this.caller.post(path, body)
    } catch {
      this.stop()
      return null
    }
  }

  /** Holds what the exchange says after the crash against every press since the last look. @returns what does not agree */
  async compare(): Promise<readonly string[]> {
    const faults: string[] = []
    const fresh = this.#fresh
    this.#fresh = []
    for (const press of fresh) faults.push(...(await this.#comparePress(press)))
    faults.push(...(await this.#comparePosition()))
    return faults
  }

  async #comparePress(press: Press): Promise<readonly string[]> {
    const { linkId, outcome, orderId, isCanceled } = press
    const rows = await this.#find(linkId)
    if (rows.length > 1) return [`${linkId} has ${rows.length} orders`]
    const [row] = rows
    if (outcome === 'refused') return row === undefined ? [] : [`${linkId} was refused and lives as ${row.orderId}`]
    if (outcome === 'taken' && row?.orderId !== orderId)
      return [`${linkId} was taken as ${orderId}, found ${row?.orderId}`]
    if (isCanceled && row !== undefined && OPEN.has(row.orderStatus))
      return [`${linkId} was cancelled and is ${row.orderStatus}`]
    // The same press again: an order that lives is named, one that never arrived is taken now, and neither is doubled.
    const again = await this.caller.post('/v5/order/create', press.body)
    if (again.retCode === 10006) return []
    if (again.retCode !== 0) return row === undefined ? [] : [`${linkId} again was refused with ${again.retCode}`]
    press.outcome = 'taken'
    press.orderId = again.result['orderId'] as string
    if (row !== undefined && press.orderId !== row.orderId)
      return [`${linkId} again became ${press.orderId}, was ${row.orderId}`]
    return (await this.#find(linkId)).length === 1 ? [] : [`${linkId} again is not one order`]
  }

  async #find(linkId: string): Promise<readonly OrderRow[]> {
    const { retCode, result } = await this.caller.get(
      `/v5/order/realtime?category=linear&symbol=BTCUSDT&orderLinkId=${linkId}`,
    )
    if (retCode !== 0) throw new Error(`the look-up of ${linkId} was answered with ${retCode}`)
    return result['list'] as OrderRow[]
  }

  /** The position is the sum of the executions, each of which there is once. */
  async #comparePosition(): Promise<readonly string[]> {
    for (let cursor = '', isKnown = false; !isKnown;) {
      const { result } = await this.caller.get(`/v5/execution/list?category=linear&symbol=BTCUSDT&limit=100${cursor}`)
      for (const row of result['list'] as { execId: string; side: string; execQty: string; execType: string }[]) {
        isKnown ||= this.#executions.has(row.execId)
        const lots = Math.round(Number(row.execQty) * LOTS)
        if (row.execType === 'Trade') this.#executions.set(row.execId, row.side === 'Buy' ? lots : -lots)
      }
      cursor = `&cursor=${result['nextPageCursor'] as string}`
      isKnown ||= result['nextPageCursor'] === ''
    }
    const sum = [...this.#executions.values()].reduce((a, b) => a + b, 0)
    const { result } = await this.caller.get('/v5/position/list?category=linear&symbol=BTCUSDT')
    const [position] = result['list'] as { side: string; size: string }[]
    const size = Math.round(Number(position?.size ?? 0) * LOTS) * (position?.side === 'Sell' ? -1 : 1)
    return size === sum ? [] : [`${this.name}: the position is ${size} lots, its executions make ${sum}`]
  }

  /** Executions that were seen. */
  get executions(): ReadonlySet<string> {
    return new Set(this.#executions.keys())
  }
}
