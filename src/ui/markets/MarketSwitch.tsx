import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { arrowThrough } from '../kit/arrow-list'
import { Dialog } from '../kit/Dialog'
import { SearchField } from '../kit/SearchField'
import type { MarketModel } from '../state/market-model'
import { MarketChoices } from './MarketChoices'
import { TradingRules } from './TradingRules'
import { MARKET_KINDS, type MarketKind } from './market-rows'
import styles from './MarketSwitch.module.css'

/** Markets offered at once. */
const CHOICES_MAX = 40

interface Props {
  /** The one that is on the page. */
  readonly market: MarketModel
  readonly shape: 'dialog' | 'sheet'
  readonly onClose: () => void
}

/** Changes the market: a field, lists by kind, and what it finds. Arrows choose, Enter opens the first. */
export function MarketSwitch({ market, shape, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('markets')
  const { t: help } = useTranslation('help')
  const box = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [kind, setKind] = useState<MarketKind>('all')
  const [asksRules, setAsksRules] = useState(false)
  if (asksRules) return <TradingRules market={market} shape={shape} onClose={onClose} />
  return (
    <Dialog title={t('market:header.switch')} shape={shape} onClose={onClose}>
      {/* The keys belong to the field and its links; the box only hears them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={box}
        className={styles['box']}
        onKeyDown={(event) => {
          if (box.current !== null) arrowThrough(event, box.current)
        }}
      >
        <SearchField isFirst label={t('search')} value={query} onText={setQuery} />
        <fieldset aria-label={t('kinds')} className={styles['kinds']}>
          {MARKET_KINDS.map((one) => (
            <button key={one} type="button" aria-pressed={one === kind} onClick={() => setKind(one)}>
              {t(`kind.${one}`)}
            </button>
          ))}
        </fieldset>
        <div className={styles['list']}>
          <MarketChoices query={query} kind={kind} max={CHOICES_MAX} onChosen={onClose} />
        </div>
        {market.listed.value === null ? null : (
          <button type="button" className={styles['rules']} onClick={() => setAsksRules(true)}>
            {help('rules.title', { symbol: market.symbol })}
          </button>
        )}
      </div>
    </Dialog>
  )
}
