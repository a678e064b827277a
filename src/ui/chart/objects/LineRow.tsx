import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import type { LineSpec } from '../../trading-kit/chart-line'
import { MARK } from '../drawings/marks'
import type { LineChoicesModel } from '../lines/line-choices'
import styles from './ObjectTree.module.css'

interface Props {
  readonly line: LineSpec
  readonly choices: LineChoicesModel
  /** Leads the focus to it on the chart. */
  readonly onFocus: () => void
}

/** A position, an order or an alert: seen or not, moved by hand or not, and what the buttons of its line do. */
export function LineRow({ line, choices, onFocus }: Props) {
  useSignals()
  const { t } = useTranslation('drawings')
  const { hidden, locked } = choices.choices.value
  const { id, text, priceText, actions = [], move = null } = line
  const name = priceText === '' ? text : t('lineAt', { line: text, price: priceText })
  const isHidden = hidden.includes(id)
  return (
    <li className={styles['row']}>
      {isHidden || (move === null && actions.length === 0) ? (
        <span className={styles['name']}>
          <span className={styles['text']}>{text}</span>
          <span className={styles['price']}>{priceText}</span>
        </span>
      ) : (
        <button type="button" className={styles['name']} aria-label={t('focus', { name })} onClick={onFocus}>
          <span className={styles['text']}>{text}</span>
          <span className={styles['price']}>{priceText}</span>
        </button>
      )}
      <IconButton
        label={t('show', { name })}
        strokes={MARK.eye}
        isOn={!isHidden}
        onPress={() => choices.toggle('hidden', id)}
      />
      {move === null ? null : (
        <IconButton
          label={t('lock', { name })}
          strokes={MARK.lock}
          isOn={locked.includes(id)}
          onPress={() => choices.toggle('locked', id)}
        />
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
    </li>
  )
}
