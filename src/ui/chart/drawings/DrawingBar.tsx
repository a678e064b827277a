import { useState, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import { lazyPart } from '../../kit/load-part'
import { nameOr, type Drawing } from './drawing'
import { isTextual } from './drawing-kind'
import styles from './DrawingBar.module.css'
import { MARK } from './marks'
import type { DrawingTools } from './open-drawings'

const DrawingSettings = lazyPart('dialog', async () => (await import('./DrawingSettings')).DrawingSettings)

interface Props {
  /** At least one. */
  readonly chosen: readonly Drawing[]
  readonly tools: DrawingTools
  /** `null` where the ticket is of another contract. */
  readonly onTicket: ((drawing: Drawing) => void) | null
}

/** What can be done with the chosen drawings, at the foot of the chart. */
export function DrawingBar({ chosen, tools, onTicket }: Props) {
  const { t } = useTranslation('drawings')
  const [hasSettings, setSettings] = useState(false)
  const { model } = tools
  const [first] = chosen
  if (first === undefined) return null
  const ids = chosen.map(({ id }) => id)
  const only = chosen.length === 1 ? first : null
  const name = only === null ? t('several', { count: chosen.length }) : nameOr(only, t(`kind.${only.kind}`))
  const isLocked = chosen.every((one) => one.isLocked)
  return (
    <fieldset className={styles['bar']} aria-label={t('chosen', { name })}>
      <span className={styles['name']}>{name}</span>
      {only !== null && onTicket !== null && (only.kind === 'longPosition' || only.kind === 'shortPosition') ? (
        <button type="button" className={styles['ticket']} onClick={() => onTicket(only)}>
          {t('toTicket')}
        </button>
      ) : null}
      {only !== null && isTextual(only.kind) && !isLocked ? (
        <IconButton label={t('editWords', { name })} strokes={MARK.pencil} onPress={() => model.edit(only.id)} />
      ) : null}
      <IconButton
        label={t('settingsOf', { name })}
        strokes={MARK.settings}
        aria-haspopup="dialog"
        onPress={() => setSettings(true)}
      />
      <IconButton label={t('copy', { count: chosen.length })} strokes={MARK.copy} onPress={() => tools.copy()} />
      <IconButton
        label={t('lock', { name })}
        strokes={MARK.lock}
        isOn={isLocked}
        onPress={() => model.changeMany(ids, { isLocked: !isLocked })}
      />
      <IconButton label={t('remove', { name })} strokes={MARK.bin} onPress={() => model.remove(...ids)} />
      {hasSettings ? (
        <Suspense fallback={null}>
          <DrawingSettings chosen={chosen} name={name} tools={tools} onClose={() => setSettings(false)} />
        </Suspense>
      ) : null}
    </fieldset>
  )
}
