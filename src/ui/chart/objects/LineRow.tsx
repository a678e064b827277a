import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import type { LineSpec } from '../../trading-kit/chart-line'
import { MARK } from '../drawings/marks'
import { LINE_NAME_MAX, type LineChoicesModel } from '../lines/line-choices'
import { NameField } from './NameField'
import styles from './ObjectTree.module.css'

interface Props {
  readonly line: LineSpec
  readonly choices: LineChoicesModel
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Leads the focus to it on the chart. */
  readonly onFocus: () => void
}

/** A position, an order or an alert: seen or not, moved by hand or not; opened, its name and what its buttons do. */
export function LineRow({ line, choices, isOpen, onOpen, onFocus }: Props) {
  useSignals()
  const { t } = useTranslation('drawings')
  const { hidden, locked, names } = choices.choices.value
  const { id, text, priceText, actions = [], move = null } = line
  const own = names.find(([one]) => one === id)?.[1] ?? ''
  const shown = own === '' ? text : own
  const name = priceText === '' ? shown : t('lineAt', { line: shown, price: priceText })
  const isHidden = hidden.includes(id)
  return (
    <li className={styles['row']} data-chosen={isOpen || undefined}>
      <button
        type="button"
        className={styles['name']}
        aria-expanded={isOpen}
        aria-label={t('details', { name })}
        onClick={() => onOpen(!isOpen)}
      >
        <span className={styles['text']}>{shown}</span>
        <span className={styles['price']}>{priceText}</span>
      </button>
      <IconButton
        label={t('show', { name })}
        strokes={MARK.eye}
        isOn={!isHidden}
        onPress={() => choices.toggle('hidden', id)}
      />
      {isOpen ? (
        <div className={styles['more']}>
          <NameField
            label={t('name', { name: text })}
            placeholder={text}
            name={own}
            maxLength={LINE_NAME_MAX}
            onName={(given) => choices.rename(id, given)}
          />
          {move === null ? null : (
            <IconButton
              label={t('lock', { name })}
              strokes={MARK.lock}
              isOn={locked.includes(id)}
              onPress={() => choices.toggle('locked', id)}
            />
          )}
          {isHidden || (move === null && actions.length === 0) ? null : (
            <IconButton label={t('focus', { name })} strokes={MARK.target} onPress={onFocus} />
          )}
          {actions.map((action) =>
            action.id === 'cancel' ? (
              <IconButton
                key={action.id}
                label={action.label}
                strokes={MARK.cross}
                onPress={() => line.onAction?.(action.id)}
              />
            ) : (
              <button
                key={action.id}
                type="button"
                className={styles['action']}
                aria-label={action.label}
                title={action.label}
                onClick={() => line.onAction?.(action.id)}
              >
                {action.mark}
              </button>
            ),
          )}
        </div>
      ) : null}
    </li>
  )
}
