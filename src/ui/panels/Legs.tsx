import { Suspense } from 'react'
import { lazyPart } from '../kit/load-part'
import type { PanelProps } from './panel'

const SpreadLegs = lazyPart('ticket', async () => (await import('./SpreadLegs')).SpreadLegs)

/** The books of a spread's legs, in a file of their own: the page of a contract does without them. */
export function Legs({ market }: PanelProps) {
  return (
    <Suspense fallback={null}>
      <SpreadLegs market={market} />
    </Suspense>
  )
}
