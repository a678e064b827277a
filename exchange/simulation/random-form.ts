import { number, tuple, type Form } from '../../src/base/form'
import type { RandomState } from '../../src/base/random'

/** The state of a seeded generator, as snapshots hold it. */
export const RANDOM_FORM: Form<RandomState> = tuple(number, number, number, number)
