import { batch } from '@preact/signals-react'
import type { HubLink } from '../hub-link/hub-link'
import type { CatalogueModel } from '../state/catalogue-model'
import type { ConnectionModel } from '../state/connection-model'
import type { MarketModel } from '../state/market-model'

interface Models {
  readonly connection: Pick<ConnectionModel, 'setLife'>
  readonly catalogue: Pick<CatalogueModel, 'markFromBefore'>
  readonly markets: ReadonlyMap<unknown, MarketModel>
}

/**
 * Marks what the models hold as from before whenever the page, or its hub, was away (decisions 44). The page's view may
 * be painted before the prices of a contract came, as its hub has to ask for them anew: each contract stays marked until
 * its own price has come and is painted.
 *
 * @returns to be called after prices were applied
 */
export function followViews(hub: HubLink, { connection, catalogue, markets }: Models): () => void {
  const painted = (): void => {
    if (hub.life() === 'attached') batch(() => markets.forEach((market) => market.painted()))
  }
  hub.onLife((life) =>
    batch(() => {
      connection.setLife(life, hub.epoch())
      if (life === 'attached') painted()
      else for (const model of [catalogue, ...markets.values()]) model.markFromBefore()
    }),
  )
  connection.setLife(hub.life(), hub.epoch())
  return () => {
    for (const { isFromBefore } of markets.values()) {
      if (!isFromBefore.peek()) continue
      hub.afterPaint(painted)
      return
    }
  }
}
