import { zero, type Qty, type Rate } from '../../domain/decimal'
import type { CollateralTier } from '../../domain/risk/collateral'
import { formatPercent, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { PressPopover } from '../kit/PressPopover'
import styles from './CollateralSlices.module.css'

interface Props {
  readonly coin: string
  /** What the first slice counts for. */
  readonly first: Rate
  /** Lowest first. */
  readonly slices: readonly CollateralTier[]
}

/** What a coin counts for as collateral: that of its first slice, and with a press that of all. */
export function CollateralSlices({ coin, first, slices }: Props) {
  const { t } = useTranslation('assets')
  const share = formatPercent(first)
  return (
    <PressPopover label={t('slicesOf', { coin, share })} sign={share} className={styles['share']}>
      <dl className={styles['slices']}>
        {slices.map(({ upTo, ratio }, at) => {
          const from = formatQty(slices[at - 1]?.upTo ?? zero<Qty>(), null)
          return (
            <div key={from}>
              <dt>
                {upTo === null ? t('sliceOn', { from, coin }) : t('sliceTo', { from, to: formatQty(upTo, null), coin })}
              </dt>
              <dd>{formatPercent(ratio)}</dd>
            </div>
          )
        })}
      </dl>
    </PressPopover>
  )
}
