import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { lazyPart } from '../kit/load-part'
import { QuantityField } from './OrderFields'
import type { OrderFormModel } from './order-form-model'
import { SIZE_METHODS, type SizeMethod } from './ticket-drafts'

const AmountFields = lazyPart('ticket', async () => (await import('./AmountFields')).AmountFields)

/** How much: as a quantity, or as what the order is worth, costs or risks. */
export function SizeFields({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const method = ticket.size.method.value
  const isReducing = ticket.switches.isReducing.value
  return (
    <>
      <Choice<SizeMethod>
        label={t('sizeBy.label')}
        items={SIZE_METHODS.map((id) => ({
          id,
          label: t(`sizeBy.${id}`),
          // What reduces a position opens no risk, and brings no stop.
          isDisabled: (id === 'risk' && isReducing) || (id === 'cost' && !ticket.outlook.hasOwnMargin),
        }))}
        chosen={method}
        onChoose={(next) => ticket.setSizeMethod(next)}
      />
      {method === 'qty' ? (
        <QuantityField ticket={ticket} />
      ) : (
        <Suspense fallback={null}>
          <AmountFields ticket={ticket} method={method} />
        </Suspense>
      )}
    </>
  )
}
