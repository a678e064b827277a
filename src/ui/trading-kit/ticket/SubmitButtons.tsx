import type { SideNote } from '../order-problems'
import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useId, type MouseEvent, type ReactNode } from 'react'
import { qtyCoin } from '../../contract-units'
import { useTranslation } from '../../i18n/use-translation'
import type { Side } from '../../../domain/order/order'
import type { Outcome } from '../../../workers/presses'
import { SENDS } from '../../kit/after-press'
import { Button } from '../../kit/Button'
import { qtyTextOf } from '../../kit/number-text'
import { useOpenGuard } from '../../kit/open-guard'
import type { MarketModel } from '../../state/market-model'
import type { TradingBlock } from '../../state/trading-block'
import styles from './Ticket.module.css'
import type { OrderOutlook } from './order-outlook'
import type { PressResult } from '../order-press'

/** A form that two presses send. */
interface Pressable {
  readonly market: MarketModel
  readonly block: ReadonlySignal<TradingBlock | null>
  readonly result: ReadonlySignal<PressResult<unknown> | null>
  readonly outlook: Pick<OrderOutlook, 'effect'>
  /** Why a side is not meant as the form stands; keys of `sideNote`. */
  sideNote?(side: Side): SideNote | null
  press(side: Side): Promise<Outcome<unknown> | null>
}

interface Props {
  readonly ticket: Pressable
  /** What stands in the field of the quantity. */
  readonly qtyText: ReadonlySignal<string>
  readonly only?: Side
  readonly onPlaced?: () => void
  /** In words, why a press would not send. */
  readonly children: ReactNode
}

const SIDES: readonly Side[] = ['buy', 'sell']

/** The two presses that send what a form holds. */
export function SubmitButtons({ ticket, qtyText, only, onPlaced, children }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const reasonsId = useId()
  const settled = useOpenGuard()
  const block = ticket.block.value
  const result = ticket.result.value
  const sides = only === undefined ? SIDES : [only]
  const qty = qtyTextOf(qtyText.value)
  const coin = qtyCoin(ticket.market.instrument.value)
  const onPress = async (event: MouseEvent, side: Side): Promise<void> => {
    // A page's own script may call click(); only a person's press trades.
    if (!event.nativeEvent.isTrusted) return
    const outcome = await ticket.press(side)
    if (outcome?.kind === 'accepted') onPlaced?.()
  }
  return (
    <div className={styles['stick']}>
      <div className={styles['submit']}>
        {sides.map((side) => {
          const name = t(`effect.${ticket.outlook.effect(side)}`)
          const note = ticket.sideNote?.(side) ?? null
          const isSending = result?.kind === 'sending' && result.side === side
          return (
            <Button
              key={side}
              {...SENDS}
              className={styles['press'] ?? ''}
              tone={note !== null ? 'plain' : side === 'buy' ? 'long' : 'short'}
              aria-label={name}
              aria-describedby={`${reasonsId}-${side} ${reasonsId}`}
              aria-disabled={block !== null || undefined}
              aria-busy={isSending || undefined}
              // In the phone's sheet the button stands where another was a moment ago (decisions 36).
              disabled={only !== undefined && !settled}
              onClick={(event) => void onPress(event, side)}
            >
              {isSending ? t('sending') : name}
              <small id={`${reasonsId}-${side}`}>
                {note !== null ? t(`sideNote.${note}`) : qty === '' ? ' ' : `${qty} ${coin}`}
              </small>
            </Button>
          )
        })}
      </div>
      <div id={reasonsId} className={styles['reasons']}>
        {children}
      </div>
    </div>
  )
}
