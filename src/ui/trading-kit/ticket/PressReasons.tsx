import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, type ReactNode } from 'react'
import type { Price } from '../../../domain/decimal'
import type { OrderId } from '../../../domain/order/order'
import { formatPrice } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { areFirstSecondsOver } from '../../kit/first-seconds'
import { lazyPart } from '../../kit/load-part'
import type { MarketModel } from '../../state/market-model'
import type { TradingBlock } from '../../state/trading-block'
import type { LastPress } from '../last-press'
import type { PressResult } from '../order-press'

// The ticket stays as it is while the words do not come.
const Refusal = lazyPart('messages', async () => (await import('../refusals/Refusal')).Refusal)

interface Props {
  readonly ticket: {
    readonly market: MarketModel
    readonly block: ReadonlySignal<TradingBlock | null>
    readonly result: ReadonlySignal<PressResult<OrderId> | null>
    readonly lastPress: LastPress
  }
  /** What is wrong with the order as a whole, in words. */
  readonly problems: readonly string[]
  /** What only warns. */
  readonly children?: ReactNode
}

/** What stands in the way of a ticket's buttons, and what became of the last press. */
export function PressReasons({ ticket, problems, children }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const block = ticket.block.value
  const result = ticket.result.value
  // Whoever presses meanwhile is told at once.
  const isComing =
    (block === 'connecting' || block === 'resync') && result?.kind !== 'closed' && !areFirstSecondsOver.value
  return (
    <>
      {block === null ? null : (
        <output data-tone="block" className={isComing ? 'visually-hidden' : undefined}>
          {t(`block.${block}`)}
        </output>
      )}
      {children}
      <MovedPrice moved={ticket.lastPress.movedPrice.value} tick={ticket.market.listed.value?.tickSize ?? null} />
      {problems.map((line) => (
        <p key={line} role="alert">
          {line}
        </p>
      ))}
      {result?.kind === 'done' && result.outcome.kind === 'refused' ? (
        // What the exchange refused is announced by its toast already; what never left this tab is not.
        <Suspense fallback={null}>
          <Refusal rejection={result.outcome.rejection} isAlert={result.outcome.rejection.code === null} />
        </Suspense>
      ) : null}
      {result?.kind === 'closed' && block === null ? <p role="alert">{t('pressClosed')}</p> : null}
      {result?.kind === 'changed' ? <p role="alert">{t('pressOfAnother')}</p> : null}
      {ticket.lastPress.isUnknown.value ? <output data-tone="block">{t('pressUnknown')}</output> : null}
      {ticket.lastPress.isUnheard.value ? <p role="alert">{t('pressUnheard')}</p> : null}
    </>
  )
}

/** What the exchange made of the price that was sent. */
function MovedPrice({
  moved,
  tick,
}: {
  readonly moved: LastPress['movedPrice']['value']
  readonly tick: Price | null
}) {
  const { t } = useTranslation('trade')
  if (moved === null) return null
  const prices = { sent: formatPrice(moved.sent, tick), taken: formatPrice(moved.taken, tick) }
  return <output data-tone="block">{t('orderCreateSuccessWithPriceModifiedInverse', prices)}</output>
}
