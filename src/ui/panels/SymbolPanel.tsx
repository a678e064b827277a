import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { isOptionKind } from '../../domain/instrument/product-kind'
import { lazyPart } from '../kit/load-part'
import { kindOfPage } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import { SymbolHeader } from '../symbol-header/SymbolHeader'
import { SymbolName } from '../symbol-header/SymbolName'
import type { PanelProps } from './panel'

const MarketSwitch = lazyPart('search', async () => (await import('../markets/MarketSwitch')).MarketSwitch)

/** The head of the trade page: a market's name and its figures. */
export function SymbolPanel({ market }: PanelProps) {
  return <SymbolHeader market={market} name={<SymbolTitle market={market} shape="dialog" />} hasAlerts />
}

/** Whether a phone has room for something beside the name: those of options and spreads take the line for themselves. */
export function hasRoomByName({ symbol }: PanelProps['market']): boolean {
  const kind = kindOfPage(symbol)
  return !isOptionKind(kind) && kind !== 'spread'
}

/** The figures alone: a phone has the name in the line above them. */
export function SymbolFigures({ market }: PanelProps) {
  return <SymbolHeader market={market} name={null} hasAlerts={!hasRoomByName(market)} />
}

/** The name of the market, which opens the list of others. @param props.shape of that list */
export function SymbolTitle({ market, shape }: PanelProps & { readonly shape: 'dialog' | 'sheet' }) {
  useSignals()
  const [isOpen, setOpen] = useState(false)
  // What is found is live: beside a recording nobody would know.
  const isReplay = useApp().connection.isReplay.value
  return (
    <>
      <SymbolName market={market} onSwitch={isReplay ? null : () => setOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <MarketSwitch market={market} shape={shape} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
