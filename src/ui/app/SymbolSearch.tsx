import { Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { arrowThrough } from '../kit/arrow-list'
import { lazyPart } from '../kit/load-part'
import { SearchField } from '../kit/SearchField'
import { useSearchKeys } from '../kit/use-search-keys'
import styles from './SymbolSearch.module.css'

const MarketChoices = lazyPart('search', async () => (await import('../markets/MarketChoices')).MarketChoices)

/** Markets offered at once; the page of all markets shows the rest. */
const CHOICES_MAX = 8

/** A field that finds a market from anywhere: "/" goes to it, arrows choose, Enter opens the first. */
export function SymbolSearch() {
  const { t } = useTranslation('app')
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  useSearchKeys(field, '/')

  const close = (): void => {
    setOpen(false)
    setQuery('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen && !event.nativeEvent.isComposing) {
      field.current?.focus()
      close()
    } else if (box.current !== null) {
      arrowThrough(event, box.current)
    }
  }
  return (
    // The keys belong to the field and its links; the box only hears them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={styles['box']}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <SearchField
        ref={field}
        label={t('searchSymbol')}
        shortcuts="/"
        value={query}
        onFocus={() => setOpen(true)}
        onText={(text) => {
          setQuery(text)
          setOpen(true)
        }}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <div className={styles['list']}>
            <MarketChoices
              query={query}
              max={CHOICES_MAX}
              onChosen={() => {
                close()
                field.current?.blur()
              }}
            />
          </div>
        </Suspense>
      ) : (
        <kbd className={styles['key']} aria-hidden="true">
          /
        </kbd>
      )}
    </div>
  )
}
