import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import type { Side } from '../../../domain/order/order'
import type { Outcome } from '../../../workers/presses'
import { useTranslation } from '../../i18n/use-translation'
import { SENDS } from '../../kit/after-press'
import { bringIntoView } from '../../kit/bring-into-view'
import { Button } from '../../kit/Button'
import { decimalSign, formatNumber } from '../../format'
import { qtyTextOf, readText } from '../../kit/number-text'
import { useOpenGuard } from '../../kit/open-guard'
import { useSlowComputed } from '../../state/use-slow-computed'
import type { TradingBlock } from '../../state/trading-block'
import type { SideNote } from '../order-problems'
import type { PressResult } from '../order-press'
import styles from './Ticket.module.css'

/** A form that a press on a side sends. */
export interface Pressable {
  readonly block: ReadonlySignal<TradingBlock | null>
  readonly result: ReadonlySignal<PressResult<unknown> | null>
  /** Why a side is not meant as the form stands; keys of `sideNote`. */
  sideNote?(side: Side): SideNote | null
  press(side: Side): Promise<Outcome<unknown> | null>
}

interface Props {
  readonly ticket: Pressable
  readonly sides: readonly Side[]
  /** What the press on a side is called. */
  nameOf(side: Side): string
  /** What stands in the field of the size, and its coin. */
  readonly sizeText: ReadonlySignal<string>
  readonly coin: string | null
  /** In a phone's sheet: a press counts once the sheet has been open for a moment (decisions 36). */
  readonly isSheet?: boolean
  readonly onPlaced?: () => void
  /** What stays in sight with them. */
  readonly above?: ReactNode
  /** Whether the form is so long that it has to share the room with what is above. */
  readonly isLong?: boolean
  /** In words, why a press would not send. */
  readonly children: ReactNode
}

/** The presses that send what a form holds, and why they would not. */
export function PressButtons(props: Props) {
  const { ticket, sides, nameOf, sizeText, coin, above, isLong = false, isSheet = false, onPlaced, children } = props
  useSignals()
  const { t } = useTranslation('trade')
  const reasonsId = useId()
  const settled = useOpenGuard()
  const block = ticket.block.value
  const result = ticket.result.value
  const { size, notes } = useSlowComputed(
    () => ({
      size: groupedQty(qtyTextOf(sizeText.value)),
      notes: { buy: ticket.sideNote?.('buy') ?? null, sell: ticket.sideNote?.('sell') ?? null },
    }),
    [ticket, sizeText],
  )
  // Until its question stands on the screen, or it is sent: on a fresh page the question's part is still on its way.
  const [pressed, setPressed] = useState<Side | null>(null)
  const onPress = async (event: MouseEvent, side: Side): Promise<void> => {
    // A page's own script may call click(); only a person's press trades.
    if (!event.nativeEvent.isTrusted) return
    setPressed(side)
    const form = event.currentTarget.closest('[data-ticket]')
    const outcome = await ticket.press(side).finally(() => setPressed((now) => (now === side ? null : now)))
    if (outcome?.kind === 'accepted') onPlaced?.()
    if (outcome === null) requestAnimationFrame(() => bringIntoView(fieldInWay(form, ticket)))
  }
  return (
    <div className={styles['stick']}>
      {above == null ? null : (
        <div className={styles['above']} data-long={isLong ? '' : undefined}>
          {above}
        </div>
      )}
      <div className={styles['submit']}>
        {sides.map((side) => {
          const name = nameOf(side)
          const note = notes[side]
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
              aria-busy={isSending || pressed === side || undefined}
              // In the phone's sheet the button stands where another was a moment ago (decisions 36).
              disabled={isSheet && !settled}
              onClick={(event) => void onPress(event, side)}
            >
              {isSending ? t('sending') : pressed === side ? t('oneMoment') : name}
              <small id={`${reasonsId}-${side}`}>
                {note !== null ? t(`sideNote.${note}`) : size === '' ? ' ' : `${size} ${coin}`}
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

/** The field that answers a press which sent nothing: with what is wrong, or with what leaving it made of its number. */
function fieldInWay(form: Element | null, { result }: Pick<Pressable, 'result'>): Element | null {
  const wrong = form?.querySelector('[aria-invalid="true"]') ?? null
  if (wrong !== null || result.peek()?.kind !== 'changed') return wrong
  return form?.querySelector('[data-field] [data-tone="notice"]:not(:empty)') ?? null
}

/** As figures show it, with the places that were typed: a thousand thousand is told from a hundred thousand. */
function groupedQty(text: string): string {
  return text && formatNumber(readText(text), { decimals: text.split(decimalSign())[1]?.length ?? 0 })
}
