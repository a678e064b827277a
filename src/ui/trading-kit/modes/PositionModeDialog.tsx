import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { PositionMode } from '../../../domain/position/position'
import { Dialog } from '../../kit/Dialog'
import { DialogForm } from '../../kit/DialogForm'
import { outcomeText } from '../refusals/outcome-text'
import { useApp } from '../../state/app-context'
import { RadioCards } from './RadioCards'

const MODES: readonly PositionMode[] = ['oneWay', 'hedge']

interface Props {
  readonly symbol: InstrumentSymbol
  readonly onClose: () => void
}

/** One position in a contract, or long and short side by side (semantics.md §2.8). */
export function PositionModeDialog({ symbol, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const current = app.account.positionMode(symbol)
  const [mode, setMode] = useState(current)
  return (
    <Dialog title={t('positionMode')} onClose={onClose}>
      <DialogForm
        subject={symbol}
        canConfirm={mode !== current}
        onConfirm={async () => {
          const outcome = await app.hub.api.setPositionMode({ symbol, mode })
          if (outcome.kind === 'accepted') app.notices.say(`positionModeSet.${mode}`, { symbol })
          return outcomeText(outcome)
        }}
        onClose={onClose}
      >
        <RadioCards
          label={t('positionMode')}
          items={MODES.map((id) => ({ id, title: t(`trade:${id}`), text: t(`positionModeText.${id}`) }))}
          chosen={mode}
          onChoose={setMode}
        />
      </DialogForm>
    </Dialog>
  )
}
