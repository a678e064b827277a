import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import type { UnitStepsProps } from './ticket/UnitSteps'

const UnitSteps = lazyUntilSign('ticket', async () => (await import('./ticket/UnitSteps')).UnitSteps)

/** Opens the steps of an amount or a rate; it comes with the user's first sign. */
export function UnitStepsButton(props: UnitStepsProps) {
  useSignals()
  return hasSign.value ? (
    <Suspense fallback={null}>
      <UnitSteps {...props} />
    </Suspense>
  ) : null
}
