/** Rules of single options, and of portfolio margin's sums. `x` is as in order-formulas. */
import { Exact, toText, type Rate } from '../../src/domain/decimal'
import { optionGreeks, optionValue, tickerGreeks, YEAR_MS } from '../../src/domain/options/black'
import { impliedVolatility } from '../../src/domain/options/implied-volatility'
import {
  exercisePayoff,
  optionDeliveryFee,
  optionInitialMargin,
  optionMaintenanceMargin,
  optionOrderCost,
  optionTradeFee,
  type OptionMarginInput,
} from '../../src/domain/options/option-margin'
import { averageEntry, pricePnl } from '../../src/domain/risk/pnl'
import { portfolioMargin } from '../../src/domain/risk/portfolio-margin'
import { formula, type Figure, type Having, type Rule } from './rule'

/** Published for options (semantics.md §1.2), where an example names no rate. */
const FEE_RATE = '0.0003' as Rate
const DAYS_IN_YEAR = 365

type Contract = Having<'type' | 'strike'>

const contractOf = ({ type, strike }: Contract) => ({ strike, isCall: /^c/i.test(type) })

function marginOf(x: Having<'type' | 'strike' | 'side' | 'qty' | 'index' | 'mark' | 'avg'>): OptionMarginInput {
  return { contract: contractOf(x), side: x.side, qty: x.qty, index: x.index, mark: x.mark, average: x.avg }
}

function orderOf(x: Having<'type' | 'strike' | 'side' | 'qty' | 'index' | 'price'>): OptionMarginInput {
  return marginOf({ ...x, mark: x.price, avg: x.price })
}

/** As the model reckons, in doubles. */
function termsOf(x: Having<'type' | 'underlying' | 'strike' | 'markIv'>, years: number) {
  const { isCall } = contractOf(x)
  return { forward: Number(x.underlying), strike: Number(x.strike), isCall, volatility: Number(x.markIv), years }
}

type Dated = Having<'type' | 'underlying' | 'strike' | 'markIv' | 'tsMs' | 'expiryMs'>
const datedOf = (x: Dated) => termsOf(x, (Number(x.expiryMs) - Number(x.tsMs)) / YEAR_MS)
type Left = Having<'type' | 'underlying' | 'strike' | 'markIv' | 'daysToExpiry'>
const leftOf = (x: Left) => termsOf(x, Number(x.daysToExpiry) / DAYS_IN_YEAR)

/** In whole units, to which the rule rounds up. */
const UNITS = 1e8
const fromUnits = (units: number) => toText(new Exact(units).div(UNITS))
const sumOf = (...losses: readonly string[]) =>
  portfolioMargin(losses.map((loss) => new Exact(loss).times(UNITS).toNumber()))
const modelled = (value: number) => toText(new Exact(value))

export const OPTION_FORMULAS: readonly Rule<Figure>[] = [
  formula({
    topics: ['option-margin'],
    needs: ['type', 'strike', 'side', 'qty', 'index', 'mark', 'avg'],
    gives: {
      maintenanceMargin: (x) => optionMaintenanceMargin(marginOf(x)),
      initialMargin: (x) => optionInitialMargin(marginOf(x)),
    },
  }),
  formula({
    topics: ['option-fee'],
    needs: ['type', 'strike', 'side', 'qty', 'index', 'price'],
    gives: {
      premium: (x) => toText(new Exact(x.price).times(x.qty)),
      fee: (x) => optionTradeFee({ ...x, rate: x.rate ?? FEE_RATE }),
      orderCost: (x) => optionOrderCost(orderOf(x), x.rate ?? FEE_RATE),
    },
  }),
  formula({
    topics: ['option-pnl'],
    needs: ['fills'],
    gives: { avgEntry: (x) => averageEntry('linear', x.fills) },
  }),
  formula({
    topics: ['option-pnl'],
    needs: ['side', 'qty', 'avg', 'mark'],
    gives: { upl: (x) => pricePnl({ payoff: 'linear', side: x.side, qty: x.qty, entryPrice: x.avg, price: x.mark }) },
  }),
  formula({
    topics: ['option-greeks'],
    needs: ['type', 'underlying', 'strike', 'markIv', 'tsMs', 'expiryMs'],
    gives: {
      mark: (x) => modelled(optionValue(datedOf(x))),
      delta: (x) => modelled(optionGreeks(datedOf(x)).delta),
      vega: (x) => modelled(optionGreeks(datedOf(x)).vega),
    },
  }),
  formula({
    topics: ['option-greeks'],
    needs: ['type', 'underlying', 'strike', 'markIv', 'daysToExpiry'],
    gives: {
      gamma: (x) => modelled(tickerGreeks(leftOf(x)).gamma),
      theta: (x) => modelled(tickerGreeks(leftOf(x)).theta),
    },
  }),
  formula({
    topics: ['option-greeks'],
    needs: ['type', 'underlying', 'strike', 'price', 'T'],
    gives: {
      askIv: (x) => {
        const { volatility: _searched, ...terms } = termsOf({ ...x, markIv: '0' as Rate }, Number(x.T))
        const found = impliedVolatility(Number(x.price), terms)
        return found === null ? null : modelled(found)
      },
    },
  }),
  formula({
    topics: ['option-delivery'],
    needs: ['type', 'strike', 'qty', 'settle'],
    gives: {
      payoff: (x) => exercisePayoff(contractOf(x), x.settle, x.qty),
      fee: (x) => optionDeliveryFee(contractOf(x), x.settle, x.qty),
    },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['option', 'vega', 'futureDelta', 'future', 'usdtUsdc'],
    gives: {
      contingencyComponents: (x) => fromUnits(sumOf(x.option, x.vega, x.futureDelta, x.future, x.usdtUsdc).maintenance),
    },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['assetMM'],
    gives: { assetIM: (x) => fromUnits(sumOf(x.assetMM).initial) },
  }),
  formula({
    topics: ['portfolio-margin'],
    needs: ['maxLoss', 'contingency'],
    gives: {
      assetMM: (x) => fromUnits(sumOf(x.maxLoss, x.contingency).maintenance),
      maintenanceMargin: (x) => fromUnits(sumOf(x.maxLoss, x.contingency).maintenance),
      initialMargin: (x) => fromUnits(sumOf(x.maxLoss, x.contingency).initial),
    },
  }),
]
