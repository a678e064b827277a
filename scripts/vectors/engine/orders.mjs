/** What the engine answers of orders and their fills. */
import { feeE8, feeToCloseE8, initialMarginE8 } from '../../../exchange/engine/risk/formulas'
import { Exact } from '../../../src/domain/decimal'
import {
  about,
  amount,
  cash,
  contractOf,
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
} from './lab.mjs'

const isContract = (x) => x.kind !== 'spot'

function floorOf(x, terms = {}) {
  const { tick, lot, contract } = measure(x, [x.price, x.entry, x.exit, x.execPrice], { finest: 0, terms })
  return new Floor(contract.instrument, { tick, lot, leverage: x.leverage })
}

/** The parts of an order's cost, from the engine's own value of it. */
function parts(x) {
  const { tick, contract } = measure(x, [x.price], { finest: 0 })
  const { instrument, lot } = contract
  const market = floorOf(x).engine
  const [ticks, lots] = [count(x.price, tick), count(x.qty, lot)]
  market.handle({ type: 'mark', symbol: 'X', markTicks: ticks, indexTicks: ticks }, 1)
  const valueE8 =
    x.payoff === 'inverse' ? cash(new Exact(x.qty).div(x.price).toFixed()) : ticks * lots * instrument.valueUnitE8
  const sense = (x.side === 'sell') === (x.payoff === 'inverse') ? 1 : -1
  const rateE8 = instrument.takerRateE8
  return {
    valueE8,
    initialE8: initialMarginE8(valueE8, leverageE2(x.leverage)),
    closeE8: feeToCloseE8(valueE8, leverageE2(x.leverage), sense, rateE8),
  }
}

/** What a resting order of that price ties up, as the account's balance shows it. */
function reserved(x) {
  const floor = floorOf(x)
  floor.run(floor.order('one', x.side, x.price, x.qty))
  return floor.balance.orderMarginE8
}

