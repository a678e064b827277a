import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import type { Side } from '../../domain/order/order'
import { formatCoin } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { mayStand } from '../trading-kit/order-press'
import { Refusal } from '../trading-kit/refusals/Refusal'
import type { StrategyForm } from './strategy-form'

interface Props {
  readonly form: StrategyForm
  readonly only?: Side
}

/** What stands in the way of the buttons, and what became of the last press. */
export function StrategyReasons({ form, only }: Props) {
  useSignals()
  const { t } = useTranslation('strategies')
  const sides: readonly Side[] = only === undefined ? ['buy', 'sell'] : [only]
  const block = form.block.value
  const result = form.result.value
  const coin = form.market.instrument.value?.settleCoin ?? null
  const problems = sides.flatMap((side) => form.problems[side].value)
  // Only where every button is in the way of it: the other side may be the one that is meant.
  const whole = problems.filter((problem) => problem.field === 'order')
  const beyond = mayStand(result) ? undefined : sides.find((side) => form.isBeyondBalance(side))
  return (
    <>
      {block === null ? null : <output data-tone="block">{t(`trade:block.${block}`)}</output>}
      {beyond === undefined ? null : (
        <output data-tone="block">
          {t('beyondBalance', {
            cost: formatCoin(form.wholeCost(beyond), coin),
            available: formatCoin(form.outlook.balance.value?.available ?? null, coin),
            coin,
          })}
        </output>
      )}
      {whole.length < sides.length
        ? null
        : [...new Set(whole.flatMap((problem) => ('key' in problem ? [problem.key] : [])))].map((key) => (
            <p key={key} role="alert">
              {t(`trade:problem.${key}`)}
            </p>
          ))}
      {result?.kind === 'done' && result.outcome.kind === 'refused' ? (
        <Suspense fallback={null}>
          <Refusal rejection={result.outcome.rejection} isAlert />
        </Suspense>
      ) : null}
      {result?.kind === 'closed' && block === null ? <p role="alert">{t('trade:pressClosed')}</p> : null}
      {form.isLastUnknown.value ? <output data-tone="block">{t('pressUnknown')}</output> : null}
      {form.isLastUnheard.value ? <p role="alert">{t('pressUnheard')}</p> : null}
    </>
  )
}
