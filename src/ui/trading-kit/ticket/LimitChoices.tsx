import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { Checkbox } from '../../kit/Checkbox'
import { Select } from '../../kit/Select'
import styles from './Ticket.module.css'
import { TIMES_IN_FORCE, type TicketTimeInForce } from './time-in-force'

/** What a limit order may be besides. */
interface LimitForm {
  readonly postOnly: ReadonlySignal<boolean>
  readonly timeInForce: ReadonlySignal<TicketTimeInForce>
  setPostOnly(postOnly: boolean): void
  setTimeInForce(timeInForce: TicketTimeInForce): void
}

interface Props {
  readonly ticket: LimitForm
  /** Why it cannot be changed now. */
  readonly fixed?: string | null
}

/** Whether a limit order only ever waits. */
export function PostOnlyBox({ ticket, fixed = null }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  return (
    <Checkbox
      label={t('postOnly')}
      title={fixed ?? t('postOnlyHint')}
      checked={ticket.postOnly.value}
      disabled={fixed !== null}
      onChecked={(checked) => ticket.setPostOnly(checked)}
    />
  )
}

/** How long a limit order waits; post-only leaves no choice. @param isPlain post-only has no say in it */
export function TimeInForceSelect({ ticket, fixed = null, isPlain = false }: Props & { readonly isPlain?: boolean }) {
  useSignals()
  const { t } = useTranslation('trade')
  const isPostOnly = !isPlain && ticket.postOnly.value
  const timeInForce = ticket.timeInForce.value
  return (
    <span className={styles['time']}>
      <Select
        label={t('timeInForceLabel')}
        title={fixed ?? t(isPostOnly ? 'timeInForcePostOnly' : `timeInForce.${timeInForce}`)}
        disabled={isPostOnly || fixed !== null}
        items={TIMES_IN_FORCE.map((one) => [one, t(`timeInForce.short.${one}`)] as const)}
        chosen={timeInForce}
        onChoose={(one) => ticket.setTimeInForce(one)}
      />
    </span>
  )
}
