import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { AccountMarginMode } from '../../../domain/position/position'
import { Dialog } from '../../kit/Dialog'
import { DialogForm } from '../../kit/DialogForm'
import { outcomeText } from '../refusals/outcome-text'
import { useApp } from '../../state/app-context'
import { RadioCards } from './RadioCards'

const MODES: readonly AccountMarginMode[] = ['cross', 'isolated', 'portfolio']

/** Cross, isolated or portfolio margin, for the whole account; the one in force is chosen when it opens (spec §2). */
export function MarginModeDialog({ onClose }: { readonly onClose: () => void }) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const current: AccountMarginMode = app.account.isPortfolio.value ? 'portfolio' : app.account.marginMode.value
  const [mode, setMode] = useState<AccountMarginMode>(current)
  // Spec §4 "Margin mode availability": a UTA account keeps the mode it has.
  const isFixed = app.account.session.value?.kind === 'uta'
  const modes = isFixed ? [current] : MODES
  return (
    <Dialog title={t('pozMarginMode')} onClose={onClose}>
      <DialogForm
        subject={t(isFixed ? 'marginModeFixed' : 'marginModeOfAccount')}
        canConfirm={mode !== current}
        onConfirm={async () => {
          const outcome = await app.hub.api.setMarginMode(mode)
          if (outcome.kind === 'accepted') app.notices.say(`marginModeSet.${mode}`)
          return outcomeText(outcome)
        }}
        onClose={onClose}
      >
        <RadioCards
          label={t('pozMarginMode')}
          items={modes.map((id) => ({
            id,
            title: t(id === 'portfolio' ? 'trade:portfolioMargin' : `trade:${id}`),
            text: t(`marginModeText.${id}`),
          }))}
          chosen={mode}
          onChoose={setMode}
        />
      </DialogForm>
    </Dialog>
  )
}
