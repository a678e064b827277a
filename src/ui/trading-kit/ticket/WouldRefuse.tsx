import { Suspense } from 'react'
import type { Side } from '../../../domain/order/order'
import type { Rejection } from '../../../workers/presses'
import { useTranslation } from '../../i18n/use-translation'
import { lazyPart } from '../../kit/load-part'
import { mayStand, type PressResult } from '../order-press'
import { whileAsking, type ToldSides } from './told-order'

const Refusal = lazyPart('messages', async () => (await import('../refusals/Refusal')).Refusal)

interface Props {
  readonly told: ToldSides
  readonly sides: readonly Side[]
  readonly isAsking: boolean
  /** The last press: once it is taken, this waits for the next edit or press. */
  readonly result: PressResult<unknown> | null
}

/** What the exchange would refuse of a ticket. It warns and stops no press: it is some seconds old, and the exchange decides. */
export function WouldRefuse({ told, sides, isAsking, result }: Props) {
  if (mayStand(result)) return null
  return sides.map((side) => {
    const rejection = told[side]?.rejection ?? null
    // The ticket stays as it is while the words do not come.
    return rejection === null ? null : (
      <Suspense key={side} fallback={null}>
        <OneSide side={side} rejection={rejection} isAsking={isAsking} />
      </Suspense>
    )
  })
}

function OneSide({
  side,
  rejection,
  isAsking,
}: {
  readonly side: Side
  readonly rejection: Rejection
  readonly isAsking: boolean
}) {
  const { t } = useTranslation('ticket')
  return (
    <output data-tone="block" {...whileAsking(isAsking)}>
      {t(`wouldRefuse.${side}`)} <Refusal rejection={rejection} as="span" />
    </output>
  )
}
