import { createHash, type Hash } from 'node:crypto'
import type { Qty } from '../../../src/domain/decimal'
import type { Price, Rate } from '../../../src/domain/decimal'
import type { InstrumentSymbol, OrderLinkId, Side } from '../../../src/domain/order/order'
import { createRandom, type Random } from '../../../src/base/random'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import { flatInstrument } from './flat-instrument'
import { openVenue, spelledOut, START_MS } from '../venue/lib'

/** Contracts of every kind of settlement, with a first price, digits of price and of quantity, and a usual quantity. */
const CONTRACTS: readonly { symbol: string; price: number; tick: number; lot: number; qty: number }[] = [
  { symbol: 'BTCUSDT', price: 64_000, tick: 0.1, lot: 0.001, qty: 0.2 },
  { symbol: 'ETHUSDT', price: 3_400, tick: 0.01, lot: 0.01, qty: 4 },
  { symbol: 'SOLUSDT', price: 150, tick: 0.01, lot: 0.1, qty: 90 },
  { symbol: 'BTCPERP', price: 64_000, tick: 0.1, lot: 0.001, qty: 0.2 },
  { symbol: 'BTCUSD', price: 64_000, tick: 0.5, lot: 1, qty: 9_000 },
  { symbol: 'ETHUSD', price: 3_400, tick: 0.05, lot: 1, qty: 4_000 },
  { symbol: 'BTC-27MAR26', price: 64_000, tick: 0.5, lot: 0.001, qty: 0.2 },
  { symbol: 'BTCUSDM26', price: 64_000, tick: 0.5, lot: 1, qty: 5_000 },
]
const ACCOUNTS = Array.from({ length: 12 }, (_, n) => `account-${n}`)
/** These hold both sides of contracts that settle in USDT. */
const HEDGED = ACCOUNTS.slice(8)
const COINS = ['USDT', 'USDC', 'BTC', 'ETH'] as const
/** Inputs of one part; each part's hash is compared, so that a difference is found near where it begins. */
export const PART = 5_000

interface Contract {
  readonly symbol: InstrumentSymbol
  readonly tick: number
  readonly lot: number
  readonly qty: number
  price: number
}

/** An order as it was asked for. */
interface Sent {
  readonly account: string
  readonly contract: Contract
  readonly linkId: OrderLinkId
}

/** Digits after the point of a step such as 0.05. */
const digitsOf = (step: number): number => (String(step).split('.')[1] ?? '').length

const onStep = (value: number, step: number): string => (Math.round(value / step) * step).toFixed(digitsOf(step))

/**
 * A ledger that is a function of its seed alone: what is asked never depends on what the exchange did, so the same
 * inputs can be given to any build. Orders of all kinds around prices that walk, and now and then jump.
 */
class SeededLedger {
  readonly #random: Random
  readonly #contracts: readonly Contract[]
  readonly #sent: Sent[] = []
  #count = 0
  #nowMs = START_MS

  constructor(seed: number) {
    this.#random = createRandom(seed)
    this.#contracts = CONTRACTS.map((one) => ({ ...one, symbol: one.symbol as InstrumentSymbol }))
  }

