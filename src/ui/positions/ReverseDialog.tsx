import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Exact, isZero, toText, type Qty } from '../../domain/decimal'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { Position } from '../../domain/position/position'
import { formatLeverage, formatPrice, formatQty } from '../format'
import { Checkbox } from '../kit/Checkbox'
import { Dialog } from '../kit/Dialog'
import { DialogForm, DialogLine } from '../kit/DialogForm'
import { Figure } from '../kit/Figure'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { useApp, type App } from '../state/app-context'
import { tradingBlock } from '../state/trading-block'
import { guardKinds, reducingOrders, type GuardKind } from '../trading-kit/position-guards'
import { isPriceStale } from '../trading-kit/is-market-live'
import styles from './PositionDialogs.module.css'
import { sendReverse } from './send-reverse'
import { heldPosition, usePosition, type PositionKey } from './use-position'

const GUARD_NAME = {
  tpSl: 'trade:tpSl',
  trailingStop: 'trade:trailingStop',
  rateClose: 'columns:rateClose',
} as const satisfies Record<GuardKind, string>

interface Props {
  readonly target: PositionKey
  readonly onClose: () => void
}

/** What a reverse closes and what it opens, before it is sent (spec §2, decisions 14). */
export function ReverseDialog({ target, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const position = usePosition(target)
  return (
    <Dialog title={t('reversePosition')} onClose={onClose}>
      {position === null ? <p>{t('positionGone')}</p> : <ReverseForm position={position} onClose={onClose} />}
    </Dialog>
  )
}

function ReverseForm({ position, onClose }: { readonly position: Position; readonly onClose: () => void }) {
  useSignals()
  const { t } = useTranslation('positions')
  // A guard's name is in their words.
  useTranslation('columns')
  const app = useApp()
  const market = app.market(position.symbol)
  const instrument = market.instrument.value
  const block = tradingBlock(app, market)
  const [isQuiet, setQuiet] = useState(false)
  const isLong = position.side === 'buy'
  const beside = positionBeside(app, position)
  const orders = app.account.openOrders.value
  const reducing = reducingOrders(position, orders).length
  const ending = [
    ...guardKinds(position, orders).map((kind) => t(GUARD_NAME[kind])),
    ...(reducing === 0 ? [] : [t('reverseOrders', { count: reducing })]),
  ]
  // One at a time in a profile, whichever tab pressed (O14).
  const isBusy = app.account.reverses.value.some(({ stage }) => stage !== 'notReopened')
  return (
    <DialogForm
      subject={`${position.symbol} · ${t(isLong ? 'trade:long' : 'trade:short')}`}
      canConfirm={block === null && !isBusy}
      confirmLabel={t('trade:reverse')}
      onConfirm={async () => {
        if (isQuiet) void app.hub.api.setPreferences({ asksBeforeReverse: false })
        const outcome = await sendReverse(app, position)
        if (outcome === null) return ''
        // What closed and did not reopen, or whose end is not known, goes on above the positions, where it tells its stage.
        const goesOn = outcome.kind === 'unknown' || heldPosition(app, position)?.side !== position.side
        return goesOn ? null : outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <DialogLine label={t('marketPrice')} isStale={isPriceStale(app, market)}>
        {formatPrice(market.lastPrice.value ?? position.markPrice, instrument?.tickSize ?? null)}
      </DialogLine>
      <div className={styles['turn']}>
        <Side isLong={isLong} position={position} size={position.size} />
        <span aria-hidden="true">→</span>
        <Side
          isLong={!isLong}
          position={position}
          size={beside === null ? position.size : toText<Qty>(new Exact(position.size).plus(beside.size))}
        />
      </div>
      <p className={styles['note']}>{t('reverseNote')}</p>
      {beside === null ? null : (
        <p className={styles['note']}>
          {t(isLong ? 'reverseAddsToShort' : 'reverseAddsToLong', {
            qty: `${formatQty(beside.size, instrument?.lotSize ?? null)} ${qtyCoin(instrument)}`,
          })}
        </p>
      )}
      {ending.length === 0 ? null : (
        <p className={styles['note']}>{t('reverseEnds', { guards: ending.join(' · ') })}</p>
      )}
      {app.account.session.value?.kind === 'copy' ? null : (
        <Checkbox label={t('dontAsk')} title={t('reverseQuietHint')} checked={isQuiet} onChecked={setQuiet} />
      )}
      {block === null ? null : <p className={styles['failure']}>{t(`trade:block.${block}`)}</p>}
      {isBusy ? <p className={styles['failure']}>{t('notices:reason.reversing')}</p> : null}
    </DialogForm>
  )
}

/** With a position for each side: the one that the second order adds to; `null` where there is none. */
function positionBeside({ account }: App, { symbol, positionIdx }: Position): Position | null {
  const other = positionIdx === 0 ? null : account.position(symbol, positionIdx === 1 ? 2 : 1)
  return other === null || isZero(other.size) ? null : other
}

interface SideProps {
  readonly isLong: boolean
  readonly position: Position
  /** What the side holds, before or after. */
  readonly size: Qty
}

function Side({ isLong, position, size }: SideProps) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const instrument = app.market(position.symbol).instrument.value
  const held = isLong === (position.side === 'buy')
  const leverage = held ? position.leverage : app.account.leverage(position.symbol, isLong ? 'buy' : 'sell')
  return (
    <span>
      <Figure sign={isLong ? 'gain' : 'loss'}>
        {t(isLong ? 'trade:long' : 'trade:short')} {formatLeverage(leverage)}
      </Figure>
      <small>
        {formatQty(size, instrument?.lotSize ?? null)} {qtyCoin(instrument)}
      </small>
    </span>
  )
}
