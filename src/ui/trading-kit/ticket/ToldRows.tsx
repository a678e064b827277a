import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { MarginRates } from '../../../domain/account/margin-rates'
import type { Rate } from '../../../domain/decimal'
import type { Side } from '../../../domain/order/order'
import { formatCoin, formatPercent, MISSING } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import type { OrderOutlook } from './order-outlook'
import { whileAsking } from './told-order'

interface Props {
  readonly outlook: OrderOutlook
  readonly sides: readonly Side[]
  readonly coin: string | null
}

/** What the exchange says of an order with portfolio margin: what it takes, and the account's rates before and after. */
export function ToldRows({ outlook, sides, coin }: Props) {
  useSignals()
  const { t } = useTranslation('ticket')
  const told = outlook.told.value
  if (told === null) return null
  const row = (name: string, cell: (side: Side) => ReactNode) => (
    <tr {...whileAsking(told.isAsking)}>
      <th scope="row">{name}</th>
      {sides.map((side) => (
        <td key={side}>{cell(side)}</td>
      ))}
    </tr>
  )
  const rates = (side: Side): MarginRates | null => told.sides[side]?.rates ?? null
  return (
    <>
      {row(t('trade:cost'), (side) => {
        const { cost = null, required = null } = told.sides[side] ?? {}
        return (
          <>
            {formatCoin(cost, coin)}
            {required && <small>{t('trade:freeBefore', { amount: formatCoin(required, coin) })}</small>}
          </>
        )
      })}
      {row(t('initialAfter'), (side) => changeText(rates(side)?.initialBefore, rates(side)?.initialAfter))}
      {row(t('maintenanceAfter'), (side) => changeText(rates(side)?.maintenanceBefore, rates(side)?.maintenanceAfter))}
    </>
  )
}

/** Before → after, in per cent of what backs the account. */
export function changeText(before: Rate | null | undefined, after: Rate | null | undefined): string {
  if (after == null) return MISSING
  // Two columns are narrow: the sign stands once.
  const from = formatPercent(before ?? ('0' as Rate))
    .replace('%', '')
    .trim()
  return `${from} → ${formatPercent(after)}`
}
