import { useTranslation } from '../i18n/use-translation'
import type { Preferences } from '../../workers/hub-events'
import { Question } from '../kit/Question'
import { useApp } from '../state/app-context'
import { useNoSending } from '../state/no-sending'

interface Props {
  readonly title: string
  /** What would be cancelled, in a sentence. */
  readonly text: string
  readonly confirmLabel: string
  readonly keepLabel: string
  /** Which question it is. */
  readonly preference: keyof Preferences
  readonly canConfirm?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before orders are cancelled, for as long as the member wants to be asked. */
export function CancelQuestion({
  text,
  keepLabel,
  preference,
  canConfirm = true,
  onConfirm,
  onClose,
  ...question
}: Props) {
  const { t } = useTranslation('positions')
  const { account, hub } = useApp()
  const noSending = useNoSending()
  const choose = (): void => {
    account.preferred({ [preference]: false })
    void hub.api.setPreferences({ [preference]: false })
  }
  return (
    <Question
      {...question}
      canConfirm={canConfirm && noSending === null}
      reading={text}
      dismissLabel={keepLabel}
      quiet={{ label: t('dontAsk'), hint: t('dontAskHint'), choose }}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
      onClose={onClose}
    >
      <p>{text}</p>
      {noSending === null ? null : <output>{noSending}</output>}
    </Question>
  )
}
