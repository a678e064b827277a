import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import { isSpotPair, type SpotPair } from '../../domain/instrument/spot-pair'
import type { NewOrder } from '../../domain/order/new-order'
import type { OrderId, OrderType, Side } from '../../domain/order/order'
import { legsOf, type SpotPlan } from '../../domain/order/spot-plan'
import type { HubApi } from '../../workers/hub-api'
import type { Outcome } from '../../workers/presses'
import type { MarketModel } from '../state/market-model'
import type { TradePlan } from '../trading-kit/chart-line'
import { PriceText } from '../trading-kit/price-text'
import type { TicketPorts } from '../trading-kit/ticket/forms-of'
import { PriceSource } from '../trading-kit/ticket/price-source'
import { TicketSender } from '../trading-kit/ticket/ticket-sender'
import type { TicketTimeInForce } from '../trading-kit/ticket/time-in-force'
import { askOf, termsOfLegs } from '../trading-kit/send-terms'
import { SpotBrought } from './spot-brought'
import { SpotMarginChoice } from './spot-margin'
import type { PlanKind, SpotTab, SpotTicketDraft } from './spot-drafts'
import { SpotOutlook } from './spot-outlook'
import { SpotPlanForm } from './spot-plan-form'
import type { SpotTicketProblem } from '../trading-kit/spot-problem-text'
import { SpotSize } from './spot-size'

/** With what the exchange would let an order be placed (`spotPower`). */
type Ports = TicketPorts<SpotTicketDraft> & { readonly api: Pick<HubApi, 'spotPower'> }

/** The ticket of a pair: text in, problems, figures and a complete intent out. It has one side at a time. */
export class SpotFormModel {
  readonly #side: Signal<Side>
  readonly #tab: Signal<SpotTab>
  readonly #postOnly: Signal<boolean>
  readonly #timeInForce: Signal<TicketTimeInForce>
  readonly #isPressed = signal(false)
  readonly #isHeld = signal(false)
  readonly #isOpen = signal(false)
  /** Whether it is on the screen: a phone shows it in a sheet. */
  readonly isOpen: ReadonlySignal<boolean> = this.#isOpen
  readonly #isPriceTyped: Signal<boolean>
  readonly #sender: TicketSender

  readonly side: ReadonlySignal<Side>
  readonly tab: ReadonlySignal<SpotTab>
  /** What goes to the book, now or when it fires; of two legs the one with the narrower bounds. */
  readonly type: ReadonlySignal<OrderType>
  /** What it waits for, where it does. */
  readonly planForm: SpotPlanForm
  /** What it brings once it fills. */
  readonly brought: SpotBrought
  readonly postOnly: ReadonlySignal<boolean>
  readonly timeInForce: ReadonlySignal<TicketTimeInForce>
  readonly pair: ReadonlySignal<SpotPair | null>
  readonly price: PriceText
  /** The place in the book that the limit price follows. */
  readonly priceSource: PriceSource
  readonly size: SpotSize
  /** Whether it may pay with what it borrows: of an order that goes to the book at once, in a pair whose coins are lent. */
  readonly margin: SpotMarginChoice
  readonly outlook: SpotOutlook
  /** What is asked before something far or large is sent. */
  readonly question: TicketSender['question']
  /** What became of the last press since. */
  readonly lastPress: TicketSender['lastPress']

