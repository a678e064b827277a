import { assert } from '../../../src/base/assert'
import type { Payoff } from '../../../src/domain/instrument/payoff'
import type { EngineInstrument } from '../instrument'
import { INVERSE } from './inverse'
import { LINEAR } from './linear'
import { OPTION } from './option'
import type { Product } from './product'
import type { ProductTerms } from './product-terms'
import { SESSION_LINEAR } from './session-linear'
import { SPOT } from './spot'
import { SPREAD } from './spread'

const CONTRACTS: Readonly<Record<Payoff, Product>> = { linear: LINEAR, inverse: INVERSE }
/** Each stands here with its own file. */
const OTHERS: Readonly<Partial<Record<ProductTerms['kind'], Product>>> = { option: OPTION, spot: SPOT, spread: SPREAD }

/** The only place that asks what an instrument is. */
export function productOf({ symbol, terms, payoff = 'linear', settlesSessions = false }: EngineInstrument): Product {
  assert(
    !settlesSessions || (terms === undefined && payoff === 'linear'),
    `${symbol}: sessions end in linear contracts`,
  )
  if (settlesSessions) return SESSION_LINEAR
  if (terms === undefined) return CONTRACTS[payoff]
  const product = OTHERS[terms.kind]
  assert(product !== undefined, `${symbol}: the engine has no product of kind ${terms.kind}`)
  return product
}
