import { useEffect, useMemo } from 'react'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { watchBook } from '../trading-kit/watch-book'
import { BookModel } from './book-model'

/** The model of a book panel; streams the book for as long as the panel has a height. */
export function useBookModel(market: MarketModel): BookModel {
  const app = useApp()
  const model = useMemo(() => new BookModel(app, market), [app, market])
  useEffect(() => watchBook(app, market, model.watch), [app, market, model])
  return model
}
