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
  /** Whether what would be cancelled has ended meanwhile: it says so, and offers nothing to send. */
  readonly isOver: boolean
  readonly canConfirm?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before orders are cancelled, for as long as the member wants to be asked. */
export function CancelQuestion({
  text,
  confirmLabel,
  keepLabel,
  preference,
  isOver,
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
      confirmLabel={isOver ? null : confirmLabel}
      canConfirm={canConfirm && noSending === null}
      reading={text}
      dismissLabel={isOver ? t('nothingLeft.close') : keepLabel}
      quiet={{ label: t('dontAsk'), hint: t('dontAskHint'), choose }}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
      onClose={onClose}
    >
      {/* Heard when it becomes something else: orders end while it is open. */}
      <p>
        <output>{isOver ? t('nothingLeft.text') : text}</output>
      </p>
      {noSending === null ? null : <output>{noSending}</output>}
    </Question>
  )
}
