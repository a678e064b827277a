import { effect } from '@preact/signals-react'
import { useEffect, useMemo } from 'react'
import type { Watch } from '../../workers/hub-api'
import { useApp, type App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { BookModel } from './book-model'

/** The model of a book panel; streams the book for as long as the panel has a height. */
export function useBookModel(market: MarketModel): BookModel {
  const app = useApp()
  const model = useMemo(() => new BookModel(app, market), [app, market])
  useEffect(() => {
    let release: (() => void) | null = null
    const stop = effect(() => {
      const watch = model.watch.value
      // The new stream is asked for before the old one is let go, so that the union never misses the book.
      const previous = release
      release = watch === null ? null : show(app, market, watch)
      previous?.()
    })
    return () => {
      stop()
      release?.()
    }
  }, [app, market, model])
  return model
}

function show(app: App, market: MarketModel, watch: Watch): () => void {
  const stopStream = app.hub.watch(watch)
  // A recording shows what its tab showed, whatever is chosen here.
  const forget = 'rows' in watch && !app.connection.isReplay.peek() ? market.showBook(watch.group) : () => undefined
  return () => {
    stopStream()
    forget()
  }
}
