import type { Random } from '../../../src/base/random'
import { Exact } from '../../../src/domain/decimal'
import type { Caller } from '../api/lib/client'
import { LINEAR, type ExecutionRow, type Traded } from './traded'

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
const FILLS: ReadonlySet<string> = new Set(['Trade', 'FutureSpread'])

/** A client under load, of one instrument, that writes down what it was answered, and compares after the crash. */
export class Trader {
  readonly presses = new Map<string, Press>()
  /** Since the last look. */
  #fresh: Press[] = []
  readonly #executions = new Map<string, Exact>()
  #count = 0
  #isRunning = false

  constructor(
    readonly name: string,
    private readonly caller: Caller,
    private readonly random: Random,
    private readonly traded: Traded = LINEAR,
  ) {}

  /** How many presses were answered. */
  get answered(): number {
    return [...this.presses.values()].filter(({ outcome }) => outcome !== 'unknown').length
  }

  /** Of what it trades, the market's price. */
  price(): Promise<number> {
    return this.traded.price(this.caller)
  }

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
    const common = { ...this.traded.order, side }
    const rests = this.traded.restsAt(price)[side]
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
    const answer = await this.#post(this.traded.createPath, press.body)
    if (answer === null) return
    press.outcome = answer.retCode === 0 ? 'taken' : 'refused'
    press.orderId = answer.retCode === 0 ? (answer.result['orderId'] as string) : null
  }

  async #cancel(press: Press): Promise<void> {
    const { qty: _qty, ...names } = this.traded.order
    const answer = await this.#post(this.traded.cancelPath, { ...names, orderId: press.orderId })
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
    const again = await this.caller.post(this.traded.createPath, press.body)
    if (again.retCode === 10006) return []
    if (again.retCode !== 0) return row === undefined ? [] : [`${linkId} again was refused with ${again.retCode}`]
    press.outcome = 'taken'
    press.orderId = again.result['orderId'] as string
    if (row !== undefined && press.orderId !== row.orderId)
      return [`${linkId} again became ${press.orderId}, was ${row.orderId}`]
    return (await this.#find(linkId)).length === 1 ? [] : [`${linkId} again is not one order`]
  }

  async #find(linkId: string): Promise<readonly OrderRow[]> {
    const rows: OrderRow[] = []
    for (const path of this.traded.findPaths(linkId)) {
      const { retCode, result } = await this.caller.get(path)
      if (retCode !== 0) throw new Error(`the look-up of ${linkId} was answered with ${retCode}`)
      rows.push(...(result['list'] as OrderRow[]))
    }
    return rows
  }

  /** What is held is the sum of the executions, each of which there is once. */
  async #comparePosition(): Promise<readonly string[]> {
    const { executions, moveOf } = this.traded
    for (let cursor = '', isKnown = false; !isKnown;) {
      const { result } = await this.caller.get(`/v5/execution/list?${executions}&limit=100${cursor}`)
      for (const row of result['list'] as ExecutionRow[]) {
        isKnown ||= this.#executions.has(row.execId)
        if (FILLS.has(row.execType)) this.#executions.set(row.execId, moveOf(row))
      }
      cursor = `&cursor=${result['nextPageCursor'] as string}`
      isKnown ||= result['nextPageCursor'] === ''
    }
    const sum = [...this.#executions.values()].reduce((total, one) => total.plus(one), new Exact(0))
    const held = await this.traded.held(this.caller)
    return held.eq(sum) ? [] : [`${this.name}: ${held.toFixed()} is held, its executions make ${sum.toFixed()}`]
  }

  /** Executions that were seen. */
  get executions(): ReadonlySet<string> {
    return new Set(this.#executions.keys())
  }
}
