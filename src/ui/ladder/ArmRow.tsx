import { useSignals } from '@preact/signals-react/runtime'
import type { Qty } from '../../domain/decimal'
import { qtyCoin } from '../contract-units'
import { formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useNoSending } from '../state/no-sending'
import type { MarketModel } from '../state/market-model'
import type { OnePress } from '../trading-kit/one-press/one-press'
import { isCoarse } from './coarse-pointer'
import styles from './LadderPanel.module.css'

interface Props {
  readonly onePress: Pick<OnePress, 'arming' | 'openSheet'>
  /** What a press sends; `null` while it is not known. */
  readonly qty: Qty | null
  readonly market: MarketModel
}

/** Whether a press sends, in words and by a frame, and the switch for it. */
export function ArmRow({ onePress: { arming, openSheet }, qty, market }: Props) {
  useSignals()
  const { t } = useTranslation('ladder')
  const noSending = useNoSending()
  const isArmed = arming.isArmed.value
  const instrument = market.instrument.value
  const values = { qty: formatQty(qty, instrument?.lotSize ?? null), coin: qtyCoin(instrument) }
  return (
    <div className={styles['arm']}>
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
      <span>{isArmed ? t(isCoarse.value ? 'armedHintTouch' : 'armedHint', values) : t('disarmedHint')}</span>
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
