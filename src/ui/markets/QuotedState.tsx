import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect } from 'react'
import type { QuotedProduct } from '../../domain/market/quoted-market'
import { formatAge } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { KeyOf } from '../i18n/words'
import { useApp } from '../state/app-context'
import { TickingText } from '../trading-kit/TickingText'
import { quotedListsOf, type QuotedList } from './quoted-lists'
import styles from './QuotedTable.module.css'

const REFRESH_MS = 10_000

/** A list that is read anew while somebody looks at it. */
export function useQuotedList(product: QuotedProduct): QuotedList {
  useSignals()
  const lists = quotedListsOf(useApp())
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === 'visible') void lists.load(product)
    }
    ask()
    const timer = setInterval(ask, REFRESH_MS)
    return () => clearInterval(timer)
  }, [lists, product])
  return lists.of(product).value
}

interface StateProps {
  readonly list: QuotedList
  readonly query: string
  readonly found: number
}

/** What the list is as a whole: how old, or why there is none. */
export function ListState({ list, query, found }: StateProps) {
  const { t } = useTranslation('markets')
  const { asOfMs, hasFailed } = list
  const read = useCallback(
    (nowMs: number) => (asOfMs === null ? '' : t('quoted.age', { age: formatAge(Math.max(1_000, nowMs - asOfMs)) })),
    [asOfMs, t],
  )
  const why = whyEmpty(list, query, found)
  return (
    <div className={styles['state']} data-stale={hasFailed ? '' : undefined}>
      <output>{why === null ? '' : t(why, { query: query.trim() })}</output>
      {hasFailed && asOfMs !== null ? <output>{t('quoted.failed')}</output> : null}
      {asOfMs === null ? null : <TickingText read={read} />}
    </div>
  )
}

function whyEmpty({ asOfMs, hasFailed }: QuotedList, query: string, found: number): KeyOf<'markets'> | null {
  if (found > 0) return null
  if (asOfMs === null) return hasFailed ? 'quoted.failed' : 'loading'
  return query.trim() === '' ? 'quoted.none' : 'none'
}