  *inputs(count: number): Generator<{ readonly input: VenueInput; readonly nowMs: number }> {
    const first = [...this.#opening()]
    for (const input of first) yield { input, nowMs: this.#nowMs }
    for (let n = first.length; n < count; n += 1) {
      this.#count = n
      const input = this.#next()
      yield { input, nowMs: this.#nowMs }
    }
  }

  *#opening(): Generator<VenueInput> {
    for (const account of ACCOUNTS) {
      yield { type: 'openAccount', account, kind: 'uta2', name: account }
      for (const coin of COINS) {
        const amount = coin === 'BTC' ? '4' : coin === 'ETH' ? '60' : '250000'
        yield { type: 'faucet', account, coin, amount }
      }
    }
    for (const account of HEDGED) {
      yield { type: 'setPositionMode', account, symbol: null, coin: 'USDT', mode: 'hedge' }
    }
    for (const { symbol, price } of this.#contracts) yield { type: 'setPrice', symbol, index: String(price) }
  }

  #next(): VenueInput {
    const draw = this.#random.next()
    if (draw < 0.03) return this.#tick()
    this.#nowMs += this.#random.int(0, 40)
    if (draw < 0.07) return this.#move()
    const account = this.#one(ACCOUNTS)
    const contract = this.#one(this.#contracts)
    const { symbol } = contract
    if (draw < 0.62) return this.#place(account, contract)
    if (draw < 0.7) return this.#cancel()
    if (draw < 0.79) return this.#replace()
    if (draw < 0.85) return this.#guard(account, contract)
    if (draw < 0.87) return { type: 'cancelAll', account, symbol: this.#random.next() < 0.7 ? symbol : null }
    if (draw < 0.91) {
      const leverage = String(this.#random.int(1, 100))
      return { type: 'setLeverage', account, symbol, leverage }
    }
    if (draw < 0.92) {
      const mode = this.#random.next() < 0.5 ? 'cross' : 'isolated'
      return { type: 'setMarginMode', account, mode }
    }
    if (draw < 0.93) {
      const mode = this.#random.next() < 0.5 ? 'oneWay' : 'hedge'
      return { type: 'setPositionMode', account, symbol, coin: null, mode }
    }
    if (draw < 0.95) {
      const amount = String(this.#random.int(-300, 900))
      return { type: 'addMargin', account, symbol, positionIdx: this.#idx(account, contract), amount }
    }
    if (draw < 0.96) {
      return {
        type: 'setAutoAddMargin',
        account,
        symbol,
        positionIdx: this.#idx(account, contract),
        isOn: this.#random.next() < 0.5,
      }
    }
    if (draw < 0.97) return { type: 'setFeeTier', account, level: this.#random.int(0, 5) }
    if (draw < 0.98) {
      const rate = (this.#random.int(-20, 20) / 10_000).toFixed(4)
      return { type: 'setFunding', symbol, rate }
    }
    if (draw < 0.985)
      return { type: 'faucet', account, coin: this.#one(COINS), amount: String(this.#random.int(1, 40)) }
    return this.#strategy(account, contract)
  }

  /** Some minutes at once: what expires, is listed, funded or settled in between happens. */
  #tick(): VenueInput {
    this.#nowMs += this.#random.next() < 0.05 ? this.#random.int(60_000, 900_000) : this.#random.int(100, 20_000)
    return { type: 'tick' }
  }

  #move(): VenueInput {
    const contract = this.#one(this.#contracts)
    const isJump = this.#random.next() < 0.02
    const first = CONTRACTS.find((one) => one.symbol === contract.symbol)!.price
    const back = (first - contract.price) / first / 50
    contract.price *= 1 + back + this.#random.normal() * (isJump ? 0.04 : 0.002)
    const price = onStep(contract.price, contract.tick)
    return this.#random.next() < 0.8
      ? { type: 'setPrice', symbol: contract.symbol, index: price }
      : { type: 'setPrice', symbol: contract.symbol, last: price }
  }

  #place(account: string, contract: Contract): VenueInput {
    const random = this.#random
    const again = random.next() < 0.02 ? this.#last() : null
    const linkId = again?.linkId ?? (`link-${this.#count}` as OrderLinkId)
    this.#sent.push({ account, contract, linkId })
    const side: Side = random.next() < 0.5 ? 'buy' : 'sell'
    const type = random.next() < 0.35 ? 'market' : 'limit'
    const trigger = random.next() < 0.15
    const isLarge = random.next() < 0.04
    return {
      type: 'place',
      account,
      linkId,
      order: {
        symbol: contract.symbol,
        side,
        type,
        price: type === 'market' ? null : this.#near(contract, 0.004),
        qty: onStep(contract.qty * random.exponential(isLarge ? 60 : 1) + contract.lot, contract.lot) as Qty,
        timeInForce:
          type === 'market'
            ? 'immediateOrCancel'
            : this.#one(['goodTillCancel', 'goodTillCancel', 'immediateOrCancel', 'fillOrKill', 'postOnly'] as const),
        reduceOnly: random.next() < 0.2,
        closeOnTrigger: trigger && random.next() < 0.2,
        positionIdx: this.#idx(account, contract),
        ...(trigger && {
          trigger: { price: this.#near(contract, 0.01), by: this.#by(), direction: random.int(1, 2) as 1 | 2 },
        }),
        ...(random.next() < 0.12 && { tpSl: this.#tpSl(contract) }),
        ...(type === 'market' && random.next() < 0.2 && { slippage: { unit: 'percent', value: '0.5' as never } }),
        ...(random.next() < 0.1 && { smpType: this.#one(['cancelTaker', 'cancelMaker', 'cancelBoth'] as const) }),
        ...(isLarge && { isSplit: true as const }),
      },
    }
  }

  #cancel(): VenueInput {
    const sent = this.#last()
    if (sent === null) return this.#tick()
    const order = { symbol: sent.contract.symbol, orderId: null, orderLinkId: sent.linkId }
    return { type: 'cancel', account: sent.account, order }
  }

  #replace(): VenueInput {
    const sent = this.#last()
    if (sent === null) return this.#tick()
    const { account, contract, linkId } = sent
    const price = this.#random.next() < 0.7 ? this.#near(contract, 0.004) : null
    const qty = this.#random.next() < 0.5 ? (onStep(contract.qty * 2, contract.lot) as Qty) : null
    const order = { symbol: contract.symbol, orderId: null, orderLinkId: linkId, price, qty }
    return { type: 'replace', account, order }
  }

  #guard(account: string, contract: Contract): VenueInput {
    const random = this.#random
    const trailing =
      random.next() < 0.25
        ? { distance: null, rate: (random.int(1, 40) / 1_000).toFixed(3) as Rate, activationPrice: null }
        : null
    return {
      type: 'setTpSl',
      account,
      order: {
        symbol: contract.symbol,
        positionIdx: this.#idx(account, contract),
        ...this.#tpSl(contract),
        tpSize: null,
        slSize: null,
        tpOrderId: null,
        slOrderId: null,
        trailing,
      },
    }
  }

  #tpSl(contract: Contract) {
    const leg = () => ({
      price: this.#near(contract, 0.02),
      by: this.#by(),
      orderType: 'market' as const,
      limitPrice: null,
      slippage: null,
    })
    return {
      mode: this.#random.next() < 0.6 ? ('full' as const) : ('partial' as const),
      takeProfit: this.#random.next() < 0.7 ? leg() : null,
      stopLoss: this.#random.next() < 0.7 ? leg() : null,
    }
  }

  #strategy(account: string, contract: Contract): VenueInput {
    const { symbol } = contract
    const side: Side = this.#random.next() < 0.5 ? 'buy' : 'sell'
    const qty = onStep(contract.qty * 4, contract.lot) as Qty
    const common = { symbol, side, qty, reduceOnly: false, positionIdx: this.#idx(account, contract) } as const
    const linkId = `strategy-${this.#count}`
    const kind = this.#random.int(0, 2)
    if (kind === 0) {
      const twap = { kind: 'twap', durationMs: 300_000, intervalMs: 20_000, price: null } as const
      return { type: 'openStrategy', account, linkId, strategy: { ...common, ...twap } }
    }
    if (kind === 1) {
      return { type: 'openStrategy', account, linkId, strategy: { ...common, kind: 'chaseLimit', maxDistance: null } }
    }
    const iceberg = {
      kind: 'iceberg',
      price: this.#near(contract, 0.002),
      showQty: onStep(contract.qty, contract.lot) as Qty,
    } as const
    return { type: 'openStrategy', account, linkId, strategy: { ...common, ...iceberg } }
  }

  #near(contract: Contract, share: number): Price {
    return onStep(contract.price * (1 + this.#random.normal() * share), contract.tick) as Price
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#random.int(0, list.length - 1)]!
  }

  /** One of the last sixty orders, which are the likelier to stand still; `null` before the first. */
  #last(): Sent | null {
    const { length } = this.#sent
    return length === 0 ? null : this.#sent[this.#random.int(Math.max(0, length - 60), length - 1)]!
  }

  /** Mostly that of the account's mode. */
  #idx(account: string, contract: Contract): 0 | 1 | 2 {
    const isHedged = HEDGED.includes(account) && contract.symbol.endsWith('USDT')
    const isRight = this.#random.next() < 0.97
    return isHedged === isRight ? (this.#random.int(1, 2) as 1 | 2) : 0
  }

  #by() {
    return this.#one(['last', 'mark', 'index'] as const)
  }
}

/** SHA-256 of what was asked, of what was answered and published, and of the state, part by part. */
export interface LedgerHashes {
  readonly inputs: string
  readonly outputs: string
  readonly state: string
}

/** Plays so many inputs into a new exchange. @returns hashes after each `PART` inputs; each is over all before it too */
export function playLedger(
  count: number,
  seed = 20,
): { readonly parts: LedgerHashes[]; readonly venue: Venue; readonly accepted: number } {
  const venue = openVenue({ markets: 'all', seed })
  const [inputs, outputs] = [createHash('sha256'), createHash('sha256')]
  const parts: LedgerHashes[] = []
  let done = 0
  let accepted = 0
  for (const { input, nowMs } of new SeededLedger(seed).inputs(count)) {
    inputs.update(JSON.stringify([nowMs, input]))
    const output = venue.apply(input, nowMs)
    if (output.result.ok) accepted += 1
    outputs.update(asMeant(JSON.stringify([output.result, output.events.map(spelledAsBefore)])))
    done += 1
    if (done % PART === 0) parts.push({ inputs: soFar(inputs), outputs: soFar(outputs), state: stateHash(venue) })
  }
  return { parts, venue, accepted }
}

const soFar = (hash: Hash): string => hash.copy().digest('hex')

const stateHash = (venue: Venue): string =>
  createHash('sha256')
    .update(asMeant(JSON.stringify(venue.snapshot())))
    .digest('hex')

/** An instrument is a union today and was one flat record: nothing but its spelling changed. */
function spelledAsBefore(event: VenueEvent): unknown {
  return event.type === 'instrument' ? { ...event, instrument: flatInstrument(event.instrument) } : spelledOut(event)
}

/**
 * The differences that were meant since the hashes were written; each is spelled as it is today before it is hashed, so
 * that the tree before it still gives the same hashes:
 * - a price that is not there yet is `null`, and was 0 (zero is a price).
 * - a wallet names what orders of pairs hold back, which is nothing where there are none.
 * - a wallet that is told says the margin mode, as one that is asked for does.
 * - a contract's ticker says the premium of its band (ADR-1070), which goes along with what is news.
 * One is spelled as it was: what an order carries is one value in a snapshot, and its parent's id stood there by itself.
 */
function asMeant(text: string): string {
  return text
    .replaceAll(/"markPrice":"0(?:\.0+)?"/g, '"markPrice":null')
    .replaceAll(/"(markTicks|indexTicks|lastTicks)":0(?=[,}])/g, '"$1":null')
    .replaceAll(',"locked":"0"', '')
    .replaceAll(/,"bandPremium":"[^"]*"/g, '')
    .replaceAll(/("seq":\d+),"marginMode":"\w+"\}/g, '$1}')
    .replaceAll(/"carried":\{"parentOrderId":("[^"]*")\}/g, '"parentId":$1')
}
