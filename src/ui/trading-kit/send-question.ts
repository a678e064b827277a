import { batch, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { Exact, fromSteps, toText, type Money, type Price, type Qty } from '../../domain/decimal'
import {
  readsOtherwise,
  sendDoubts,
  type SendDoubt,
  type SendTerms,
  type SendWorld,
} from '../../domain/order/send-doubts'
import { isOption } from '../../domain/instrument/option'
import { ASK_OPTION_NEARBY } from '../../domain/limits'
import type { NewOrder } from '../../domain/order/new-order'
import type { TriggerBy } from '../../domain/order/order'
import type { NewStrategy } from '../../domain/order/strategy'
import type { TpSl } from '../../domain/order/tp-sl'
import { payoffOf } from '../../domain/instrument/payoff'
import { exactValue } from '../../domain/risk/payoff'
import { figuresPart } from './ticket/figures-part'
import type { AccountModel } from '../state/account-model'
import type { MarketModel } from '../state/market-model'
import type { OrderAsk, OrderAsks } from '../state/order-asks'

/** What is asked about: the terms as they will be sent, and why that is worth a question. */
export interface Asked {
  readonly what: 'order' | 'amendment' | 'strategy'
  readonly terms: SendTerms
  readonly market: MarketModel
  /** The order itself, where there is one: all that it asks for is named, and what it costs and leads to. */
  readonly order?: NewOrder
  /** The strategy itself, where it is one. */
  readonly strategy?: NewStrategy
  /** Of a change: which price its trigger watches, and the take-profit and stop-loss that go along. */
  readonly changed?: { readonly triggerBy?: TriggerBy | undefined; readonly tpSl?: TpSl | undefined }
  /** By which choice of the trader it is asked about; left out where it is asked about for its reasons alone. */
  readonly choice?: OrderAsk
  readonly doubts: readonly SendDoubt[]
  readonly markPrice: Price | null
  /** Where the exchange takes it, when that is not its own price; else `null`. */
  readonly taken: Price | null
  /** At the price that is taken, or where it would fill; in the settle coin. */
  readonly value: Money | null
  /** Rises each time the question is asked anew because the market moved; 0 at first. */
  readonly round: number
}

type Subject = Pick<Asked, 'what' | 'terms' | 'market' | 'order' | 'strategy' | 'changed' | 'choice'> & {
  /** Of an order that waits for two prices, the other one. */
  readonly others?: readonly SendTerms[]
  /** Of a spread, what its first leg costs. */
  readonly scale?: Price
  /** Of an order whose rest ends, what the part that fills is worth. */
  readonly worth?: Money
  /** Leaves out the reasons that were there before a change. */
  readonly known?: (doubt: SendDoubt) => boolean
}

/**
 * The question before something is sent that is far or large (decisions 45), or of a kind that the trader wants to be
 * asked about. What was asked about is what is sent: the terms are
 * fixed when it is asked, and where the market has moved so far that it would read otherwise, it is asked anew (I11).
 */
export class SendQuestion {
  readonly #asked = signal<Asked | null>(null)
  readonly asked: ReadonlySignal<Asked | null> = this.#asked
  #subject: Subject | null = null
  #done: ((sends: boolean) => void) | null = null
  #stop: (() => void) | null = null
  #turn = 0

  /** @param asks the trader's choice by kind; left out where nothing is asked by kind */
  constructor(
    private readonly account: AccountModel,
    private readonly asks: OrderAsks | null = null,
  ) {}

  /** Whether it has to be asked, or that is not known yet. */
  isNeeded(subject: Subject): boolean {
    const { choice } = subject
    const isChosen = choice !== undefined && this.asks !== null && (!this.asks.isRead || this.#isWanted(choice))
    return isChosen || this.#read(subject, 0).doubts.length > 0
  }

  /** Leaves the question out from now on for orders of this kind. */
  leaveOut(choice: OrderAsk): void {
    this.asks?.set(choice, false)
  }

  /** @returns whether it was answered with yes; a question that is open already is answered with no */
  ask(subject: Subject): Promise<boolean> {
    this.answer(false)
    const isKnown = subject.choice === undefined || this.asks?.isRead !== false
    return isKnown ? this.#open(subject) : this.#openOnceRead(subject)
  }

  async #openOnceRead(subject: Subject): Promise<boolean> {
    const turn = this.#turn
    await this.asks?.reading
    if (turn !== this.#turn) return false
    return this.isNeeded(subject) ? this.#open(subject) : true
  }

  #open(subject: Subject): Promise<boolean> {
    this.#subject = subject
    this.#asked.value = this.#read(subject, 0)
    return new Promise((done) => {
      this.#done = done
      // Looks again with every change of the market, and says so where that makes it another question.
      this.#stop = effect(() => void this.#look(subject))
    })
  }

  /**
   * The press on one of its buttons, or what stands for "no": it is closed, or its ticket is gone.
   * @param round of the question that the button stood under; a yes to an earlier one sends nothing
   */
  answer(sends: boolean, round = this.#asked.peek()?.round): void {
    const subject = this.#subject
    if (!sends) this.#turn += 1
    if (subject === null) return
    if (sends && (this.#look(subject) || round !== this.#asked.peek()?.round)) return
    const done = this.#done
    this.#stop?.()
    this.#stop = this.#done = this.#subject = null
    this.#asked.value = null
    done?.(sends)
  }

  /** @returns whether it was asked anew */
  #look(subject: Subject): boolean {
    const asked = this.#asked.peek()
    const now = this.#read(subject, (asked?.round ?? 0) + 1)
    if (asked === null || !readsOtherwise(asked.doubts, now.doubts)) return false
    batch(() => (this.#asked.value = now))
    return true
  }

  #isWanted(choice: OrderAsk): boolean {
    return this.asks?.isAsked(choice) === true
  }

  #read({ others = [], choice, known, scale, worth, ...sent }: Subject, round: number): Asked {
    const { terms, market } = sent
    const own = this.#world(terms, market)
    const world = own === null || scale === undefined ? own : { ...own, scale }
    const all = world === null ? [] : [terms, ...others].flatMap((one) => sendDoubts(one, world))
    // One reason of a kind says enough to look at both.
    const doubts = all.filter(
      (one, at) => known?.(one) !== true && all.findIndex(({ kind }) => kind === one.kind) === at,
    )
    return {
      ...sent,
      ...(choice === undefined || !this.#isWanted(choice) ? {} : { choice }),
      doubts,
      markPrice: world?.markPrice ?? null,
      taken: world?.taken ?? null,
      value: worth ?? valueOf(terms, world, market),
      round,
    }
  }

  #world(terms: SendTerms, market: MarketModel): SendWorld | null {
    const instrument = market.listed.value
    if (instrument === null) return null
    const ticker = market.ticker.value
    const isBuy = terms.side === 'buy'
    const position = this.account.position(
      market.symbol,
      this.account.positionIdx(market.symbol, terms.side, terms.reduceOnly),
    )
    const closes = position !== null && position.side !== null && position.side !== terms.side
    return {
      instrument,
      markPrice: ticker?.markPrice ?? ticker?.lastPrice ?? null,
      bestPrice: (isBuy ? ticker?.ask1Price : ticker?.bid1Price) ?? null,
      isAuction: market.isInAuction.value,
      ...(isOption(instrument) ? { nearby: new Exact(ticker?.indexPrice ?? '0').times(ASK_OPTION_NEARBY) } : {}),
      shownQty: market.isInAuction.value ? null : shownQty(market, isBuy ? 'asks' : 'bids'),
      taken: takenPrice(terms, market),
      equity: this.account.wallet.value?.totalEquity ?? null,
      closableQty: closes ? position.size : ('0' as Qty),
    }
  }
}

/** Beyond its limits of now the exchange brings a contract's order within them; `null` where the price stays. */
export function takenPrice(
  { side, price, triggerPrice, isBound = false }: SendTerms,
  market: MarketModel,
): Price | null {
  const part = figuresPart.value
  if (price === null || triggerPrice !== null || isBound || part === null) return null
  const taken = part.takenAt(price, side, part.bandFor(price, market))
  return taken === price ? null : taken
}

/** What the screen shows of a side of the book; `null` while there is none, or it is old. */
function shownQty(market: MarketModel, side: 'bids' | 'asks'): Qty | null {
  const view = market.bookStale.value ? null : market.book.value
  const lotSize = market.listed.value?.lotSize
  if (view === null || lotSize === undefined) return null
  let lots = 0
  for (let i = 1; i < view[side].length; i += 2) lots += view[side][i]!
  return fromSteps<Qty>(lots, lotSize)
}

function valueOf({ price, triggerPrice, qty }: SendTerms, world: SendWorld | null, market: MarketModel): Money | null {
  const instrument = market.listed.value
  const at = world?.scale ?? world?.taken ?? price ?? triggerPrice ?? world?.bestPrice ?? world?.markPrice ?? null
  if (instrument === null || at === null || !new Exact(at).gt(0)) return null
  return toText<Money>(exactValue(payoffOf(instrument.kind), qty, at))
}
