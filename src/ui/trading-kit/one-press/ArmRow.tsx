import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { useNoSending } from '../../state/no-sending'
import styles from './ArmRow.module.css'
import type { OnePress } from './one-press'

interface Props {
  readonly onePress: Pick<OnePress, 'arming' | 'openSheet'>
  /** What a press does as it is, armed or not. */
  readonly hint: string
  /** What of it is seen where the panel is narrow. */
  readonly shortHint: string
}

/** Whether a press sends, in words and by a frame, and the switch for it. */
export function ArmRow({ onePress: { arming, openSheet }, hint, shortHint }: Props) {
  useSignals()
  const { t } = useTranslation('ladder')
  const noSending = useNoSending()
  const isArmed = arming.isArmed.value
  return (
    <div className={styles['arm']} data-armed={isArmed ? '' : undefined}>
      <button
        type="button"
        role="switch"
        aria-checked={isArmed}
        aria-label={t('switch')}
        title={noSending ?? undefined}
        disabled={noSending !== null}
        className={styles['switch']}
        onClick={(event) => {
          // A page's own script may call click(); only a person's press arms.
          if (!event.nativeEvent.isTrusted) return
          if (isArmed) arming.disarm()
          else arming.arm()
        }}
      />
      <b>{t(isArmed ? 'armed' : 'disarmed')}</b>
      <span className={styles['hint']} title={hint}>
        <span className={styles['whole']}>{hint}</span>
        <span className={styles['short']} aria-hidden="true">
          {shortHint}
        </span>
      </span>
      {isArmed ? <kbd>Esc</kbd> : null}
      <button
        type="button"
        className={styles['keys']}
        aria-label={t('sheet')}
        title={t('sheet')}
        aria-keyshortcuts="?"
        onClick={() => openSheet(true)}
      >
        ?
      </button>
    </div>
  )
}
