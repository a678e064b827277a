import type { NewOrder } from '../../domain/order/new-order'
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Leverage, type Price, type Qty } from '../../domain/decimal'
import type { Side, TriggerBy } from '../../domain/order/order'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { TpSlForm } from '../trading-kit/tpsl/tpsl-form'
import type { TpSlContext } from '../trading-kit/tpsl/tpsl-leg-form'
import { prefsIn } from '../trading-kit/tpsl/tpsl-prefs'
import type { Problem } from '../trading-kit/order-problems'
import { SlippageForm, slippageIn } from '../trading-kit/slippage-form'
import type { ExtrasDraft, TicketTab } from './ticket-drafts'
import type { TicketSwitches } from './ticket-switches'
import { priceBy, TriggerForm } from '../trading-kit/trigger-form'

/** What the rest of the ticket says. */
export interface TicketFields {
  readonly market: MarketModel
  readonly app: Pick<App, 'account' | 'kept'>
  readonly tab: ReadonlySignal<TicketTab>
  readonly switches: TicketSwitches
  readonly qty: ReadonlySignal<Qty | null>
  /** What the order is priced at, which take-profit and stop-loss have to lie beyond; `null` at market. */
  readonly orderPrice: ReadonlySignal<Price | null>
  /** Where it would fill. */
  readonly expectedPrice: (side: Side) => Price | null
  readonly leverage: (side: Side) => Leverage
}

type Parts = Pick<NewOrder, 'trigger' | 'tpSl' | 'slippage'>

/** The fields of what an order may bring: a trigger, take-profit and stop-loss, a bound on slippage. Loaded when used. */
export class TicketExtras {
  readonly trigger: TriggerForm
  readonly tpSl: TpSlForm
  readonly slippage: SlippageForm
  readonly #chosenSide = signal<Side | null>(null)
  /**
   * The position that gain and loss are reckoned for, and errors told of, while the ticket has two buttons: the one that
   * was chosen or pressed, else the one that the prices are for.
   */
  readonly tpSlSide = computed<Side>(() => this.#chosenSide.value ?? this.#sideOfPrices() ?? 'buy')

  constructor(
    private readonly fields: TicketFields,
    draft: ExtrasDraft | null,
  ) {
    const { market, app } = fields
    this.trigger = new TriggerForm(market)
    this.tpSl = new TpSlForm(
      computed(() => this.#context(this.tpSlSide.value)),
      prefsIn(app.kept),
    )
    this.slippage = new SlippageForm(market.instrument, slippageIn(app.kept))
    if (draft !== null) this.#restore(draft)
  }

  setTpSlSide(side: Side): void {
    this.#chosenSide.value = side
  }

  /** Why an order of a side may not go out with these. */
  problems(side: Side): readonly Problem[] {
    const problems: Problem[] = []
    const trigger = this.fields.tab.value === 'conditional' ? this.trigger.problem.value : null
    if (trigger !== null) problems.push(trigger)
    if (!this.fields.switches.usesTpSl.value) return problems
    if (this.tpSl.isEmpty.value) problems.push({ field: 'order', key: 'tpSlMissing', values: {} })
    for (const leg of [this.tpSl.takeProfit, this.tpSl.stopLoss]) {
      const key = leg.problemFor(this.#context(side))
      if (key !== null) problems.push({ field: 'order', key, values: {} })
    }
    return problems
  }

  /** Only what is switched on: an ordinary order has none of these. */
  parts(side: Side): Parts {
    const { tab, switches } = this.fields
    const trigger = tab.value === 'conditional' ? this.trigger.trigger.value : null
    const tpSl = switches.usesTpSl.value ? this.tpSl.termsFor(this.#context(side)) : null
    return {
      ...(trigger === null ? {} : { trigger }),
      ...(tpSl === null ? {} : { tpSl }),
      ...(switches.usesSlippage.value ? { slippage: this.slippage.chosen.value } : {}),
    }
  }

  draft(): ExtrasDraft {
    const { takeProfit, stopLoss, mode } = this.tpSl
    return {
      triggerText: this.trigger.price.text.value,
      triggerBy: this.trigger.by.value,
      tpSlSide: this.#chosenSide.value,
      tpSlMode: mode.value,
      takeProfitText: takeProfit.price.text.value,
      stopLossText: stopLoss.price.text.value,
    }
  }

  #restore(draft: ExtrasDraft): void {
    this.trigger.price.setText(draft.triggerText)
    this.trigger.setBy(draft.triggerBy)
    this.#chosenSide.value = draft.tpSlSide
    this.tpSl.setMode(draft.tpSlMode)
    this.tpSl.takeProfit.price.setText(draft.takeProfitText)
    this.tpSl.stopLoss.price.setText(draft.stopLossText)
  }

  /** The position that the prices as typed can be for: a take-profit below and a stop-loss above are a short's. */
  #sideOfPrices(): Side | null {
    const sides = [this.tpSl.takeProfit, this.tpSl.stopLoss].flatMap((leg) => {
      const price = leg.price.typed.value
      const reference = this.#reference(leg.by.value)
      if (price === null || reference === null) return []
      return [compare(price, reference) < 0 === (leg.leg === 'takeProfit') ? 'sell' : 'buy'] as const
    })
    return sides.length > 0 && sides.every((side) => side === 'sell') ? 'sell' : null
  }

  /** What the prices have to lie beyond. */
  #reference(by: TriggerBy): Price | null {
    return this.fields.orderPrice.value ?? priceBy(this.fields.market, by)
  }

  #context(side: Side): TpSlContext | null {
    const { market, app, expectedPrice, leverage, qty } = this.fields
    const instrument = market.instrument.value
    const entryPrice = expectedPrice(side)
    if (instrument === null || entryPrice === null || entryPrice === '0') return null
    return {
      instrument,
      side,
      entryPrice,
      leverage: leverage(side),
      qty: qty.value ?? ('0' as Qty),
      reference: (by: TriggerBy) => this.#reference(by),
      scene: 'order',
      hasRoi: app.account.view.value.hasOwnMargin,
    }
  }
}
