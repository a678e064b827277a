import { decimal } from '../../../src/domain/indicators/parameters'
import { StudyNumber } from '../../../src/ui/chart/studies/study-form'
import { SizeBy, type AmountMethod } from '../../../src/ui/order-entry/size-by'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { pickedPrice } from '../../../src/ui/state/picked-price'
import { computed, signal } from '@preact/signals-react'
import { Exact, toText, type DecimalText, type Money, type Price, type Qty } from '../../../src/domain/decimal'
import { LoanForm } from '../../../src/ui/assets/loan-form'
import { AmendForm } from '../../../src/ui/orders/amend-form'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { PriceText } from '../../../src/ui/trading-kit/price-text'
import { builtInSlippage } from '../../../src/domain/order/slippage-terms'
import { settleSlippage } from '../../../src/ui/trading-kit/slippage-form'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import { TriggerForm } from '../../../src/ui/trading-kit/trigger-form'
import { acceptText, readText, textProblem, valueText } from '../../../src/ui/kit/number-text'
import { CloseForm } from '../../../src/ui/positions/close-form'
import { LeverageForm } from '../../../src/ui/trading-kit/modes/leverage-form'
import { MarginForm } from '../../../src/ui/positions/margin-form'
import { WhatIfForm } from '../../../src/ui/portfolio/what-if-form'
import { RateForm } from '../../../src/ui/trading-kit/margin-rate/rate-form'
import { SizeText } from '../../../src/ui/trading-kit/one-press/size-text'
import { TrailingForm } from '../../../src/ui/positions/trailing-form'
import { OptionFormModel } from '../../../src/ui/option-entry/option-form-model'
import { SpreadFormModel } from '../../../src/ui/spread-entry/spread-form-model'
import { SpotFormModel } from '../../../src/ui/spot-entry/spot-form-model'
import { StrategyForm } from '../../../src/ui/strategies/strategy-form'
import { PositionTpSl } from '../../../src/ui/trading-kit/tpsl/position-tpsl'
import type { TpSlInput } from '../../../src/domain/risk/tpsl-target'
import { AlertForm } from '../../../src/ui/alerts/alert-form'
import { BTCUSDT, deskOf, instrumentOf, orderOf, positionOf } from '../fixtures'
import { CALL_60K, optionDeskOf } from '../option-fixtures'
import { spotDeskOf } from '../spot-fixtures'
import { spreadDeskOf } from '../spread-fixtures'

/** One field of the app for one number, with the form that it belongs to. */
export interface TypedField {
  text(): string
  /** What the browser's input says after a key or a paste. */
  setText(after: string): void
  leave(): void
  /** The number that goes on from here into what is sent; `null` while nothing would be. */
  sent(): DecimalText | null
}

const prefs = (input: TpSlInput) => ({ load: () => ({ input, by: 'last' }) as const, save() {} })

function ticketOf() {
  const desk = deskOf({ available: '100000000' })
  const ticket = new OrderFormModel(desk.market, {
    picked: pickedPrice(FIRST_GROUP),
    app: desk,
    place: () => new Promise(() => {}),
    drafts: { load: () => null, save() {} },
    loadExtras: async () => TicketExtras,
    loadSizing: async () => SizeBy,
    now: () => 1000,
    monotonic: () => 1000,
  })
  ticket.setPriceText('')
  return ticket
}

function strategyOf(kind: 'twap' | 'chaseLimit' | 'iceberg') {
  const desk = deskOf({ available: '100000000' })
  const form = new StrategyForm(desk.market, {
    app: desk,
    open: () => new Promise(() => {}),
    drafts: { load: () => null, save() {} },
    start: { qtyText: '', priceText: '', reduceOnly: false },
    now: () => 1000,
    monotonic: () => 1000,
  })
  form.setKind(kind)
  return form
}

