import { useSignals } from '@preact/signals-react/runtime'
import { useId, type MouseEvent } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { Side } from '../../domain/order/order'
import { formatPercent, formatPrice } from '../format'
import { Button } from '../kit/Button'
import { useOpenGuard } from '../kit/Dialog'
import { rejectionText } from '../notices/rejection-text'
import styles from './OrderEntry.module.css'
import type { OrderFormModel } from './order-form-model'
import { useProblemText } from './problem-text'

interface Props {
  readonly ticket: OrderFormModel
  readonly only?: Side
  readonly onPlaced?: () => void
}

const SIDES: readonly Side[] = ['buy', 'sell']

/** The two presses that send an order, and in words why one of them would not. */
export function SubmitButtons({ ticket, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const reasonsId = useId()
  const settled = useOpenGuard()
  const block = ticket.block.value
  const result = ticket.result.value
  const sides = only === undefined ? SIDES : [only]
  const qty = ticket.qtyText.value
  const coin = qtyCoin(ticket.market.instrument.value)
  const onPress = async (event: MouseEvent, side: Side): Promise<void> => {
    // A page's own script may call click(); only a person's press trades.
    if (!event.nativeEvent.isTrusted) return
    const outcome = await ticket.press(side)
    if (outcome?.kind === 'accepted') onPlaced?.()
  }
  return (
    <>
      <div className={styles['submit']}>
        {sides.map((side) => {
          const isSending = result?.kind === 'sending' && result.side === side
          return (
            <Button
              key={side}
              className={styles['press'] ?? ''}
              tone={side === 'buy' ? 'long' : 'short'}
              aria-label={t(side === 'buy' ? 'buyLong' : 'sellShort')}
              aria-describedby={reasonsId}
              aria-disabled={block !== null || undefined}
              aria-busy={isSending || undefined}
              // In the phone's sheet the button stands where another was a moment ago (decisions 36).
              disabled={only !== undefined && !settled}
              onClick={(event) => void onPress(event, side)}
            >
              {t(isSending ? 'sending' : side === 'buy' ? 'buyLong' : 'sellShort')}
              <small>{qty === '' ? ' ' : `${qty} ${coin}`}</small>
            </Button>
          )
        })}
      </div>
      <div id={reasonsId} className={styles['reasons']}>
        <Reasons ticket={ticket} sides={sides} />
      </div>
    </>
  )
}

function Reasons({ ticket, sides }: { readonly ticket: OrderFormModel; readonly sides: readonly Side[] }) {
  useSignals()
  const { t } = useTranslation('trade')
  const text = useProblemText()
  const block = ticket.block.value
  const result = ticket.result.value
  const warning = ticket.priceWarning.value
  const moved = ticket.movedPrice.value
  const tick = ticket.market.instrument.value?.tickSize ?? null
  const problems = sides.flatMap((side) => ticket.problems[side].value)
  const shown = ticket.showsOrderProblem() ? problems.filter((problem) => problem.field === 'order') : []
  const lines = [...new Set(shown.map(text))]
  return (
    <>
      {block === null ? null : <output data-tone="block">{t(`block.${block}`)}</output>}
      {warning === null ? null : (
        <output data-tone="block">
          {t(warning.isAbove ? 'priceFarAbove' : 'priceFarBelow', {
            price: formatPrice(warning.price, tick),
            mark: formatPrice(warning.markPrice, tick),
            distance: formatPercent(warning.distance),
          })}
        </output>
      )}
      {moved === null ? null : (
        <output data-tone="block">
          {t('orderCreateSuccessWithPriceModifiedInverse', {
            sent: formatPrice(moved.sent, tick),
            taken: formatPrice(moved.taken, tick),
          })}
        </output>
      )}
      {lines.map((line) => (
        <p key={line} role="alert">
          {line}
        </p>
      ))}
      {result?.kind === 'done' && result.outcome.kind === 'refused' ? (
        // What the exchange refused is announced by its toast already; what never left this tab is not.
        <p role={result.outcome.rejection.code === null ? 'alert' : undefined}>
          {rejectionText(result.outcome.rejection)}
        </p>
      ) : null}
      {ticket.isLastUnknown.value ? <output data-tone="block">{t('pressUnknown')}</output> : null}
    </>
  )
}
