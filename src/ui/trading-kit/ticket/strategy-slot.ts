import type { ReadonlySignal } from '@preact/signals-react'
import type { ComponentType } from 'react'
import type { Side } from '../../../domain/order/order'
import type { MarketModel } from '../../state/market-model'

/** What the ticket of orders has that one of strategies begins with: the contract, and what was typed there already. */
export interface SharedTicket {
  readonly market: MarketModel
  readonly size: { readonly text: ReadonlySignal<string> }
  readonly switches: { readonly reduceOnly: ReadonlySignal<boolean> }
}

export interface StrategySlotProps {
  readonly ticket: SharedTicket
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The part of the ticket under its tab "Strategy"; `panels` says which. */
export type StrategySlot = ComponentType<StrategySlotProps>
