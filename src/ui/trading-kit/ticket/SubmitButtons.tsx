import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { qtyCoin } from '../../contract-units'
import { useTranslation } from '../../i18n/use-translation'
import type { Side } from '../../../domain/order/order'
import type { MarketModel } from '../../state/market-model'
import type { OrderOutlook } from './order-outlook'
import { PressButtons, type Pressable } from './PressButtons'

/** A form that two presses send. */
interface ContractForm extends Pressable {
  readonly market: MarketModel
  readonly outlook: Pick<OrderOutlook, 'effect'>
}

interface Props {
  readonly ticket: ContractForm
  /** What stands in the field of the quantity. */
  readonly qtyText: ReadonlySignal<string>
  readonly only?: Side
  readonly onPlaced?: () => void
  /** What stays in sight with them. */
  readonly above?: ReactNode
  /** Whether the form is so long that it has to share the room with what is above. */
  readonly isLong?: boolean
  /** In words, why a press would not send. */
  readonly children: ReactNode
}

const SIDES: readonly Side[] = ['buy', 'sell']

/** The two presses that send what a contract's form holds. */
export function SubmitButtons({ ticket, qtyText, only, ...rest }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  return (
    <PressButtons
      {...rest}
      ticket={ticket}
      sides={only === undefined ? SIDES : [only]}
      nameOf={(side) => t(`effect.${ticket.outlook.effect(side)}`)}
      sizeText={qtyText}
      coin={qtyCoin(ticket.market.instrument.value)}
      isSheet={only !== undefined}
    />
  )
}
