import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { OrderCheck } from '../trading-kit/ticket/order-check'
import { whileAsking } from '../trading-kit/ticket/told-order'
import { changeText } from '../trading-kit/ticket/ToldRows'
import type { SpotFormModel } from './spot-form-model'

/** With portfolio margin: the account's rates before and after an order that may borrow, as the exchange says them. */
export function MarginAfter({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('ticket')
  const { hub } = useApp()
  const [check] = useState(
    () =>
      new OrderCheck({
        api: hub.api,
        order: (side) => (ticket.order.value?.side === side ? ticket.order.value : null),
        least: () => null,
        isAsked: computed(() => true),
        isHidden: () => document.hidden,
      }),
  )
  useEffect(() => check.start(), [check])
  const rates = check.sides.value[ticket.side.value]?.rates
  const asking = whileAsking(check.isAsking.value)
  return (
    <>
      <tr {...asking}>
        <th scope="row">{t('initialAfter')}</th>
        <td>{changeText(rates?.initialBefore, rates?.initialAfter)}</td>
      </tr>
      <tr {...asking}>
        <th scope="row">{t('maintenanceAfter')}</th>
        <td>{changeText(rates?.maintenanceBefore, rates?.maintenanceAfter)}</td>
      </tr>
    </>
  )
}
