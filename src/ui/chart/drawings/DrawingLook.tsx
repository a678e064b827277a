import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Choice } from '../../kit/Choice'
import { Button } from '../../kit/Button'
import type { Drawing } from './drawing'
import { DASHES, FILLS, FONT_SIZES, HAS, levelsOf, LEVELS_MAX, readLevels } from './drawing-look'
import type { DrawingStyle } from './drawing-styles'
import styles from './DrawingSettings.module.css'

interface Props {
  /** At least one; what is set holds for all of them. */
  readonly chosen: readonly Drawing[]
  readonly onChange: (part: Partial<DrawingStyle>) => void
}

/** Dashes, fill, size of words and levels, as far as all that is chosen has them. */
export function DrawingLook({ chosen, onChange }: Props) {
  const { t } = useTranslation('drawings')
  const { t: tStudies } = useTranslation('studies')
  const [first] = chosen
  if (first === undefined) return null
  const has = (what: keyof typeof HAS): boolean => chosen.every(({ kind }) => HAS[what](kind))
  const isOneKind = chosen.every(({ kind }) => kind === first.kind)
  return (
    <>
      {has('dash') ? (
        <div className={styles['row']}>
          <span>{t('dash')}</span>
          <Choice
            label={t('dash')}
            items={DASHES.map((dash) => ({ id: dash, label: t(`dashes.${dash}`) }))}
            chosen={first.dash}
            onChoose={(dash) => onChange({ dash })}
          />
        </div>
      ) : null}
      {has('fill') ? (
        <div className={styles['row']}>
          <span>{t('fill')}</span>
          <Choice
            label={t('fill')}
            items={FILLS.map((fill) => ({ id: String(fill), label: fill === 0 ? t('noFill') : `${fill}%` }))}
            chosen={String(first.fill)}
            onChoose={(text) => onChange({ fill: FILLS.find((fill) => String(fill) === text) ?? 15 })}
          />
        </div>
      ) : null}
      {has('font') ? (
        <div className={styles['row']}>
          <span>{t('fontSize')}</span>
          <Choice
            label={t('fontSize')}
            items={FONT_SIZES.map((size) => ({ id: String(size), label: tStudies('pixels', { count: size }) }))}
            chosen={String(first.fontSize)}
            onChoose={(text) => onChange({ fontSize: FONT_SIZES.find((size) => String(size) === text) ?? 11 })}
          />
        </div>
      ) : null}
      {isOneKind && has('levels') ? <Levels key={first.id} drawing={first} onChange={onChange} /> : null}
    </>
  )
}

function Levels({ drawing, onChange }: { readonly drawing: Drawing; readonly onChange: Props['onChange'] }) {
  const { t } = useTranslation('drawings')
  const id = useId()
  const [text, setText] = useState(() => levelsOf(drawing.kind, drawing.levels).join(', '))
  const isOdd = readLevels(text) === null
  return (
    <div className={styles['levels']}>
      <label htmlFor={id}>{t('levels')}</label>
      <span className={styles['row']}>
        <input
          id={id}
          className={styles['field']}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isOdd || undefined}
          aria-describedby={`${id}-rule`}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            const levels = readLevels(event.currentTarget.value)
            if (levels !== null) onChange({ levels })
          }}
        />
        {drawing.levels === null ? null : (
          <Button
            tone="quiet"
            onClick={() => {
              onChange({ levels: null })
              setText(levelsOf(drawing.kind, null).join(', '))
            }}
          >
            {t('firstLevels')}
          </Button>
        )}
      </span>
      <p id={`${id}-rule`} className={styles['hint']} role={isOdd ? 'alert' : undefined}>
        {t('levelsRule', { count: LEVELS_MAX })}
      </p>
    </div>
  )
}
