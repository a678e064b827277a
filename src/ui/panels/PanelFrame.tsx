import { useEffect } from 'react'
import { ErrorBoundary } from '../kit/ErrorBoundary'
import { kindOfPage } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import type { PanelId, PanelProps } from './panel'
import { panelOf } from './registry'

/** A panel where a layout places it: what it watches flows meanwhile, and where it crashes the others go on. */
export function PanelFrame({ id, market }: PanelProps & { readonly id: PanelId }) {
  const { hub } = useApp()
  const { area, Component, watches } = panelOf(id, kindOfPage(market.symbol))
  useEffect(() => {
    const releases = watches(market.symbol).map((watch) => hub.watch(watch))
    return () => releases.forEach((release) => release())
  }, [hub, watches, market])
  return (
    <ErrorBoundary area={area}>
      <Component market={market} />
    </ErrorBoundary>
  )
}