/** The most lots that the engine accepts with just that much in the wallet. */
function affordable(x) {
  const tickPlaces = places(x.price)
  const lot = stepOf(x.payoff === 'inverse' ? 0 : Math.min(6, 8 - tickPlaces))
  const tick = stepOf(tickPlaces)
  const instrument = contractOf(x.payoff, tick, lot, x)
  const floor = new Floor(instrument, { tick, lot, leverage: x.leverage, wallet: cash(x.orderCost) })
  const fits = (lots) => {
    try {
      const { result } = floor.run({ ...floor.order('one', x.side, x.price, '0'), lots })
      floor.run({ type: 'cancel', account: 'one', symbol: 'X', orderId: result.orderId, linkId: null })
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

const executed = (x, fees) => floorOf(x, fees).deal(x.side ?? 'buy', x.price, x.qty)

function roundTrip(x, fees, isMaker) {
  const floor = floorOf(x, fees)
  const first = floor.deal('buy', x.entry, x.qty, { isMaker })
  const second = floor.deal('sell', x.exit, x.qty, { isMaker })
  return { first, second, feesE8: first.feeE8 + second.feeE8 }
}

const spotFeeE8 = (x) => feeE8(cash(x.spotReceived), e8(x.rate))

/** The fills of a market order against a book with the example's quantities below and beyond the limit. */
function fillWithin(x) {
  const [tick, lot] = [
    stepOf(places(x.bandPrice) + 2),
    stepOf(Math.max(places(x.qty), places(x.fillableAtOrBelowLimit))),
  ]
  const floor = new Floor(contractOf('linear', tick, lot, { X: x.X }), { tick, lot })
  const limit = new Exact(x.bandPrice).times(new Exact(1).plus(x.X))
  floor.run(floor.order('other', 'sell', limit.toFixed(), x.fillableAtOrBelowLimit))
  floor.run(floor.order('other', 'sell', limit.plus(tick).toFixed(), x.qty))
  floor.mark(x.bandPrice)
  const { result } = floor.run(floor.order('one', 'buy', x.bandPrice, x.qty, { orderType: 'market' }))
  const order = floor.engine.findOrder('one', { orderId: result.orderId })
  return new Exact(order.filledLots).times(lot)
}

/** A limit order from far outside is brought to the band's edge, inward to the tick. */
function edge(x, side) {
  if (x.premium !== undefined && !new Exact(x.premium).isZero()) throw new TooFine('premium')
  // A mark between two ticks of the example is held in finer ones; rounding inward twice is rounding inward once.
  const fine = stepOf(Math.max(places(x.bandPrice), places(x.index ?? '0'), places(x.tick ?? '0')) + 4)
  const floor = new Floor(contractOf('linear', fine, '1', { X: x.X, Y: x.Y }), { tick: fine, lot: '1' })
  floor.mark(x.bandPrice, x.index)
  const far = new Exact(x.bandPrice)
    .times(side === 'buy' ? 3 : '0.2')
    .toDecimalPlaces(places(fine))
    .toFixed()
  const price = new Exact(floor.price(floor.run(floor.order('one', side, far, '1')).result.ticks))
  const step = x.tick ?? fine
  const rounding = side === 'buy' ? Exact.ROUND_DOWN : Exact.ROUND_UP
  return about(price.div(step).toDecimalPlaces(0, rounding).times(step), x.tick === undefined ? step : 0)
}

/** The worst price that a market order with that tolerance may take. */
function tolerated(x, side) {
  const finest = Math.max(places(x.ask1), places(x.bid1), places(x.amount ?? '0')) + (x.percent === undefined ? 0 : 4)
  const tick = x.tick ?? stepOf(finest)
  const floor = new Floor(contractOf('linear', tick, '1'), { tick, lot: '1' })
  floor.run(floor.order('other', 'sell', x.ask1, '1'))
  floor.run(floor.order('other', 'buy', x.bid1, '1'))
  const value = x.percent === undefined ? (x.ticks ?? count(x.amount, tick)) : count(x.percent, '0.01')
  const slippage = { unit: x.percent === undefined ? 'tick' : 'percent', value: Number(value) }
  const { result } = floor.run(floor.order('one', side, x.ask1, '1', { orderType: 'market', slippage }))
  return about(floor.price(result.ticks), x.percent === undefined ? 0 : tick)
}

export const ORDER_ANSWERS = [
  {
    topics: ['order-cost'],
    needs: ['side', 'qty', 'price', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => amount(parts(x).initialE8),
      feeToClose: (x) => amount(parts(x).closeE8),
      feeToOpen: (x) => amount(executed(x).feeE8),
      orderCost: (x) => amount(reserved(x)),
    },
  },
  {
    topics: ['order-cost'],
    needs: ['side', 'orderCost', 'price', 'leverage', 'takerFee'],
    gives: { qty: affordable },
  },
  {
    topics: ['fee', 'execution'],
    needs: ['spotReceived', 'side', 'rate'],
    gives: {
      fee: (x) => amount(spotFeeE8(x)),
      execFee: (x) => amount(spotFeeE8(x)),
      received: (x) => amount(cash(x.spotReceived) - spotFeeE8(x)),
    },
  },
  {
    topics: ['order-cost', 'margin', 'pnl', 'liquidation', 'fee', 'execution'],
    needs: ['qty', 'price'],
    when: isContract,
    gives: {
      value: (x) => amount(executed(x, { takerFee: '0' }).valueE8),
      orderValue: (x) => amount(executed(x, { takerFee: '0' }).valueE8),
      execValue: (x) => amount(executed(x, { takerFee: '0' }).valueE8),
    },
  },
  {
    topics: ['fee', 'execution'],
    needs: ['qty', 'price', 'rate'],
    when: isContract,
    gives: {
      fee: (x) => amount(executed(x, { takerFee: x.rate }).feeE8),
      execFee: (x) => amount(executed(x, { takerFee: x.rate }).feeE8),
    },
  },
  {
    topics: ['fee', 'execution'],
    needs: ['value', 'rate'],
    gives: {
      fee: (x) => amount(feeE8(cash(x.value), e8(x.rate))),
      execFee: (x) => amount(feeE8(cash(x.value), e8(x.rate))),
    },
  },
  {
    topics: ['execution'],
    needs: ['qty', 'price', 'rate', 'cashFlow', 'funding'],
    gives: {
      change: (x) => {
        const fee = money(executed(x, { takerFee: x.rate }).feeE8)
        return about(new Exact(x.cashFlow).plus(x.funding).minus(fee), '0.00000003')
      },
    },
  },
  {
    topics: ['fee'],
    needs: ['qty', 'price', 'takerFee'],
    when: isContract,
    gives: { takerFee: (x) => amount(executed(x).feeE8) },
  },
  {
    topics: ['fee'],
    needs: ['qty', 'price', 'makerFee'],
    when: isContract,
    gives: { makerFee: (x) => amount(floorOf(x).deal('buy', x.price, x.qty, { isMaker: true }).feeE8) },
  },
  {
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'takerFee'],
    gives: {
      takerTaker: (x) => amount(roundTrip(x, {}, false).feesE8),
      totalFee: (x) => amount(roundTrip(x, {}, false).feesE8),
    },
  },
  {
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'makerRebate'],
    gives: {
      makerMakerRebate: (x) =>
        amount(-roundTrip(x, { makerFee: new Exact(x.makerRebate).negated().toFixed() }, true).feesE8),
    },
  },
  ...[1, 2].map((leg) => ({
    topics: ['execution'],
    needs: ['qty', `leg${leg}Price`, `leg${leg}Rate`],
    gives: {
      [`leg${leg}Value`]: (x) => amount(legOf(x, leg).valueE8),
      [`leg${leg}Fee`]: (x) => amount(legOf(x, leg).feeE8),
    },
  })),
  {
    topics: ['price-limit'],
    needs: ['qty', 'fillableAtOrBelowLimit', 'bandPrice', 'X'],
    gives: {
      filled: (x) => exactly(fillWithin(x)),
      rejected: (x) => exactly(new Exact(x.qty).minus(fillWithin(x))),
    },
  },
  {
    topics: ['price-limit'],
    needs: ['bandPrice', 'X'],
    gives: {
      maxBuy: (x) => edge(x, 'buy'),
      buyLmt: (x) => edge(x, 'buy'),
      minSell: (x) => edge(x, 'sell'),
      sellLmt: (x) => edge(x, 'sell'),
    },
  },
  ...[['amount'], ['percent'], ['ticks', 'tick']].map((needs) => ({
    topics: ['slippage'],
    needs: ['ask1', 'bid1', ...needs],
    gives: { buyLimit: (x) => tolerated(x, 'buy'), sellLimit: (x) => tolerated(x, 'sell') },
  })),
]

const legOf = (x, leg) =>
  executed({ payoff: 'linear', qty: x.qty, price: x[`leg${leg}Price`] }, { takerFee: x[`leg${leg}Rate`] })
