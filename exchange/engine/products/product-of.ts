import type { Payoff } from '../../../src/domain/risk/payoff'
import { INVERSE } from './inverse'
import { LINEAR } from './linear'
import type { Product } from './product'

const PRODUCTS: Readonly<Record<Payoff, Product>> = { linear: LINEAR, inverse: INVERSE }

/** The only place that asks for the kind of a contract. */
export const productOf = (payoff: Payoff): Product => PRODUCTS[payoff]
