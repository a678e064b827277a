/** What a worked example gives and what follows from it at once, under the names that all formulas read. */
import { Exact, negate, toText, type Money } from '../../src/domain/decimal'
import type { Given, Inputs, Vector } from './inputs'
import { readInputs } from './read-inputs'

/** The inputs under canonical names, numbers as decimal text, and what follows from them at once. */
export function canonicalInputs(vector: Vector): Inputs {
  const x = readInputs(vector.inputs)
  const kind = x.kind ?? ''
  const words = vector.formula ?? ''
  // Without a kind, a formula of inverse contracts alone shows which it is.
  const isInverse = kind === 'inverse' || (kind === '' && /inverse/.test(words) && !/linear/.test(words))
  return {
    ...x,
    payoff: isInverse ? 'inverse' : 'linear',
    now: x.now ?? x.mark ?? x.price ?? x.exit,
    backing: x.balance ?? x.positionMargin,
    orderCost: x.orderCost ?? x.cost ?? x.balance,
    spotReceived: x.filledBase ?? x.filledQuote ?? spotReceived(x),
    extraMargin: x.extraMargin ?? (vector.topic === 'liquidation' ? takenMargin(x) : undefined),
    bandPrice: x.mark ?? x.ltp ?? x.last ?? x.price,
    X: x.X ?? x.ratio,
    rate: x.rate ?? x.takerFee ?? x.makerFee,
    value: x.value ?? (x.tiers === undefined ? undefined : valueOf(x)),
  }
}

function spotReceived(x: Given): Money | undefined {
  if (x.kind !== 'spot' || x.qty === undefined || x.price === undefined) return undefined
  return x.side === 'buy' ? toText<Money>(new Exact(x.qty)) : valueOf(x)
}

/** Funding paid out of a position's margin is margin taken away (semantics.md §1.4). */
function takenMargin({ fundingPaid }: Given): Money | undefined {
  return fundingPaid === undefined ? undefined : negate(fundingPaid)
}

function valueOf({ qty, price }: Given): Money | undefined {
  return qty === undefined || price === undefined ? undefined : toText<Money>(new Exact(qty).times(price))
}