  constructor(
    readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    const draft = ports.drafts.load(market.symbol)
    this.side = this.#side = signal(draft?.side ?? 'buy')
    this.tab = this.#tab = signal<SpotTab>(draft?.tab ?? 'limit')
    this.postOnly = this.#postOnly = signal(draft?.postOnly ?? false)
    this.timeInForce = this.#timeInForce = signal(draft?.timeInForce ?? 'goodTillCancel')
    this.pair = computed(() => {
      const listed = market.listed.value
      return listed !== null && isSpotPair(listed) ? listed : null
    })
    this.planForm = new SpotPlanForm(this.pair, this.#timeInForce, draft?.plan ?? null)
    const plan = computed(() => this.planForm.plan(this.#tab.value))
    this.type = computed(() => typeOf(this.#tab.value, plan.value))
    this.brought = new SpotBrought(this.pair, draft?.brought ?? null)
    this.price = new PriceText(this.pair)
    if (draft !== null) this.price.setText(draft.priceText)
    this.priceSource = new PriceSource(market)
    this.#isPriceTyped = signal((draft?.priceText ?? '') !== '')
    this.size = new SpotSize(this.pair, this.type, draft)
    this.margin = new SpotMarginChoice(
      {
        api: ports.api,
        account: ports.app.account,
        symbol: market.symbol,
        side: this.#side,
        isOffered: this.offersMargin,
      },
      draft?.isMargin ?? false,
    )
    this.outlook = new SpotOutlook({
      market,
      account: ports.app.account,
      margin: this.margin,
      pair: this.pair,
      size: this.size,
      terms: computed(() => ({
        side: this.#side.value,
        type: this.type.value,
        price: this.price.typed.value,
        timeInForce: this.#postOnly.value ? 'postOnly' : this.#timeInForce.value,
        plan: plan.value,
        brought: plan.value === null ? this.brought.legs.value : null,
      })),
    })
    this.#sender = new TicketSender(market, ports)
    this.question = this.#sender.question
    this.lastPress = this.#sender.lastPress
    this.block = this.#sender.block
    this.result = this.#sender.result
  }

  /** Follows the market and remembers the draft. @returns a function that stops both */
  start(): () => void {
    const stops = [
      effect(() => {
        const { lastPrice, tickerStale } = this.market
        // An old price may be of any age: what an order begins with is the first live one.
        if (this.#isPriceTyped.value || this.pair.value === null || lastPrice.value === null || tickerStale.value)
          return
        this.price.set(lastPrice.value)
        this.#isPriceTyped.value = true
      }),
      effect(() => {
        const price = this.priceSource.price.value
        if (price === null || this.#isHeld.value || this.#tab.value !== 'limit') return
        this.price.set(price)
        this.#isPriceTyped.value = true
      }),
      this.margin.start(),
      this.#sender.start({
        take: (price) => this.setPrice(price),
        save: () => this.ports.drafts.save(this.market.symbol, this.#draft()),
      }),
    ]
    this.#isOpen.value = true
    return () => {
      this.#isOpen.value = false
      stops.forEach((stop) => stop())
    }
  }

  // What is typed and chosen

  setSide(side: Side): void {
    this.#changed(() => (this.#side.value = side))
  }

  setTab(tab: SpotTab): void {
    this.#changed(() => {
      this.#tab.value = tab
      this.#countInLots()
    })
  }

  /** What an order waits for that has no tab of its own. */
  setPlanKind(kind: PlanKind): void {
    this.#changed(() => {
      this.planForm.setKind(kind)
      this.#countInLots()
    })
  }

  /** What trails may fire at any price: an amount says nothing of its quantity. */
  #countInLots(): void {
    if (this.hasAmount.peek()) return
    this.size.setUnit('base')
  }

  /** Whether an order may borrow: one without a trigger, in a pair whose coins are lent. */
  readonly offersMargin = computed(() => {
    const tab = this.#tab.value
    return (tab === 'limit' || tab === 'market') && this.pair.value?.margin.isLoanEnabled === true
  })

  /** Whether its size may be given in the quote coin. */
  readonly hasAmount = computed(() => this.outlook.plan.value?.kind !== 'trailing')

  /** A price of the chart as the trigger of a conditional order; nothing is sent. */
  takeTrigger(price: Price): void {
    this.#changed(() => {
      this.setTab('plan')
      this.setPlanKind('conditional')
      this.planForm.conditional.trigger.set(price)
    })
  }

  /** A plan of the chart: a limit order at its entry that brings target and stop; nothing is sent. */
  takePlan({ side, entry, target, stop }: TradePlan): void {
    this.#changed(() => {
      this.setSide(side)
      this.setTab('limit')
      this.setPrice(entry)
      this.brought.setOn(true)
      this.brought.takeProfit.trigger.set(target)
      this.brought.stopLoss.trigger.set(stop)
    })
  }

  /** A change of what it waits for or brings. */
  edit(change: () => void): void {
    this.#changed(change)
  }

  setMargin(isOn: boolean): void {
    this.#changed(() => this.margin.setOn(isOn))
  }

  setPostOnly(postOnly: boolean): void {
    this.#changed(() => (this.#postOnly.value = postOnly))
  }

  setTimeInForce(timeInForce: TicketTimeInForce): void {
    this.#changed(() => (this.#timeInForce.value = timeInForce))
  }

  setPriceText(typed: string): void {
    this.#changed(() => {
      this.priceSource.release()
      this.#isPriceTyped.value = true
      this.price.setText(typed)
    })
  }

  /** A pointer is down on the ticket, or up again: a price that follows the book stays meanwhile (I11). */
  holdPrice(isHeld: boolean): void {
    this.#isHeld.value = isHeld
  }

  setPrice(price: Price): void {
    this.#changed(() => {
      this.priceSource.release()
      this.#isPriceTyped.value = true
      this.price.set(price)
    })
  }

  setSizeText(typed: string): void {
    this.#changed(() => this.size.setText(typed))
  }

  /** The slider: a share of what the account pays for. */
  setPercent(percent: number): void {
    const most = this.outlook.most.peek()
    if (most !== null) this.#changed(() => this.size.take(percent, most))
  }

  #changed(change: () => void): void {
    this.#sender.changed(change)
  }

  // What it means

  readonly block: TicketSender['block']

  /** The last press: on its way, or how it ended. */
  readonly result: TicketSender['result']

  /** What is wrong with it, said or not. */
  readonly problem = computed<SpotTicketProblem | null>(() => {
    const checked = this.outlook.check.value
    if (checked === null || !checked.ok) return checked?.error ?? null
    return this.outlook.lack.value
  })

  /** What of it is said by now: of a field that was left, and after a press of all. */
  shownProblem(field: SpotTicketProblem['field']): SpotTicketProblem | null {
    const problem = this.problem.value
    if (problem === null || problem.field !== field) return null
    return this.#isLeft(field) || this.#isPressed.value ? problem : null
  }

  #isLeft(field: SpotTicketProblem['field']): boolean {
    const { conditional, takeProfit, stopLoss, ocoLimit, activation } = this.planForm
    const legs = this.outlook.plan.value === null ? this.brought : { takeProfit, stopLoss }
    switch (field) {
      case 'price':
        return this.price.isLeft.value
      case 'size':
        return this.size.isLeft.value
      case 'trigger':
        return conditional.trigger.isLeft.value
      case 'limit':
        return conditional.limit.isLeft.value
      case 'tpTrigger':
        return (this.#tab.value === 'oco' ? ocoLimit : legs.takeProfit.trigger).isLeft.value
      case 'tpLimit':
        return legs.takeProfit.limit.isLeft.value
      case 'slTrigger':
        return legs.stopLoss.trigger.isLeft.value
      case 'slLimit':
        return legs.stopLoss.limit.isLeft.value
      case 'activation':
        return activation.isLeft.value
      case 'distance':
      case 'order':
        return false
    }
  }

  /** What a press would send; `null` while something is wrong. */
  readonly order = computed<NewOrder | null>(() => {
    const checked = this.outlook.check.value
    if (checked?.ok !== true || this.outlook.lack.value !== null) return null
    return this.margin.isOn.value ? { ...checked.value, isLeverage: true } : checked.value
  })

  /**
   * A press. Everything up to the frozen intent happens at once, before anything is awaited (I11, O7).
   * @returns the outcome, or `null` when nothing was sent: a repeat, a closed ticket, or a problem now shown
   */
  async press(side: Side): Promise<Outcome<OrderId> | null> {
    if (!this.#sender.isFree(side)) return null
    if (side !== this.#side.peek()) return this.#sender.pressedAnother()
    const seen = this.#sizesAndPrices()
    if (this.#tab.peek() === 'limit') this.price.settle()
    this.planForm.settle(this.#tab.peek())
    this.brought.settle()
    this.size.settle()
    // What leaving the fields made of them was not what was pressed: it is shown, and the next press sends it (decisions 45).
    if (this.#sizesAndPrices() !== seen) return this.#sender.pressedAnother()
    const order = this.order.peek()
    if (order === null || !this.#sender.takesPress()) {
      this.#isPressed.value = true
      return null
    }
    // What is left in the fields is judged anew once they are left or pressed again.
    this.#isPressed.value = false
    const qty = this.outlook.qty.peek() ?? order.qty
    const [terms, ...others] = termsOfLegs(order).map((one) => ({ ...one, qty }))
    const { fillsAtOnce, outcome } = this.outlook
    const worth = fillsAtOnce.peek() === null ? undefined : outcome.peek()?.amount
    return this.#sender.send(order, {
      terms: terms!,
      others,
      order,
      choice: askOf(order),
      ...(worth !== undefined && { worth }),
    })
  }

  /** All that leaving the fields may move. */
  #sizesAndPrices(): string {
    return JSON.stringify([
      this.price.typed.peek(),
      this.size.typed.peek(),
      this.outlook.plan.peek(),
      this.brought.legs.peek(),
    ])
  }

  #draft(): SpotTicketDraft {
    return {
      side: this.#side.value,
      tab: this.#tab.value,
      unit: this.size.unit.value,
      // A place in the book is not a price of the trader's: whoever comes back finds the market's.
      priceText: this.priceSource.source.value === null ? this.price.text.value : '',
      sizeText: this.size.text.value,
      postOnly: this.#postOnly.value,
      isMargin: this.margin.isWanted,
      timeInForce: this.#timeInForce.value,
      plan: this.planForm.draft(),
      brought: this.brought.draft(),
    }
  }
}

/** A market order's bounds hold where one of the legs is one. */
function typeOf(tab: SpotTab, plan: SpotPlan | null): OrderType {
  if (plan === null) return tab === 'market' ? 'market' : 'limit'
  if (plan.kind === 'trailing') return 'market'
  const legs = legsOf(plan)
  return legs.length > 0 && legs.every(({ type }) => type === 'limit') ? 'limit' : 'market'
}
