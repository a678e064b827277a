import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { arrowThrough } from '../kit/arrow-list'
import { lazyPart } from '../kit/load-part'
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

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

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
      <input
        ref={field}
        type="search"
        className={styles['field']}
        aria-label={t('searchSymbol')}
        aria-keyshortcuts="/"
        placeholder={t('searchSymbol')}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={query}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
