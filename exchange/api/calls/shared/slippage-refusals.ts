import { Exact } from '../../../../src/domain/decimal'
import type { Slippage } from '../../../../src/domain/order/order'
import type { TpSl } from '../../../../src/domain/order/tp-sl'
import type { VenueInput } from '../../../venue/venue-input'
import type { RefusalAnswer } from './refusal-answer'

/** Who sent several tolerances is told the first that is wrong; where none is allowed, the first. */
export function namedSlippage(answer: RefusalAnswer, input: VenueInput): RefusalAnswer {
  const { min, max, step } = answer.extMap
  const isBroken = ([, { unit, value }]: readonly [string, Slippage]): boolean => {
    if (min === undefined || max === undefined || step === undefined) return true
    // The bounds tell ticks from per cent: of these alone a step is no whole number.
    if ((unit === 'tick') !== (step === '1')) return false
    const size = new Exact(value)
    return size.lt(min) || size.gt(max) || !size.mod(step).isZero()
  }
  const field = sentIn(input).find(isBroken)?.[0]
  return field === undefined ? answer : { ...answer, extMap: { ...answer.extMap, field } }
}

/** In the order in which the venue reads them. */
function sentIn(input: VenueInput): readonly (readonly [name: string, slippage: Slippage])[] {
  switch (input.type) {
    case 'place':
      return present([['slippageTolerance', input.order.slippage], ...ofLegs(input.order.tpSl)])
    case 'replace':
      return present(ofLegs(input.order.tpSl))
    case 'setTpSl':
      return present(ofLegs(input.order))
    default:
      return []
  }
}

type Named = readonly [name: string, slippage: Slippage | null | undefined]

function ofLegs(tpSl: Pick<TpSl, 'takeProfit' | 'stopLoss'> | undefined): readonly Named[] {
  return [
    ['tpMaxSlippage', tpSl?.takeProfit?.slippage],
    ['slMaxSlippage', tpSl?.stopLoss?.slippage],
  ]
}

function present(all: readonly Named[]): readonly (readonly [string, Slippage])[] {
  return all.flatMap(([name, slippage]) => (slippage == null ? [] : [[name, slippage] as const]))
}