function priceField(price: PriceText): TypedField {
  return {
    text: () => price.text.peek(),
    setText: (after) => price.setText(after),
    leave: () => price.settle(),
    sent: () => price.price.peek(),
  }
}

const market = () => deskOf().market
const limits = () => signal(instrumentOf())
const tpSl = (input: TpSlInput = 'roi') =>
  new PositionTpSl(positionOf(), market(), 'full', null, { prefs: prefs(input), hasRoi: true, slippageOf: () => null })

function target(input: TpSlInput): TypedField {
  const leg = tpSl(input).form.takeProfit
  return {
    text: () => leg.targetText.peek(),
    setText: (after) => leg.setTargetText(after),
    leave: () => leg.price.settle(),
    // The price follows from it: what is sent is checked against what the price's own field shows.
    sent: () => leg.price.price.peek(),
  }
}

function slippage(unit: 'percent' | 'tick'): TypedField {
  let text = ''
  const preset = { unit, value: '1' as DecimalText }
  const terms = builtInSlippage('SOL')
  return {
    text: () => text,
    setText: (after) => (text = acceptText(text, after)),
    leave: () => {
      if (textProblem(text) === null) text = valueText(settleSlippage(text, preset, terms).value)
    },
    sent: () => (textProblem(text) === null ? settleSlippage(text, preset, terms).value : null),
  }
}

/** An amount that the size is given as: the quantity is reckoned from it, and nothing else is made of it. */
function amount(method: AmountMethod): TypedField {
  const desk = deskOf({ available: '100000000' })
  const ports = {
    market: desk.market,
    size: { method: signal(method), qty: signal(null), setSized() {} },
    type: signal('limit' as const),
    orderPrice: signal('60000' as Price),
    stop: () => null,
    stopSlippage: () => null,
    outlook: ticketOf().outlook,
    second: signal(0),
  }
  const sizeBy = new SizeBy(ports, null, method)
  return {
    text: () => sizeBy.text(method).peek(),
    setText: (after) => sizeBy.setText(method, after),
    leave() {},
    sent: () => readText<DecimalText>(sizeBy.text(method).peek()),
  }
}

const alertForm = () => new AlertForm(BTCUSDT, signal(instrumentOf()), { price: null })

/** Every field, by the file that draws it: `tests/ui/kit/every-field.test.ts` counts them there. */
function spotTicketOf() {
  const desk = spotDeskOf()
  return new SpotFormModel(desk.market, {
    app: desk,
    api: { spotPower: () => new Promise(() => {}) },
    picked: pickedPrice(FIRST_GROUP),
    place: () => new Promise(() => {}),
    drafts: { load: () => null, save() {} },
    now: () => 1000,
    monotonic: () => 1000,
  })
}

function optionTicketOf() {
  const desk = optionDeskOf({ available: '100000000' })
  return new OptionFormModel(desk.market, {
    app: desk,
    api: { foretell: () => new Promise(() => {}) },
    picked: pickedPrice(FIRST_GROUP),
    place: () => new Promise(() => {}),
    drafts: { load: () => null, save() {} },
    now: () => 1000,
    monotonic: () => 1000,
  })
}

function spreadTicketOf() {
  const desk = spreadDeskOf({ available: '100000000', coins: '100000' })
  return new SpreadFormModel(desk.market, {
    app: desk,
    legs: desk.legs,
    api: { foretell: () => new Promise(() => {}) },
    picked: pickedPrice(FIRST_GROUP),
    place: () => new Promise(() => {}),
    drafts: { load: () => null, save() {} },
    now: () => 1000,
    monotonic: () => 1000,
  })
}

