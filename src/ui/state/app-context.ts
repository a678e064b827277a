import { createContext, useContext } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { HubLink } from '../hub-link/hub-link'
import type { PageClock } from './clock'
import type { AccountModel } from './account-model'
import type { AnnouncementsModel } from './announcements-model'
import type { CatalogueModel } from './catalogue-model'
import type { ConnectionModel } from './connection-model'
import type { Kept } from './kept'
import type { LastMarket } from './last-market'
import type { MarketModel } from './market-model'
import type { NoticeModel } from './notice-model'
import type { NotifyCloses } from './notify-close'
import type { ThemeModel } from './theme-model'

/** The one context of the app: models to read, the hub to ask. */
export interface App {
  readonly hub: HubLink
  readonly connection: ConnectionModel
  readonly catalogue: CatalogueModel
  readonly account: AccountModel
  readonly notices: NoticeModel
  /** Which messages this browser leaves out. */
  readonly closes: NotifyCloses
  readonly announcements: AnnouncementsModel
  readonly theme: ThemeModel
  readonly lastMarket: LastMarket
  readonly clock: PageClock
  /** Where forms keep what was typed and chosen. */
  readonly kept: Kept
  /** Whether the operator has a chart library of their own on the server (decisions 29). */
  readonly hasChartLibrary: boolean
  /** Where the exchange answers, for what a page reads of it by itself; `null` is where the page came from. */
  readonly apiOrigin: string | null
  /** The model of a symbol; the same object for the same symbol for as long as the page lives. */
  market(symbol: InstrumentSymbol): MarketModel
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('a component outside AppContext asked for the app')
  return app
}
