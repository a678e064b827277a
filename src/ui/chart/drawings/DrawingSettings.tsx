import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { CANDLE_INTERVALS } from '../../../domain/market/market'
import { useTranslation } from '../../i18n/use-translation'
import { Button } from '../../kit/Button'
import { Choice } from '../../kit/Choice'
import { Dialog } from '../../kit/Dialog'
import { IconButton } from '../../kit/IconButton'
import { resolutionLabel } from '../port/bars'
import { LINE_WIDTHS, SERIES_TONES } from '../studies/study'
import { NAME_MAX, parseIntervals, type Drawing } from './drawing'
import { DrawingLook } from './DrawingLook'
import styles from './DrawingSettings.module.css'
import { FIRST_STYLE, styleOf, type DrawingStyle } from './drawing-styles'
import { MARK } from './marks'
import type { DrawingTools } from './open-drawings'

interface Props {
  /** At least one; what is set holds for all of them. */
  readonly chosen: readonly Drawing[]
  readonly name: string
  readonly tools: Pick<DrawingTools, 'model' | 'styles'>
  readonly onClose: () => void
}

/** What drawings look like and on which intervals they are seen, with styles under names for their kind. */
export function DrawingSettings({ chosen, name, tools, onClose }: Props) {
  const { t } = useTranslation('drawings')
  const { t: tStudies } = useTranslation('studies')
  const [first] = chosen
  if (first === undefined) return null
  const { shownOn } = first
  const change = (part: Partial<DrawingStyle>): void =>
    tools.model.changeMany(
      chosen.map(({ id }) => id),
      part,
    )
  const isOneKind = chosen.every(({ kind }) => kind === first.kind)
  return (
    <Dialog title={t('settingsOf', { name })} onClose={onClose}>
      <div className={styles['tones']} role="radiogroup" aria-label={t('color', { name })}>
        {SERIES_TONES.map((tone) => (
          <label key={tone} className={styles['tone']} data-tone={tone} title={tStudies(`tone.${tone}`)}>
            <input
              type="radio"
              name="tone"
              aria-label={tStudies(`tone.${tone}`)}
              checked={first.tone === tone}
              onChange={() => change({ tone })}
            />
          </label>
        ))}
      </div>
      <div className={styles['row']}>
        <span>{t('lineWidth')}</span>
        <Choice
          label={t('lineWidth')}
          items={LINE_WIDTHS.map((width) => ({ id: String(width), label: tStudies('pixels', { count: width }) }))}
          chosen={String(first.width)}
          onChoose={(text) => change({ width: LINE_WIDTHS.find((width) => String(width) === text) ?? 1 })}
        />
      </div>
      <DrawingLook chosen={chosen} onChange={change} />
      <fieldset className={styles['intervals']}>
        <legend>{t('shownOn')}</legend>
        <button type="button" aria-pressed={shownOn === null} onClick={() => change({ shownOn: null })}>
          {t('onAll')}
        </button>
        {CANDLE_INTERVALS.map((one) => {
          const isSeen = shownOn === null || shownOn.includes(one)
          return (
            <button
              key={one}
              type="button"
              aria-pressed={isSeen}
              disabled={shownOn?.length === 1 && isSeen}
              onClick={() =>
                change({
                  shownOn: parseIntervals(
                    CANDLE_INTERVALS.filter(
                      (other) => (shownOn === null || shownOn.includes(other)) !== (other === one),
                    ),
                  ),
                })
              }
            >
              {resolutionLabel(one)}
            </button>
          )
        })}
      </fieldset>
      {isOneKind ? <Templates drawing={first} tools={tools} onApply={change} /> : null}
    </Dialog>
  )
}

interface TemplatesProps {
  readonly drawing: Drawing
  readonly tools: Props['tools']
  readonly onApply: (style: DrawingStyle) => void
}

function Templates({ drawing, tools: { styles: model }, onApply }: TemplatesProps) {
  useSignals()
  const { t } = useTranslation('drawings')
  const [name, setName] = useState('')
  const { kind } = drawing
  const own = styleOf(drawing)
  const all = model.styles.value.templates.filter((one) => one.kind === kind)
  const isSame = (other: DrawingStyle): boolean => JSON.stringify(styleOf(other)) === JSON.stringify(own)
  const usual = model.styles.value.defaults[kind] ?? FIRST_STYLE
  return (
    <section className={styles['templates']} aria-label={t('templates')}>
      <h3>{t('templates')}</h3>
      {all.length === 0 ? <p className={styles['hint']}>{t('noTemplates')}</p> : null}
      <ul>
        {all.map((one) => (
          <li key={one.id} className={styles['row']}>
            <span className={styles['name']} data-tone={one.style.tone}>
              {one.name}
            </span>
            <IconButton
              label={t('applyTemplate', { name: one.name })}
              strokes="M3 8.5l3.5 3.5L13 4.5"
              isOn={isSame(one.style)}
              onPress={() => onApply(one.style)}
            />
            <IconButton
              label={t('removeTemplate', { name: one.name })}
              strokes={MARK.bin}
              onPress={() => model.remove(one.id)}
            />
          </li>
        ))}
      </ul>
      <form
        className={styles['row']}
        onSubmit={(event) => {
          event.preventDefault()
          model.save(kind, name, own)
          setName('')
        }}
      >
        <input
          className={styles['field']}
          aria-label={t('templateName')}
          placeholder={t('templateName')}
          maxLength={NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('saveTemplate')}
        </Button>
      </form>
      <div className={styles['row']}>
        {isSame(usual) ? (
          <p className={styles['hint']}>{t('isDefault')}</p>
        ) : (
          <Button onClick={() => model.setDefault(kind, own)}>{t('asDefault')}</Button>
        )}
        {JSON.stringify(usual) === JSON.stringify(FIRST_STYLE) ? null : (
          <Button tone="quiet" onClick={() => model.setDefault(kind, null)}>
            {t('firstStyle')}
          </Button>
        )}
      </div>
    </section>
  )
}
