import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, type ComponentType } from 'react'
import type { Qty } from '../../domain/decimal'
import type { HeldMarket } from '../../domain/instrument/market-type'
import type { Position } from '../../domain/position/position'
import { useTranslation } from '../i18n/use-translation'
import { Dialog } from '../kit/Dialog'
import { useApp } from '../state/app-context'
import { CloseForm } from './close-form'
import { usePosition, type PositionKey } from './use-position'

export interface CloseDialogProps {
  readonly target: PositionKey
  readonly onClose: () => void
}

export interface CloseEditorProps {
  readonly position: Position
  readonly instrument: HeldMarket
  readonly onClose: () => void
}

interface Props extends CloseDialogProps {
  readonly title: string
  readonly Editor: ComponentType<CloseEditorProps>
}

/** The dialog of a position that is to be closed; it says so when the position is gone, or its contract's rules are. */
export function CloseDialog({ title, target, onClose, Editor }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const position = usePosition(target)
  const instrument = useApp().market(target.symbol).held.value
  return (
    <Dialog title={title} onClose={onClose}>
      {position === null || instrument === null ? (
        <p>{t(instrument === null ? 'trade:block.rulesUnconfirmed' : 'positionGone')}</p>
      ) : (
        <Editor position={position} instrument={instrument} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** How much of the position is closed; follows its size while the dialog is open. */
export function useCloseForm({ symbol, positionIdx }: Position, instrument: HeldMarket): CloseForm {
  const app = useApp()
  return useMemo(() => {
    const size = computed(() => app.account.position(symbol, positionIdx)?.size ?? ('0' as Qty))
    return new CloseForm(size, instrument)
  }, [app, symbol, positionIdx, instrument])
}
