import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import type { PriceStepsProps } from './ticket/PriceSteps'

const PriceSteps = lazyUntilSign('ticket', async () => (await import('./ticket/PriceSteps')).PriceSteps)

/** Opens the steps of a price field; it comes with the user's first sign. */
export function StepsButton(props: PriceStepsProps) {
  useSignals()
  return hasSign.value ? (
    <Suspense fallback={null}>
      <PriceSteps {...props} />
    </Suspense>
  ) : null
}
