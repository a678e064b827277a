import { useSignals } from '@preact/signals-react/runtime'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { ReverseState } from '../../workers/presses'
import { formatDateTime, formatQty } from '../format'
import { ActionButton } from '../kit/ActionButton'
import { Refusal } from '../trading-kit/refusals/Refusal'
import { newIntentId } from '../trading-kit/intent'
import { useApp } from '../state/app-context'
import { standingReason } from './standing-reason'
import styles from './ReverseChoice.module.css'

/** A reverse on its way, or one that closed and did not reopen: then the user says what becomes of it (O13). */
export function ReverseChoice({ reverse }: { readonly reverse: ReverseState }) {
  useSignals()
  const { t } = useTranslation('trade')
  const { hub, market, notices, connection } = useApp()
  const { press, stage, filledQty } = reverse
  const rejection = standingReason(reverse.rejection, connection)
  const instrument = market(press.symbol).instrument.peek()
  const opened = press.side === 'buy' ? 'short' : 'long'
  const values = {
    symbol: press.symbol,
    qty: `${formatQty(filledQty ?? press.size, instrument?.lotSize ?? null)} ${qtyCoin(instrument)}`,
  }
  const reopen = async (): Promise<void> => {
    const outcome = await hub.api.reopenReverse(press.id, newIntentId(), Date.now())
    // What the exchange refuses stands on the line; what did not leave is told, as the line may be gone.
    if (outcome.kind === 'refused' && outcome.rejection.code === null)
      notices.sayRefused('reverseRefused', outcome.rejection)
  }
  return (
    <div className={styles['line']} data-reverse-stage={stage}>
      <p role={stage === 'notReopened' ? 'alert' : 'status'}>
        {stage === 'notReopened' ? (
          <time dateTime={new Date(press.pressedAtMs).toISOString()}>{formatDateTime(press.pressedAtMs)} </time>
        ) : null}
        {t(stage === 'opening' ? `reverseStage.opening.${opened}` : `reverseStage.${stage}`, values)}{' '}
        {rejection === null ? null : <Refusal rejection={rejection} as="span" />}
      </p>
      {stage === 'notReopened' ? (
        <>
          <ActionButton
            size="row"
            tone="accent"
            onClick={(event) => {
              if (event.nativeEvent.isTrusted) void reopen()
            }}
          >
            {t(`reverseReopen.${opened}`, values)}
          </ActionButton>
          <ActionButton size="row" onClick={() => void hub.api.dismissReverse(press.id)}>
            {t('reverseLeave')}
          </ActionButton>
        </>
      ) : null}
    </div>
  )
}
