import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { isContract } from '../../../domain/instrument/contract'
import type { Order } from '../../../domain/order/order'
import type { Position } from '../../../domain/position/position'
import { roundRiskPrice } from '../../../domain/risk/liquidation-price'
import { qtyCoin } from '../../contract-units'
import { formatPercent, formatPrice, formatQty, MISSING } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { ActionButton } from '../../kit/ActionButton'
import { Dialog } from '../../kit/Dialog'
import { DialogForm, DialogLine } from '../../kit/DialogForm'
import { NumberField } from '../../kit/NumberField'
import { useOpenGuard } from '../../kit/open-guard'
import { useApp } from '../../state/app-context'
import type { OrderActions } from '../order-actions'
import { rateCloseOf } from '../position-guards'
import { outcomeText } from '../refusals/outcome-text'
import { rejectionText } from '../refusals/rejection-text'
import { hasOptionsBeside, priceOfRate, rateNow, rateScope } from './position-rate'
import styles from './RateClose.module.css'
import { RateForm } from './rate-form'
import { sendRateClose } from './send-rate-close'
import { UnitStepsButton } from '../UnitStepsButton'

interface Props {
  readonly target: Pick<Position, 'symbol' | 'positionIdx'>
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** An order that closes the position once its maintenance rate is too high: asked for, its rate changed, or removed. */
export function RateCloseDialog({ target: { symbol, positionIdx }, actions, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  useEffect(() => app.hub.watch({ topic: { kind: 'ticker', symbol } }), [app, symbol])
  const position = app.account.position(symbol, positionIdx)
  return (
    <Dialog title={t('rateClose.title')} onClose={onClose}>
      {position === null || position.size === '0' ? (
        <p>{t('positionGone')}</p>
      ) : (
        <RateEditor position={position} actions={actions} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface EditorProps {
  readonly position: Position
  readonly actions: OrderActions
  readonly onClose: () => void
}

function RateEditor({ position, actions, onClose }: EditorProps) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const { symbol, positionIdx, side } = position
  const market = app.market(symbol)
  const instrument = market.held.value
  const known = rateCloseOf(position, app.account.openOrders.value)
  const facts = useMemo(
    () =>
      computed(() => {
        const held = app.account.position(symbol, positionIdx)
        const mark = market.markPrice.value ?? held?.markPrice ?? null
        return held === null ? null : ([held, market.held.value, app.account.wallet.value, mark] as const)
      }),
    [app, market, symbol, positionIdx],
  )
  const now = useMemo(() => computed(() => (facts.value === null ? null : rateNow(...facts.value))), [facts])
  // oxlint-disable-next-line react/exhaustive-deps -- the order when the dialog opened; what is typed stays
  const form = useMemo(() => new RateForm(now, known?.mmRate ?? null), [now])
  const { value: problem } = form.problem
  const rate = form.rate.value
  const asked = rate ?? (problem === null ? (known?.mmRate ?? null) : null)
  const estimate = asked === null || facts.value === null ? null : priceOfRate(asked, ...facts.value)
  const tick = instrument?.tickSize ?? null
  const scope = rateScope(position)
  // A row that is older than the account's mode may still have a mark of its own.
  const isPortfolio = app.account.isPortfolio.value || position.isPortfolio === true
  const hasOptions = hasOptionsBeside(position, instrument, app.account.wallet.value, app.account.positions.value)
  const note = isPortfolio ? 'portfolio' : hasOptions ? 'options' : scope
  const isStale = market.tickerStale.value || !app.connection.isAccountLive.value
  const price = estimate === null || tick === null || side === null ? null : roundRiskPrice(estimate, side, tick)
  return (
    <DialogForm
      subject={`${symbol} · ${t(side === 'sell' ? 'trade:short' : 'trade:long')} ${formatQty(position.size, instrument?.lotSize ?? null)} ${qtyCoin(instrument)}`}
      canConfirm={rate !== null}
      confirmLabel={t(known === null ? 'rateClose.place' : 'rateClose.change')}
      onConfirm={async () => {
        if (rate === null) return ''
        if (known !== null) {
          const rejection = await actions.amend(known, { price: null, qty: null, mmRate: rate })
          return rejection === null ? null : rejectionText(rejection)
        }
        const outcome = await sendRateClose(app, position, rate)
        // A closed ticket is told elsewhere; an unknown press stands among the open orders.
        if (outcome === null) return ''
        return outcome.kind === 'unknown' ? null : outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <p className={styles['text']}>{t(`rateClose.explained.${scope}`)}</p>
      <NumberField
        label={t('rateClose.rate')}
        value={form.text.value}
        onText={(typed) => form.setText(typed)}
        onStep={(direction) => form.step(direction)}
        onBlur={() => form.settle()}
        problem={problem === null ? null : t(`rateClose.problem.${problem}`, { now: formatPercent(now.value) })}
        isFirst
      >
        <UnitStepsButton
          label={t('rateClose.rate')}
          step={1}
          most={100}
          text={() => form.text.peek()}
          onText={(typed) => form.setText(typed)}
        />
        %
      </NumberField>
      <div>
        <DialogLine label={t(`rateClose.now.${scope}`)} isStale={isStale}>
          {formatPercent(now.value)}
        </DialogLine>
        {instrument !== null && isContract(instrument) && !isPortfolio ? (
          <DialogLine label={t('rateClose.reachedAt')} isStale={isStale}>
            {price === null ? MISSING : t('rateClose.about', { price: formatPrice(price, tick) })}
          </DialogLine>
        ) : null}
        {isPortfolio ? null : (
          <DialogLine label={t('trade:liqPrice')}>{formatPrice(position.liquidationPrice, tick)}</DialogLine>
        )}
      </div>
      <p className={styles['note']}>{t(`rateClose.note.${note}`)}</p>
      {known === null ? null : <RemoveButton order={known} actions={actions} onClose={onClose} />}
    </DialogForm>
  )
}

function RemoveButton({
  order,
  actions,
  onClose,
}: {
  readonly order: Order
  readonly actions: OrderActions
  readonly onClose: () => void
}) {
  const { t } = useTranslation('positions')
  const ready = useOpenGuard()
  const [isSending, setSending] = useState(false)
  const remove = async (): Promise<void> => {
    setSending(true)
    // What becomes of it is told as of any order that is cancelled.
    await actions.cancel(order)
    onClose()
  }
  return (
    <ActionButton
      disabled={!ready || isSending}
      onClick={(event) => {
        if (event.nativeEvent.isTrusted) void remove()
      }}
    >
      {t('rateClose.remove')}
    </ActionButton>
  )
}
