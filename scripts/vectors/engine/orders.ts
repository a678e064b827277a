/** What the engine answers of orders and their fills. */
import type { PlaceCommand } from '../../../exchange/engine/commands'
import type { EngineSlippage } from '../../../exchange/engine/orders/order-terms'
import { feeE8, feeToCloseE8, initialMarginE8 } from '../../../exchange/engine/risk/formulas'
import { assert } from '../../../src/base/assert'
import { Exact, negate, toText, zero, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import type { Side } from '../../../src/domain/order/order'
import { exactValue } from '../../../src/domain/risk/payoff'
import { one } from '../arithmetic'
import type { Inputs } from '../inputs'
import { answer, type Having, type Numeric } from '../rule'
import {
  about,
  amount,
  cash,
  contractOf,
  type ContractTerms,
  count,
  e8,
  exactly,
  Floor,
  leverageE2,
  measure,
  money,
  places,
  stepOf,
  TooFine,
} from './lab'

const isContract = (x: Inputs) => x.kind !== 'spot'

function floorOf(x: Inputs, terms: ContractTerms = {}): Floor {
  const { tick, lot, contract } = measure(x, [x.price, x.entry, x.exit, x.execPrice], { finest: 0, terms })
  return new Floor(contract.instrument, { tick, lot, leverageE2: leverageE2(x.leverage) })
}

/** The parts of an order's cost, from the engine's own value of it. */
function parts(x: Having<'side' | 'qty' | 'price' | 'leverage'>) {
  const { tick, contract } = measure(x, [x.price], { finest: 0 })
  const { instrument, lot } = contract
  const [ticks, lots] = [count(x.price, tick), count(x.qty, lot)]
  // Opens the accounts: the exchange refuses a leverage that nobody may have.
  floorOf(x)
  const valueE8 =
    x.payoff === 'inverse' ? cash(exactValue(x.payoff, x.qty, x.price)) : ticks * lots * instrument.valueUnitE8
  const sense = (x.side === 'sell') === (x.payoff === 'inverse') ? 1 : -1
  const rateE8 = instrument.takerRateE8
  return {
    valueE8,
    initialE8: initialMarginE8(valueE8, leverageE2(x.leverage)),
    closeE8: feeToCloseE8(valueE8, leverageE2(x.leverage), sense, rateE8),
  }
}

/** What a resting order of that price ties up, as the account's balance shows it. */
function reserved(x: Having<'side' | 'qty' | 'price'>): number {
  const floor = floorOf(x)
  floor.run(floor.order('one', x.side, x.price, x.qty))
  return floor.balance.orderMarginE8
}

/** The most lots that the engine accepts with just that much in the wallet. */
function affordable(x: Having<'side' | 'orderCost' | 'price' | 'leverage'>): Numeric {
  const tickPlaces = places(x.price)
  const lot = stepOf<Qty>(x.payoff === 'inverse' ? 0 : Math.min(6, 8 - tickPlaces))
  const tick = stepOf<Price>(tickPlaces)
  const instrument = contractOf(x.payoff, tick, lot, x)
  const floor = new Floor(instrument, {
    tick,
    lot,
    leverageE2: leverageE2(x.leverage),
    walletE8: cash(x.orderCost),
  })
  const fits = (lots: number) => {
    try {
      const { result } = floor.run(floor.order('one', x.side, x.price, zero(), { lots }))
      floor.run({ type: 'cancel', account: 'one', symbol: 'X', orderId: result.orderId ?? null, linkId: null })
      return true
    } catch (error) {
      if (error instanceof TooFine) return false
      throw error
    }
  }
  let [most, tooMuch] = [0, 1]
  while (tooMuch < 1e12 && fits(tooMuch)) [most, tooMuch] = [tooMuch, tooMuch * 2]
  while (tooMuch - most > 1) {
    const middle = Math.floor((most + tooMuch) / 2)
    if (fits(middle)) most = middle
    else tooMuch = middle
  }
  return about(new Exact(most).times(lot), new Exact(lot).times(2))
}

const executed = (x: Having<'qty' | 'price'>, fees?: ContractTerms) =>
  floorOf(x, fees).deal(x.side ?? 'buy', x.price, x.qty)

function roundTrip(x: Having<'qty' | 'entry' | 'exit'>, fees: ContractTerms, isMaker: boolean) {
  const floor = floorOf(x, fees)
  const first = floor.deal('buy', x.entry, x.qty, { isMaker })
  const second = floor.deal('sell', x.exit, x.qty, { isMaker })
  return { first, second, feesE8: first.feeE8 + second.feeE8 }
}

const spotFeeE8 = (x: Having<'spotReceived' | 'rate'>) => feeE8(cash(x.spotReceived), e8(x.rate))

/** The fills of a market order against a book with the example's quantities below and beyond the limit. */
function fillWithin(x: Having<'qty' | 'fillableAtOrBelowLimit' | 'bandPrice' | 'X'>): Exact {
  const tick = stepOf<Price>(places(x.bandPrice) + 2)
  const lot = stepOf<Qty>(Math.max(places(x.qty), places(x.fillableAtOrBelowLimit)))
  const floor = new Floor(contractOf('linear', tick, lot, { X: x.X }), { tick, lot })
  const limit = new Exact(x.bandPrice).times(new Exact(1).plus(x.X))
  floor.run(floor.order('other', 'sell', toText<Price>(limit), x.fillableAtOrBelowLimit))
  floor.run(floor.order('other', 'sell', toText<Price>(limit.plus(tick)), x.qty))
  floor.mark(x.bandPrice)
  const { result } = floor.run(floor.order('one', 'buy', x.bandPrice, x.qty, { orderType: 'market' }))
  const order = result.orderId === undefined ? null : floor.engine.findOrder('one', { orderId: result.orderId })
  assert(order !== null, 'an order that was taken is known')
  return new Exact(order.filledLots).times(lot)
}

/** The price that the exchange gives the order. */
function priceOf(floor: Floor, order: PlaceCommand): Price {
  const { ticks } = floor.run(order).result
  assert(ticks !== undefined, 'an order that was taken has a price')
  return floor.price(ticks)
}

/** A limit order from far outside is brought to the band's edge, inward to the tick. */
function edge(x: Having<'bandPrice' | 'X'>, side: Side): Numeric {
  if (x.premium !== undefined && !new Exact(x.premium).isZero()) throw new TooFine('premium')
  // A mark between two ticks of the example is held in finer ones; rounding inward twice is rounding inward once.
  const fine = stepOf<Price>(Math.max(...[x.bandPrice, x.index, x.tick].map((one) => places(one ?? zero()))) + 4)
  const floor = new Floor(contractOf('linear', fine, one(), { X: x.X, Y: x.Y }), { tick: fine, lot: one() })
  floor.mark(x.bandPrice, x.index)
  const far = new Exact(x.bandPrice).times(side === 'buy' ? 3 : '0.2').toDecimalPlaces(places(fine))
  const price = new Exact(priceOf(floor, floor.order('one', side, toText<Price>(far), one())))
  const step = x.tick ?? fine
  const rounding = side === 'buy' ? Exact.ROUND_DOWN : Exact.ROUND_UP
  return about(price.div(step).toDecimalPlaces(0, rounding).times(step), x.tick === undefined ? step : 0)
}

/** The worst price that a market order with that tolerance may take. */
function tolerated(x: Having<'ask1' | 'bid1'>, side: Side): Numeric {
  const finest = Math.max(...[x.ask1, x.bid1, x.amount ?? zero<Price>()].map(places))
  const tick = x.tick ?? stepOf<Price>(finest + (x.percent === undefined ? 0 : 4))
  const floor = new Floor(contractOf('linear', tick, one()), { tick, lot: one() })
  floor.run(floor.order('other', 'sell', x.ask1, one()))
  floor.run(floor.order('other', 'buy', x.bid1, one()))
  const slippage = toleranceOf(x, tick)
  const price = priceOf(floor, floor.order('one', side, x.ask1, one(), { orderType: 'market', slippage }))
  return about(price, x.percent === undefined ? 0 : tick)
}

/** In the engine's own units: ticks, or hundredths of a per cent. */
function toleranceOf({ percent, ticks, amount: distance }: Inputs, tick: Price): EngineSlippage {
  if (percent !== undefined) return { unit: 'percent', value: count(percent, stepOf(2)) }
  if (ticks !== undefined) return { unit: 'tick', value: Number(ticks) }
  assert(distance !== undefined, 'the example names a tolerance')
  return { unit: 'tick', value: count(distance, tick) }
}

export const ORDER_ANSWERS = [
  answer({
    topics: ['order-cost'],
    needs: ['side', 'qty', 'price', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => amount(parts(x).initialE8),
      feeToClose: (x) => amount(parts(x).closeE8),
      feeToOpen: (x) => amount(executed(x).feeE8),
      orderCost: (x) => amount(reserved(x)),
    },
  }),
  answer({
    topics: ['order-cost'],
    needs: ['side', 'orderCost', 'price', 'leverage', 'takerFee'],
    gives: { qty: affordable },
  }),
  answer({
    topics: ['fee', 'execution'],
    needs: ['spotReceived', 'side', 'rate'],
    gives: {
      fee: (x) => amount(spotFeeE8(x)),
      execFee: (x) => amount(spotFeeE8(x)),
      received: (x) => amount(cash(x.spotReceived) - spotFeeE8(x)),
    },
  }),
  answer({
    topics: ['order-cost', 'margin', 'pnl', 'liquidation', 'fee', 'execution'],
    needs: ['qty', 'price'],
    when: isContract,
    gives: {
      value: (x) => amount(executed(x, { takerFee: zero() }).valueE8),
      orderValue: (x) => amount(executed(x, { takerFee: zero() }).valueE8),
      execValue: (x) => amount(executed(x, { takerFee: zero() }).valueE8),
    },
  }),
  answer({
    topics: ['fee', 'execution'],
    needs: ['qty', 'price', 'rate'],
    when: isContract,
    gives: {
      fee: (x) => amount(executed(x, { takerFee: x.rate }).feeE8),
      execFee: (x) => amount(executed(x, { takerFee: x.rate }).feeE8),
    },
  }),
  answer({
    topics: ['fee', 'execution'],
    needs: ['value', 'rate'],
    gives: {
      fee: (x) => amount(feeE8(cash(x.value), e8(x.rate))),
      execFee: (x) => amount(feeE8(cash(x.value), e8(x.rate))),
    },
  }),
  answer({
    topics: ['execution'],
    needs: ['qty', 'price', 'rate', 'cashFlow', 'funding'],
    gives: {
      change: (x) => {
        const fee = money(executed(x, { takerFee: x.rate }).feeE8)
        return about(new Exact(x.cashFlow).plus(x.funding).minus(fee), '0.00000003')
      },
    },
  }),
  answer({
    topics: ['fee'],
    needs: ['qty', 'price', 'takerFee'],
    when: isContract,
    gives: { takerFee: (x) => amount(executed(x).feeE8) },
  }),
  answer({
    topics: ['fee'],
    needs: ['qty', 'price', 'makerFee'],
    when: isContract,
    gives: { makerFee: (x) => amount(floorOf(x).deal('buy', x.price, x.qty, { isMaker: true }).feeE8) },
  }),
  answer({
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'takerFee'],
    gives: {
      takerTaker: (x) => amount(roundTrip(x, {}, false).feesE8),
      totalFee: (x) => amount(roundTrip(x, {}, false).feesE8),
    },
  }),
  answer({
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'makerRebate'],
    gives: {
      makerMakerRebate: (x) => amount(-roundTrip(x, { makerFee: negate(x.makerRebate) }, true).feesE8),
    },
  }),
  answer({
    topics: ['execution'],
    needs: ['qty', 'leg1Price', 'leg1Rate'],
    gives: {
      leg1Value: (x) => amount(legOf(x.qty, x.leg1Price, x.leg1Rate).valueE8),
      leg1Fee: (x) => amount(legOf(x.qty, x.leg1Price, x.leg1Rate).feeE8),
    },
  }),
  answer({
    topics: ['execution'],
    needs: ['qty', 'leg2Price', 'leg2Rate'],
    gives: {
      leg2Value: (x) => amount(legOf(x.qty, x.leg2Price, x.leg2Rate).valueE8),
      leg2Fee: (x) => amount(legOf(x.qty, x.leg2Price, x.leg2Rate).feeE8),
    },
  }),
  answer({
    topics: ['price-limit'],
    needs: ['qty', 'fillableAtOrBelowLimit', 'bandPrice', 'X'],
    gives: {
      filled: (x) => exactly(fillWithin(x)),
      rejected: (x) => exactly(new Exact(x.qty).minus(fillWithin(x))),
    },
  }),
  answer({
    topics: ['price-limit'],
    needs: ['bandPrice', 'X'],
    gives: {
      maxBuy: (x) => edge(x, 'buy'),
      buyLmt: (x) => edge(x, 'buy'),
      minSell: (x) => edge(x, 'sell'),
      sellLmt: (x) => edge(x, 'sell'),
    },
  }),
  ...[['amount'] as const, ['percent'] as const, ['ticks', 'tick'] as const].map((tolerance) =>
    answer({
      topics: ['slippage'],
      needs: ['ask1', 'bid1', ...tolerance],
      gives: { buyLimit: (x) => tolerated(x, 'buy'), sellLimit: (x) => tolerated(x, 'sell') },
    }),
  ),
]

/** Of a spread: each leg is a trade of its own. */
function legOf(qty: Qty, price: Price, takerFee: Rate) {
  return executed({ payoff: 'linear', qty, price }, { takerFee })
}
