import { decimalsOf } from '../../domain/decimal'
import type { StrategyField, StrategyProblem } from '../../domain/order/strategy-check'
import { qtyCoin } from '../contract-units'
import { formatCount, formatNumber } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { KeyOf } from '../i18n/words'
import type { StrategyForm } from './strategy-form'

const MINUTE_MS = 60_000

/** Words for what is wrong with a field, once that may be said; read inside a component. */
export function useStrategyProblem(form: StrategyForm): (field: StrategyField) => string | null {
  const say = useProblemWords(form)
  return (field) => {
    const problem = form.shownProblem(field)
    return problem === null ? null : say(problem)
  }
}

/** Words for a problem: what should be, with the bound. */
export function useProblemWords(form: StrategyForm): (problem: StrategyProblem) => string {
  const { t } = useTranslation('strategies')
  return ({ field, kind, bound, parts }) => {
    // A duration's bound is a time; quantities and prices are written with the decimals that they have.
    const isTime = field === 'duration'
    const shown =
      bound === null
        ? ''
        : isTime
          ? formatCount(Number(bound) / MINUTE_MS)
          : formatNumber(bound, { decimals: decimalsOf(bound) })
    return t(problemKey({ field, kind, parts }), {
      bound: shown,
      tick: shown,
      parts,
      coin: qtyCoin(form.market.instrument.value),
    })
  }
}

function problemKey({
  field,
  kind,
  parts,
}: Omit<StrategyProblem, 'bound'>): KeyOf<'strategies'> | 'trade:problem.tickSizeFixNumTips' {
  // Only what an iceberg has left for its last order can be too small.
  if (kind === 'lastTooSmall') return 'problem.showQty.lastTooSmall'
  // A time has no step.
  if (field === 'duration') return `problem.duration.${kind === 'notMultiple' ? 'empty' : kind}`
  if (field === 'qty' && parts > 1 && (kind === 'belowMin' || kind === 'aboveMax')) return `problem.qty.${kind}Parts`
  // One message for every price field (spec §5).
  if (field === 'price') return kind === 'notMultiple' ? 'trade:problem.tickSizeFixNumTips' : `problem.price.${kind}`
  return `problem.${field}.${kind}`
}