export const FIELDS: readonly { readonly name: string; readonly file: string; readonly make: () => TypedField }[] = [
  {
    name: 'ticket price',
    file: 'order-entry/OrderFields.tsx',
    make() {
      const ticket = ticketOf()
      return {
        text: () => ticket.priceText.peek(),
        setText: (after) => ticket.setPriceText(after),
        leave: () => ticket.blurPrice(),
        sent: () => ticket.price.peek(),
      }
    },
  },
  {
    name: 'ticket quantity',
    file: 'order-entry/OrderFields.tsx',
    make() {
      const ticket = ticketOf()
      return {
        text: () => ticket.size.text.peek(),
        setText: (after) => ticket.size.setText(after),
        leave: () => ticket.size.blur(),
        sent: () => ticket.size.qty.peek(),
      }
    },
  },
  {
    name: 'price of a pair’s order',
    file: 'spot-entry/SpotFields.tsx',
    make: () => priceField(spotTicketOf().price),
  },
  {
    name: 'size of a pair’s order',
    file: 'spot-entry/SpotFields.tsx',
    make() {
      const { size } = spotTicketOf()
      return {
        text: () => size.text.peek(),
        setText: (after) => size.setText(after),
        leave: () => size.settle(),
        sent: () => size.qty.peek(),
      }
    },
  },
  {
    name: 'trigger price of a pair’s conditional order',
    file: 'spot-entry/SpotPlanFields.tsx',
    make: () => priceField(spotTicketOf().planForm.conditional.trigger),
  },
  {
    name: 'limit price of a pair’s conditional order',
    file: 'spot-entry/SpotPlanFields.tsx',
    make: () => priceField(spotTicketOf().planForm.conditional.limit),
  },
  {
    name: 'limit price of an OCO order',
    file: 'spot-entry/SpotPlanFields.tsx',
    make: () => priceField(spotTicketOf().planForm.ocoLimit),
  },
  {
    name: 'activation price of a pair’s trailing profit',
    file: 'spot-entry/SpotPlanFields.tsx',
    make: () => priceField(spotTicketOf().planForm.activation),
  },
  {
    name: 'distance of a pair’s trailing order',
    file: 'spot-entry/SpotPlanFields.tsx',
    make() {
      const { planForm } = spotTicketOf()
      planForm.setKind('trailingStop')
      planForm.setUnit('value')
      return {
        text: () => planForm.distance.peek(),
        setText: (after) => planForm.setDistance(after),
        leave() {},
        sent() {
          const plan = planForm.plan('plan')
          return plan?.kind === 'trailing' ? plan.distance : null
        },
      }
    },
  },
  {
    name: 'price of an option’s order',
    file: 'option-entry/OptionFields.tsx',
    make: () => priceField(optionTicketOf().priceText),
  },
  {
    name: 'volatility of an option’s order',
    file: 'option-entry/OptionFields.tsx',
    make() {
      const ticket = optionTicketOf()
      return {
        text: () => ticket.volatilityText.peek(),
        setText: (after) => ticket.setVolatilityText(after),
        leave: () => ticket.leave('volatility'),
        // It stands in per cent.
        sent: () => (ticket.volatility.peek() === null ? null : readText(ticket.volatilityText.peek())),
      }
    },
  },
  {
    name: 'trigger of a leg of a pair’s order',
    file: 'trading-kit/SpotLegFields.tsx',
    make: () => priceField(spotTicketOf().planForm.takeProfit.trigger),
  },
  {
    name: 'limit of a leg of a pair’s order',
    file: 'trading-kit/SpotLegFields.tsx',
    make: () => priceField(spotTicketOf().planForm.stopLoss.limit),
  },
  {
    name: 'quantity of an option’s order',
    file: 'option-entry/OptionFields.tsx',
    make() {
      const ticket = optionTicketOf()
      return {
        text: () => ticket.qtyText.peek(),
        setText: (after) => ticket.setQtyText(after),
        leave: () => ticket.leave('qty'),
        sent: () => ticket.qty.peek(),
      }
    },
  },
  {
    name: 'price of a spread’s order',
    file: 'spread-entry/SpreadFields.tsx',
    make: () => priceField(spreadTicketOf().price),
  },
  {
    name: 'quantity of a spread’s order',
    file: 'spread-entry/SpreadFields.tsx',
    make() {
      const ticket = spreadTicketOf()
      return {
        text: () => ticket.size.text.peek(),
        setText: (after) => ticket.setQtyText(after),
        leave: () => ticket.leaveQty(),
        sent: () => ticket.size.qty.peek(),
      }
    },
  },
  {
    name: 'size of one-press orders',
    file: 'trading-kit/one-press/PresetFields.tsx',
    make() {
      const field = new SizeText({ set() {} }, 0, { unit: 'quote', amount: '100' as DecimalText })
      field.setText('')
      return {
        text: () => field.text.peek(),
        setText: (after) => field.setText(after),
        leave: () => field.settle(),
        sent: () => field.amount(),
      }
    },
  },
  { name: 'price of an alert', file: 'alerts/AlertDialog.tsx', make: () => priceField(alertForm().price) },
  {
    name: 'per cent of an alert',
    file: 'alerts/AlertDialog.tsx',
    make() {
      const form = alertForm()
      return {
        text: () => form.percentText.peek(),
        setText: (after) => form.setPercent(after),
        leave() {},
        sent: () => readText<DecimalText>(form.percentText.peek()),
      }
    },
  },
  { name: 'order value', file: 'order-entry/AmountFields.tsx', make: () => amount('value') },
  { name: 'order cost', file: 'order-entry/AmountFields.tsx', make: () => amount('cost') },
  { name: 'risk', file: 'order-entry/AmountFields.tsx', make: () => amount('risk') },
  {
    name: 'stop price of a risk',
    file: 'order-entry/AmountFields.tsx',
    make: () => priceField(tpSl().form.stopLoss.price),
  },
  {
    name: 'trigger price',
    file: 'order-entry/TriggerFields.tsx',
    make: () => priceField(new TriggerForm(market()).price),
  },
  { name: 'slippage, per cent', file: 'trading-kit/SlippageSelect.tsx', make: () => slippage('percent') },
  { name: 'slippage, ticks', file: 'trading-kit/SlippageSelect.tsx', make: () => slippage('tick') },
  {
    name: 'take-profit price',
    file: 'trading-kit/tpsl/TpSlLegFields.tsx',
    make: () => priceField(tpSl().form.takeProfit.price),
  },
  {
    name: 'limit price of a leg',
    file: 'trading-kit/tpsl/TpSlLegFields.tsx',
    make: () => priceField(tpSl().form.stopLoss.limit),
  },
  { name: 'target, ROI', file: 'trading-kit/tpsl/TpSlLegFields.tsx', make: () => target('roi') },
  { name: 'target, per cent', file: 'trading-kit/tpsl/TpSlLegFields.tsx', make: () => target('percent') },
  { name: 'target, P&L', file: 'trading-kit/tpsl/TpSlLegFields.tsx', make: () => target('pnl') },
  {
    name: 'take-profit price, in the ticket',
    file: 'trading-kit/tpsl/TpSlLegRow.tsx',
    make: () => priceField(tpSl().form.takeProfit.price),
  },
  {
    name: 'limit price of a leg, in the ticket',
    file: 'trading-kit/tpsl/TpSlLegRow.tsx',
    make: () => priceField(tpSl().form.stopLoss.limit),
  },
  { name: 'target, ROI, in the ticket', file: 'trading-kit/tpsl/TpSlLegRow.tsx', make: () => target('roi') },
  { name: 'target, per cent, in the ticket', file: 'trading-kit/tpsl/TpSlLegRow.tsx', make: () => target('percent') },
  { name: 'target, P&L, in the ticket', file: 'trading-kit/tpsl/TpSlLegRow.tsx', make: () => target('pnl') },
  { name: 'amended price', file: 'orders/AmendDialog.tsx', make: () => emptied(amendForm().price!) },
  { name: 'amended price of a pair', file: 'orders/SpotPriceField.tsx', make: () => emptied(amendForm().price!) },
  { name: 'amended trigger', file: 'orders/AmendDialog.tsx', make: () => emptied(amendForm().trigger!) },
  {
    name: 'amended volatility of an option’s order',
    file: 'orders/AmendVolatilityFields.tsx',
    make() {
      const volatility = new AmendForm(orderOf('o'), CALL_60K).volatility!
      return {
        text: () => volatility.text.peek(),
        setText: (after) => volatility.setText(after),
        leave() {},
        // It stands in per cent.
        sent: () => (volatility.volatility.peek() === null ? null : readText(volatility.text.peek())),
      }
    },
  },
  {
    name: 'amended quantity',
    file: 'orders/AmendDialog.tsx',
    make() {
      const form = amendForm()
      form.setQtyText('')
      return {
        text: () => form.qtyText.peek(),
        setText: (after) => form.setQtyText(after),
        leave: () => form.settleQty(),
        sent: () => form.qty.peek(),
      }
    },
  },
  {
    name: 'loan',
    file: 'assets/LoanDialog.tsx',
    make() {
      const form = new LoanForm(signal('100000000' as Money))
      return {
        text: () => form.text.peek(),
        setText: (after) => form.setText(after),
        leave: () => form.settle(),
        sent: () => form.amount.peek(),
      }
    },
  },
  {
    name: 'margin',
    file: 'positions/AddMarginDialog.tsx',
    make() {
      const position = positionOf({ marginMode: 'isolated', extraMargin: '0' as Money })
      const form = new MarginForm(signal(position), instrumentOf(), signal('100000000' as Money))
      return {
        text: () => form.text.peek(),
        setText: (after) => form.setText(after),
        leave: () => form.settle(),
        sent: () => form.amount.peek(),
      }
    },
  },
  { name: 'closing price', file: 'positions/CloseLimitDialog.tsx', make: () => priceField(new PriceText(limits())) },
  {
    name: 'closing quantity',
    file: 'positions/ClosePart.tsx',
    make() {
      const form = new CloseForm(signal('100' as Qty), instrumentOf())
      form.setText('')
      return {
        text: () => form.text.peek(),
        setText: (after) => form.setText(after),
        leave: () => form.settle(),
        sent: () => form.qty.peek(),
      }
    },
  },
  {
    name: 'leverage',
    file: 'trading-kit/modes/LeverageDialog.tsx',
    make() {
      const form = new LeverageForm(instrumentOf(), '10' as never)
      form.setText('')
      return {
        text: () => form.text.peek(),
        setText: (after) => form.setText(after),
        leave: () => form.settle(),
        sent: () => form.leverage.peek(),
      }
    },
  },
  {
    name: "quantity of a position's TP/SL",
    file: 'positions/TpSlEditor.tsx',
    make() {
      const model = new PositionTpSl(positionOf({ size: '100' as Qty }), market(), 'partial', null, {
        prefs: prefs('roi'),
        hasRoi: true,
        slippageOf: () => null,
      })
      model.setQtyText('')
      return {
        text: () => model.qtyText.peek(),
        setText: (after) => model.setQtyText(after),
        leave() {},
        sent: () => (model.qtyProblem.peek() === null ? model.qty.peek() : null),
      }
    },
  },
  { name: 'trailing distance', file: 'positions/TrailingStopDialog.tsx', make: () => priceField(trailing().distance) },
  { name: 'activation price', file: 'positions/TrailingStopDialog.tsx', make: () => priceField(trailing().activation) },
  {
    name: 'trailing per cent',
    file: 'positions/TrailingStopDialog.tsx',
    make() {
      const form = trailing()
      form.setUnit('percent')
      return {
        text: () => form.percentText.peek(),
        setText: (after) => form.setPercentText(after),
        leave: () => form.settlePercent(),
        sent: () => percentOf(form),
      }
    },
  },
  {
    name: 'maintenance rate that closes a position',
    file: 'trading-kit/margin-rate/RateCloseDialog.tsx',
    make() {
      const form = new RateForm(signal(null), null)
      form.setText('')
      return {
        text: () => form.text.peek(),
        setText: (after) => form.setText(after),
        leave: () => form.settle(),
        sent: () => (form.rate.peek() === null ? null : toText(new Exact(form.rate.peek()!).times(100))),
      }
    },
  },
  {
    name: 'quantity of a trade that is not made',
    file: 'portfolio/WhatIfPanel.tsx',
    make() {
      const form = new WhatIfForm()
      return {
        text: () => form.qtyText.peek(),
        setText: (after) => form.setQtyText(after),
        leave() {},
        sent: () => form.qty.peek(),
      }
    },
  },
  {
    name: 'strategy quantity',
    file: 'strategies/StrategyTicket.tsx',
    make() {
      const form = strategyOf('twap')
      return {
        text: () => form.qtyText.peek(),
        setText: (after) => form.setQtyText(after),
        leave: () => form.leave('qty'),
        sent: () => form.qty.peek(),
      }
    },
  },
  {
    name: 'strategy price',
    file: 'strategies/StrategyTicket.tsx',
    make: () => priceField(strategyOf('iceberg').price),
  },
  {
    name: 'minutes of a TWAP',
    file: 'strategies/StrategyTicket.tsx',
    make() {
      const form = strategyOf('twap')
      form.setMinutesText('')
      return {
        text: () => form.minutesText.peek(),
        setText: (after) => form.setMinutesText(after),
        leave: () => form.leave('duration'),
        sent: () => {
          const ms = form.durationMs.peek()
          // The exchange takes 5 minutes to a day; beyond that nothing is sent.
          return ms === null || ms < 300_000 || ms > 86_400_000 ? null : (String(ms / 60_000) as DecimalText)
        },
      }
    },
  },
  {
    name: 'distance of a chase',
    file: 'strategies/StrategyTicket.tsx',
    make: () => priceField(strategyOf('chaseLimit').distance),
  },
  {
    name: 'parameter of an indicator',
    file: 'chart/studies/StudySettings.tsx',
    make() {
      const number = new StudyNumber(decimal(2, { min: 0.1, max: 10, step: 0.1 }), 2)
      number.set('')
      return {
        text: () => number.text.peek(),
        setText: (after) => number.set(after),
        leave() {},
        sent: () => number.value.peek(),
      }
    },
  },
  {
    name: 'shown part of an iceberg',
    file: 'strategies/StrategyTicket.tsx',
    make() {
      const form = strategyOf('iceberg')
      return {
        text: () => form.showText.peek(),
        setText: (after) => form.setShowText(after),
        leave: () => form.leave('showQty'),
        sent: () => form.showQty.peek(),
      }
    },
  },
]

/** Drawn by others: the field itself, and the one that prices are typed into. */
export const PARTS_OF_FIELDS = ['kit/NumberField.tsx', 'trading-kit/PriceTextField.tsx'] as const

function amendForm(): AmendForm {
  return new AmendForm(
    orderOf('o', { status: 'untriggered', qty: '1' as Qty, triggerPrice: '59000' as Price, triggerBy: 'last' }),
    instrumentOf(),
  )
}

function emptied(price: PriceText): TypedField {
  price.set(null)
  return priceField(price)
}

function trailing(): TrailingForm {
  return new TrailingForm(positionOf({ trailingStop: null }), market())
}

/** What goes into the rate: a hundredth of the per cent. */
function percentOf(form: TrailingForm): DecimalText | null {
  const rate = computed(() => form.terms.value?.trailing?.rate ?? null).value
  return rate === null ? null : shifted(rate)
}

/** 0.0125 → 1.25. */
function shifted(rate: DecimalText): DecimalText {
  const [whole = '', fraction = ''] = rate.split('.')
  const digits = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = fraction.slice(2)
  return (rest === '' ? digits : `${digits}.${rest}`) as DecimalText
}
